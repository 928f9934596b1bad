import { z } from 'zod';
import { OWNERS } from '../../../kernel/access/access.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { flag, integer, object } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { highestNumber, lockNumbers, setNextNumber } from './numbers-store.ts';

/** Nine digits fit into the systems of banks and bookkeepers. */
const MAX_NUMBER = 999_999_999;

/**
 * For companies that come from another system. The series only goes up: never onto or below the number of an existing
 * invoice. A start that no invoice has used yet can still be corrected.
 */
export const startInvoiceNumbers = defineWrite({
  name: 'start-invoice-numbers',
  summary: 'Sets the number of the next invoice. It must be higher than all numbers that were used.',
  description:
    'Use it when a company comes from another system and continues its numbers. Numbers that are skipped are never used.',
  access: { scope: null, roles: OWNERS },
  events: [],
  input: object({
    next: integer(1, MAX_NUMBER)('The number of the next invoice or credit note'),
    leave_gap: flag.optional(
      'Needed where invoices have been issued and numbers between them and this one stay unused',
    ),
  }).meta({ examples: [{ next: 4711 }] }),
  output: z.object({ next: out.integer('The number of the next invoice or credit note', 4711) }),
  refusals: ['account_not_found', 'number_used', 'number_gap'],
  async run(ctx, { next, leave_gap: leaveGap = false }) {
    await lockNumbers(ctx.tx, ctx.account.id);
    const highest = await highestNumber(ctx.tx, ctx.account.id);
    if (next <= highest) fail('number_used', String(next), String(highest + 1));
    if (highest > 0 && next > highest + 1 && !leaveGap) {
      fail('number_gap', String(highest + 1), String(next - 1));
    }
    const statement = setNextNumber(ctx.account.id, highest, next, ctx.now);
    return ctx.finish({ target: ctx.account.guid, ...statement });
  },
});
