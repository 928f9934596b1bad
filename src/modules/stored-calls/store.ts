import { CALL_ENDS, type CallEnd } from '../../domain/access/stored-call-states.ts';
import { col, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Changes } from '../../kernel/database/table.ts';
import { storedCalls } from './tables.ts';

/** The calls that are to end: by their guids, of one program, or those whose time is over. */
interface EndingCalls {
  guids?: readonly string[];
  clientId?: string | undefined;
  dueBy?: Date;
}

type Ending = Pick<Changes<typeof storedCalls.columns>, 'reason' | 'decided_by' | 'answer' | 'problems'>;

export const endedCall = storedCalls.pick('guid', 'client_id', 'operation', 'state');

/** Ends calls that are in the state that this end starts from, and returns them: of several ends at once one happens. */
export function endCalls(
  accountId: number,
  end: CallEnd,
  { guids, clientId, dueBy }: EndingCalls,
  now: Date,
  ending: Ending = {},
): Sql {
  const { waitsFor, from, to } = CALL_ENDS[end];
  return sql`${storedCalls.update({ state: to, ended_at: now, ...ending })}
    where account_id = ${accountId} and waits_for = ${waitsFor} and state = ${from}
      ${guids ? sql`and guid = any(${guids}::uuid[])` : EMPTY}
      ${clientId === undefined ? EMPTY : sql`and client_id = ${clientId}`}
      ${dueBy ? sql`and due_at <= ${dueBy}` : EMPTY}
    returning ${endedCall.list()}`;
}

const endedCount = row({ count: col.integer() });

/** The same as the end of a write, which answers how many there were; nothing is written where there was none. */
export function countEnded(accountId: number, end: CallEnd, which: EndingCalls, now: Date) {
  const ctes = sql`ended as (${endCalls(accountId, end, which, now)})`;
  const result = sql`select count(*)::int as count from ended having count(*) > 0`;
  return { row: endedCount, ctes, result };
}
