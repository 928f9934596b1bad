import { emptyRow } from '../database/row.ts';
import { sql } from '../database/sql.ts';
import { Failure, failure } from '../failures/failure.ts';
import type { ReadContext, WriteContext } from './context.ts';
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
export function refuseIfChanged<In extends object, Out>(
  operation: WriteOperation<In, Out, unknown>,
  current: (ctx: ReadContext, input: In) => Promise<object | undefined>,
): WriteOperation<In, Out, GuardedFacts> {
  return {
    ...operation,
    refusals: [...(operation.refusals ?? []), 'changed_meanwhile'],
    prepare: async (reading, input) => ({ reading, facts: await operation.prepare?.(reading, input) }),
    async run(ctx, input, { reading, facts }) {
      const { was } = ctx.caller;
      if (was) {
        await lock(ctx, operation.name, input);
        const now = await current({ ...reading, db: ctx.tx }, input);
        if (now) compare(was, { ...now });
      }
      return operation.run(ctx, input, facts);
    },
  };
}

interface GuardedFacts {
  /** What the record is read with, in the transaction of the write. */
  reading: ReadContext;
  /** Those of the write itself. */
  facts: unknown;
}

async function lock({ tx, account }: WriteContext, operation: string, input: object): Promise<void> {
  const record = 'guid' in input ? input.guid : 'agent_id' in input ? input.agent_id : '';
  const key = `change ${account.id} ${operation} ${record ?? ''}`;
  await tx.query(emptyRow, sql`select from pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
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
