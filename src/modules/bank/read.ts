import type { BankAction } from '../../domain/bank/actions.ts';
import { LINE_STATES } from '../../domain/bank/line-states.ts';
import type { Proposal } from '../../domain/bank/matching/facts.ts';
import { sentenceOf } from '../../domain/bank/matching/reasons.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { boundaryDate, choice, guid, object, text } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, pageFields } from '../../kernel/operations/paging.ts';
import { listBankAccounts } from './account-store.ts';
import { findLine, type LineRow, listLines } from './line-store.ts';
import { proposeForLines } from './proposals.ts';
import { type ActionOutput, type BankLine, bankLine } from './schema.ts';

export const getBankLines = defineList({
  name: 'get-bank-lines',
  summary: 'Lists the lines of bank statements, newest first.',
  description:
    'Ask for `state=open` to get the lines that wait to be booked. Each has proposals of how to book it, the best first; book-bank-line takes one of them.',
  access: { scope: 'payment' },
  input: object({
    bank_account_guid: guid.optional('Lines of this account'),
    state: choice(LINE_STATES).optional('Only those that wait, are booked, or are ignored'),
    from_date: boundaryDate.optional('First day'),
    to_date: boundaryDate.optional('Last day'),
    search: text(100).optional('Part of the text, reference, name or kennitala, or an amount'),
    ...pageFields,
  }),
  output: bankLine,
  refusals: ['bank_account_not_found'],
  async *run({ db, account }, input) {
    const { bank_account_guid: bankAccountGuid } = input;
    if (bankAccountGuid && (await listBankAccounts(db, account.id, bankAccountGuid)).length === 0)
      fail('bank_account_not_found');
    const { state, from_date: from, to_date: to, search } = input;
    const filter = { bankAccountGuid, state, from, to, search };
    const rows = batches<LineRow>(input, (range) => listLines(db, account.id, filter, range));
    for await (const batch of rows) {
      const proposals = await proposeForLines(db, account.id, batch);
      yield batch.map((row) => toBankLine(row, proposals.get(row.guid)));
    }
  },
});

export const getBankLine = defineRead({
  name: 'get-bank-line',
  summary: 'Reads one line of a bank statement.',
  description: 'The answer has who paid or was paid, and the proposals or the booking of the line.',
  access: { scope: 'payment' },
  input: object({ guid: guid('The line') }),
  output: bankLine,
  refusals: ['bank_line_not_found'],
  async run({ db, account }, input) {
    const row = await findLine(db, account.id, input.guid);
    if (!row) fail('bank_line_not_found');
    return toBankLine(row, (await proposeForLines(db, account.id, [row])).get(row.guid));
  },
});

export function toBankLine({ booking, ...row }: LineRow, proposals: readonly Proposal[] = []): BankLine {
  return {
    guid: row.guid,
    bank_account_guid: row.bank_account_guid,
    booked_on: row.booked_on,
    value_on: row.value_on,
    amount: toWire(row.amount),
    is_reversal: row.is_reversal,
    currency: row.currency,
    text: row.text,
    reference: row.reference,
    counterparty: {
      name: row.counterparty_name,
      registration_no: row.counterparty_id,
      account_no: row.counterparty_account,
    },
    balance: row.balance === null ? null : toWire(row.balance),
    state: row.state,
    reason: row.reason,
    proposals: proposals.map(({ score, why, actions }) => ({
      score,
      reason: sentenceOf(why),
      why: why.map(({ code, values }) => ({ code, values })),
      actions: actions.map(toAction),
    })),
    booking: booking && {
      guid: booking.guid,
      booked_at: booking.booked_at,
      automatic: booking.is_automatic,
      actions: joinSettled(booking.actions),
    },
  };
}

/** An action as answers show it. */
export function toAction(action: BankAction): ActionOutput {
  if (action.type === 'settled') return { type: 'settled', payments: [...action.payments] };
  const amount = toWire(action.amount);
  if (action.type === 'cost') {
    const { cost_amount, ...cost } = action;
    return { ...cost, amount, ...(cost_amount !== undefined && { cost_amount: toWire(cost_amount) }) };
  }
  if (action.type !== 'payment') return { ...action, amount };
  const { customer_guid, allocations } = action;
  return {
    type: 'payment',
    amount,
    ...(customer_guid !== undefined && { customer_guid }),
    ...(allocations && {
      allocations: allocations.map((one) => ({
        invoice_guid: one.invoice_guid,
        ...(one.amount !== undefined && { amount: toWire(one.amount) }),
        ...(one.paid !== undefined && { paid: toWire(one.paid) }),
      })),
    }),
  };
}

/** Payments that a line is tied to are stored one by one. */
function joinSettled(actions: readonly ActionOutput[]): ActionOutput[] {
  const others = actions.filter(({ type }) => type !== 'settled');
  const payments = actions.flatMap((action) => action.payments ?? []);
  return payments.length === 0 ? others : [{ type: 'settled', payments }, ...others];
}
