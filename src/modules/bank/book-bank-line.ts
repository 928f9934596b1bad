import { z } from 'zod';
import type { BankAction } from '../../domain/bank/actions.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../kernel/operations/operation.ts';
import { PAYMENT_EVENTS } from '../payments/book-payment.ts';
import { bookLine, lockLineIn } from './book-line.ts';
import type { LineRow } from './line-store.ts';
import { toActions } from './plan-actions.ts';
import { proposeForLines } from './proposals.ts';
import { bankLine, bookingInput } from './schema.ts';

export const bookBankLine = defineWrite({
  name: 'book-bank-line',
  summary:
    'Books a line of a bank statement: by one of its proposals, or by actions that add up to its amount.',
  description:
    'Payments are recorded and settle invoices, as record-payment does. A line is booked once; unbook-bank-line reverses the booking.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  events: ['bank.booked', ...PAYMENT_EVENTS],
  input: object({ guid: guid('The line'), data: bookingInput }),
  output: z.object({ line: bankLine }),
  refusals: [
    'bank_line_not_found',
    'bank_line_state',
    'no_such_proposal',
    'actions_do_not_add_up',
    'bank_account_not_found',
    'cost_not_found',
    'cost_exceeded',
    'payment_not_found',
    'payment_reversed',
    'payment_tied',
    'customer_not_found',
    'invoice_not_found',
    'invoice_not_payable',
    'allocation_exceeds_remaining',
    'allocations_exceed_payment',
    'amount_exceeds_credit',
    'currency_mismatch',
    'exchange_rate_missing',
  ],
  async run(ctx, { guid: target, data: { proposal, actions } }) {
    const line = await lockLineIn(ctx, target, 'open');
    if (proposal === undefined && !actions) fail('field_required', 'proposal (or actions)');
    if (proposal !== undefined && actions)
      fail('field_invalid', 'proposal', violation('left_out', 'actions'));
    const chosen = actions ? await toActions(ctx, line, actions) : await proposed(ctx, line, proposal ?? 0);
    return bookLine(ctx, line, chosen, { isAutomatic: false });
  },
});

async function proposed(
  { tx, account }: Pick<WriteContext, 'tx' | 'account'>,
  line: LineRow,
  index: number,
): Promise<readonly BankAction[]> {
  const proposals = (await proposeForLines(tx, account.id, [line])).get(line.guid) ?? [];
  return proposals[index]?.actions ?? fail('no_such_proposal');
}

/** Books a line by itself, if its first proposal is certain at this moment. A line that was unbooked waits for a person. */
export const bookCertainLine = defineTransaction({
  name: 'book-certain-line',
  events: ['bank.booked', ...PAYMENT_EVENTS],
  async run(ctx: WriteContext, { guid: target }: { guid: string }) {
    const line = await lockLineIn(ctx, target, 'open');
    const [best] = (await proposeForLines(ctx.tx, ctx.account.id, [line])).get(line.guid) ?? [];
    if (line.was_unbooked || best?.score !== 1) fail('no_such_proposal');
    return bookLine(ctx, line, best.actions, { isAutomatic: true });
  },
});
