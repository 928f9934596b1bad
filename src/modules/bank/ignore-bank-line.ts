import { z } from 'zod';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { changeOf } from '../../kernel/effects/effect.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { lineEvent, lineRecord, lockLineIn } from './book-line.ts';
import { lineAnswer, moveLineCte, selectLineAnswer } from './booking-store.ts';
import { toBankLine } from './read.ts';
import { bankLine, optionalReason, reasonInput } from './schema.ts';

const output = z.object({ line: bankLine });

export const ignoreBankLine = defineWrite({
  name: 'ignore-bank-line',
  summary: 'Ignores a line of a bank statement: it does not belong in the books.',
  description: 'Use it for a line that another system books, for example. restore-bank-line reverses it.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  events: ['bank.ignored'],
  input: object({ guid: guid('The line'), data: reasonInput }),
  output,
  refusals: ['bank_line_not_found', 'bank_line_state'],
  run: (ctx, { guid: target, data }) =>
    moveLine(ctx, target, { from: 'open', to: 'ignored', reason: data.reason }),
});

export const restoreBankLine = defineWrite({
  name: 'restore-bank-line',
  summary: 'Restores an ignored line of a bank statement; it waits to be booked again.',
  description: 'Use it when an ignored line belongs in the books after all.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  events: ['bank.restored'],
  input: object({ guid: guid('The line'), data: optionalReason.optional() }),
  output,
  refusals: ['bank_line_not_found', 'bank_line_state'],
  run: (ctx, { guid: target, data }) =>
    moveLine(ctx, target, { from: 'ignored', to: 'open', reason: data?.reason ?? '' }),
});

async function moveLine(
  ctx: WriteContext,
  target: string,
  { from, to, reason }: { from: 'open' | 'ignored'; to: 'open' | 'ignored'; reason: string },
) {
  const line = await lockLineIn(ctx, target, from);
  ctx.emit(to === 'ignored' ? 'bank.ignored' : 'bank.restored', lineEvent(line));
  return ctx.finish({
    target,
    row: lineAnswer,
    ctes: moveLineCte(ctx.account.id, line.id, { state: to, reason }),
    result: selectLineAnswer(toBankLine({ ...line, state: to, reason })),
    effect: changeOf(lineRecord(line), [
      { name: 'state', from, to },
      ...(reason ? [{ name: 'reason', to: reason }] : []),
    ]),
  });
}
