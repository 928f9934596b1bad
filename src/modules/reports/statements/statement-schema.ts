import { z } from 'zod';
import { MOVEMENT_KINDS } from '../../../domain/payments/statement.ts';
import { out } from '../../../kernel/fields/output-fields.ts';

export const statement = z.object({
  customer: out.outside('Name of the customer', 'Jón Jónsson'),
  currency: out.own('Currency of all amounts', 'ISK'),
  currencies: z
    .array(out.own('Currency', 'ISK'))
    .describe("All currencies of the customer's documents; each has a statement of its own"),
  from_date: out.date('First day'),
  to_date: out.date('Last day'),
  opening: out.number('What the customer owed before the first day', 0),
  closing: out.number('What the customer owes at the end of the last day', 46500),
  movements: out.list('In the order in which they happened', {
    date: out.date('When'),
    kind: z.enum(MOVEMENT_KINDS).describe('Kind of the entry'),
    number: out.own('Number of the invoice or credit note; empty where a payment is credit', '17'),
    guid: out.guid('That document, or the payment'),
    due_date: out.date('When an invoice is due').nullable(),
    amount: out.number('Positive where the customer owes more', 46500),
    applied: out.number(
      'Credit of the customer that settles the invoice from then on, without money; negative where that was taken back',
      0,
    ),
    balance: out.number('What the customer owes after it', 46500),
  }),
});
