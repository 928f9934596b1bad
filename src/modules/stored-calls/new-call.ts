import type { Sql } from '../../kernel/database/sql.ts';
import { describeEffect, summarizeEffect } from '../../kernel/effects/describe-effect.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { encodeInput } from './stored-input.ts';

interface NewCall {
  /** As it is shown. */
  operation: string;
  /** The name under which it is found again. */
  operationKey: string;
  /** The input as it was sent. */
  raw: unknown;
  /** What it did when it was rehearsed; null where the operation describes none. */
  effect: Effect | null;
  /** The name of its record, where no effect says it. */
  name?: Sql | string;
  dueAt: Date;
}

/** The row of a call that is stored instead of being run. */
export function newCall(ctx: WriteContext, call: NewCall) {
  const { effect, name = '' } = call;
  return {
    account_id: ctx.account.id,
    guid: ctx.newGuid(),
    ip: ctx.caller.ip,
    request_id: ctx.caller.requestId,
    operation: call.operation,
    operation_key: call.operationKey,
    ...encodeInput(call.raw),
    effect: effect && describeEffect(effect),
    ...(effect ? nameOf(effect) : { number: '', name }),
    created_at: ctx.now,
    due_at: call.dueAt,
  };
}

/** The records that people call by their number. */
const NUMBERED: readonly string[] = ['invoice', 'credit_note', 'order', 'quote'];

function nameOf(effect: Effect): { number: string; name: string } {
  const { record = '', number = '', name } = summarizeEffect(effect);
  return { number: NUMBERED.includes(record) ? number : '', name };
}
