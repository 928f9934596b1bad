import { sql } from '../database/sql.ts';
import { summarizeEffect } from '../effects/describe-effect.ts';
import { auditedCaller } from '../operations/audit-log.ts';
import { auditLog } from '../operations/tables.ts';
import type { FinalStepSource, WriteCall } from './write-call.ts';

/** The audit row. It is written only if the operation's own statement returns a row, as all that follows is. */
export const auditWrite: FinalStepSource = ({ call, ctx, emitted }, end) => {
  const { caller, now } = ctx;
  // Triggers have no other way to know who acts and when; the settings end with the transaction.
  const person = String(caller.person?.id ?? '');
  const effect = end.effect ?? end.proposes;
  const record = {
    ...auditedBy(call),
    at: sql`set_config('kvitt.now', ${now.toISOString()}, true)::timestamptz`,
    person_id: sql`nullif(set_config('kvitt.person_id', ${person}, true), '')::bigint`,
    action: end.action ?? call.op.name,
    target: end.target,
    outcome: end.outcome ?? 'ok',
    effect: effect ? summarizeEffect(effect) : null,
  };
  // The trigger that writes the events must find them when the row is inserted.
  const source = emitted.isEmpty ? sql`answer` : sql`answer cross join emitted`;
  return [sql`audited as (${auditLog.insertSelect(record)} from ${source} returning id)`];
};

/** Who has called, and the program that the call is about, where it is about one. */
export function auditedBy<Out>({ op, caller, input }: WriteCall<Out>) {
  return { ...auditedCaller(caller), ...(op.auditsAgent && { agent_id: op.auditsAgent(input) }) };
}
