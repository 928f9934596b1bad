import type { ReadContext, WriteContext } from './context.ts';
import { emptyRow } from './database/row.ts';
import { sql } from './database/sql.ts';
import { Failure, failure } from './failures/failure.ts';
import type { WriteOperation } from './operation.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Somebody else changed a field after the caller had read the record; `current` is what it holds now. */
export class ChangedMeanwhile extends Failure {
  readonly current: Fields;

  constructor(fields: readonly string[], current: Fields) {
    const { code, message, details } = failure('changed_meanwhile', fields.join(', '));
    super(code, message, details);
    this.current = current;
  }
}

/**
 * Refuses a change by a person that was made from values which are not there any more, and shows the present ones: two
 * people who edit a record at once never overwrite each other unseen. The browser sends the old values (`was`) of what it
 * changes, so changes of different fields do not get into each other's way, and a program, which sends none, pays nothing.
 *
 * `current` reads the record as the browser has read it. The lock is held from before that read until the commit, so that
 * of two such changes at the same moment one sees the other.
 */
export function refuseIfChanged<In, Out, Facts>(
  operation: WriteOperation<In, Out, Facts>,
  current: (ctx: ReadContext, input: In) => Promise<object | undefined>,
): WriteOperation<In, Out, Facts> {
  return {
    ...operation,
    refusals: [...(operation.refusals ?? []), 'changed_meanwhile'],
    async run(ctx, input, facts) {
      const { was } = ctx.caller;
      if (was) await check(ctx, operation.name, input, was, current);
      return operation.run(ctx, input, facts);
    },
  };
}

async function check<In>(
  ctx: WriteContext,
  operation: string,
  input: In,
  was: Fields,
  current: (ctx: ReadContext, input: In) => Promise<object | undefined>,
): Promise<void> {
  const { guid, agent_id } = input as { guid?: string; agent_id?: string };
  const key = `change ${ctx.account.id} ${operation} ${guid ?? agent_id ?? ''}`;
  await ctx.tx.query(emptyRow, sql`select from pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  // The reads of records need nothing of their context but the database and the account.
  const now = await current({ ...ctx, db: ctx.tx } as unknown as ReadContext, input);
  if (now) compare(was, now as Fields);
}

function compare(was: Fields, now: Fields): void {
  const changed = changedFields(was, JSON.parse(JSON.stringify(now)));
  if (changed.length > 0) throw new ChangedMeanwhile(changed, pickLike(was, now));
}

/** The names of the fields that differ; those of a group, such as the settings of an account, are compared one by one. */
function changedFields(was: Fields, now: Fields): string[] {
  return Object.entries(was).flatMap(([name, before]) => {
    const present = now[name];
    if (isGroup(before) && isGroup(present)) return changedFields(before, present);
    return JSON.stringify(before ?? null) === JSON.stringify(present ?? null) ? [] : [name];
  });
}

function pickLike(was: Fields, now: Fields): Fields {
  return Object.fromEntries(
    Object.entries(was).map(([name, before]) => {
      const present = now[name];
      return [name, isGroup(before) && isGroup(present) ? pickLike(before, present) : (present ?? null)];
    }),
  );
}

function isGroup(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
