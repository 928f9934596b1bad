import { statementMovements } from '../../../domain/payments/statement.ts';
import { CURRENCIES } from '../../../domain/values/codes.ts';
import { addMonthsAnchored } from '../../../domain/values/dates.ts';
import { sum, toWire } from '../../../domain/values/money.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { choice, date, guid, object } from '../../../kernel/fields/input-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { statement } from './statement-schema.ts';
import { findStatementCustomer, listStatementFacts } from './statement-store.ts';

/** Whose statement, and over which period. */
export const statementPeriod = {
  guid: guid('The customer'),
  from_date: date.optional('First day; a year before the last one when left out'),
  to_date: date.optional('Last day; today when left out'),
  currency: choice(CURRENCIES).optional("Which invoices; the customer's currency when left out"),
};

/** A longer statement would use up the memory of the thread that prints, while all other documents wait for it. */
const MAX_PRINTED = 4000;

/** Refuses to print or mail a statement that is too long. */
export function checkPrintable({ movements }: { movements: readonly unknown[] }): void {
  const { length } = movements;
  if (length > MAX_PRINTED)
    fail('field_invalid', 'from_date', violation('statement_long', length, MAX_PRINTED));
}

export const getCustomerStatement = defineRead({
  name: 'get-customer-statement',
  summary:
    'Reads the statement of a customer over a period: what was invoiced, credited and paid, and the balance.',
  description:
    'It has invoices, credit notes, payments, refunds, applied credit, reversals and write-offs in one currency, each with the balance after it. get-customer-statement-pdf prints the same.',
  access: { scope: 'nav' },
  input: object(statementPeriod),
  output: statement,
  refusals: ['customer_not_found'],
  async run({ db, account, today }, input) {
    const customer = await findStatementCustomer(db, account.id, input.guid);
    if (!customer) return fail('customer_not_found');
    const to = input.to_date ?? today;
    const from = input.from_date ?? addMonthsAnchored(to, -12);
    if (to < from) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
    const currency = input.currency ?? customer.currency;
    const facts = await listStatementFacts(db, account.id, { customerId: Number(customer.id), currency, to });
    const all = statementMovements(facts, currency);
    const before = all.filter((one) => one.date < from);
    const opening = sum(before.map(({ amount }) => amount));
    let balance = opening;
    const movements = all.slice(before.length).map((one) => {
      balance = balance.plus(one.amount);
      const { applied, amount, ...said } = one;
      return { ...said, amount: toWire(amount), applied: toWire(applied), balance: toWire(balance) };
    });
    return {
      customer: customer.name,
      currency,
      currencies: customer.currencies,
      from_date: from,
      to_date: to,
      opening: toWire(opening),
      closing: toWire(balance),
      movements,
    };
  },
});
