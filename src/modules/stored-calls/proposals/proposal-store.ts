import { CALL_ENDS, PROPOSAL_STATES, type ProposalState } from '../../../domain/access/stored-call-states.ts';
import { pageOf } from '../../../kernel/database/page-sql.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, emptyRow, first, type RowOf, row } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { Insert } from '../../../kernel/database/table.ts';
import type { EffectDescription } from '../../../kernel/effects/effect-schema.ts';
import { countOf } from '../../../kernel/operations/count-of.ts';
import { grants } from '../../agents/tables.ts';
import { personNameSql } from '../../people/person-store.ts';
import type { Problem } from '../problems.ts';
import { storedCalls } from '../tables.ts';

/** What every call that waits for a person has. */
const ofProposal = {
  client_id: col.text(),
  effect: col.jsonb<EffectDescription>(),
  state: col.oneOf(PROPOSAL_STATES),
};

const waitingColumns = storedCalls.pick('guid', 'operation', 'reasons', 'due_at');
const waitingRow = waitingColumns.with({ state: ofProposal.state });
/** A proposal as the program sees it that made it. */
export type WaitingRow = RowOf<typeof waitingRow>;

const listedProposal = storedCalls.pick(
  'guid',
  'client_id',
  'operation',
  'operation_key',
  'effect',
  'reasons',
  'state',
  'created_at',
  'due_at',
  'ended_at',
  'reason',
  'problems',
  'answer',
);
const listedRow = listedProposal.with({ ...ofProposal, agent_name: col.text(), person: col.text() });
/** A proposal with the names of its program and of the person who decided. */
export type ProposalRow = RowOf<typeof listedRow>;

const listedColumns = sql`${listedProposal.list('p')}, coalesce(c.name, '') as agent_name,
  coalesce(${personNameSql('h')}, '') as person`;
const joined = sql`stored_calls p left join clients c on c.client_id = p.client_id
  left join people h on h.account_id = p.account_id and h.id = p.decided_by`;

interface ProposalFilter {
  state?: ProposalState | undefined;
  /** Only those of this program. */
  clientId?: string | undefined;
  guid?: string | undefined;
}

function matches(accountId: number, { state, clientId, guid }: ProposalFilter): Sql {
  return sql`p.account_id = ${accountId} and p.waits_for = 'person'
    ${state ? sql`and p.state = ${state}` : EMPTY} ${clientId === undefined ? EMPTY : sql`and p.client_id = ${clientId}`}
    ${guid ? sql`and p.guid = ${guid}` : EMPTY}`;
}

export function listProposals(
  db: Queryable,
  accountId: number,
  filter: ProposalFilter,
  { take, skip }: { take: number; skip: number },
): Promise<ProposalRow[]> {
  return db.query(
    listedRow,
    pageOf(
      sql`select ${listedColumns} from ${joined} where ${matches(accountId, filter)}
      order by p.created_at desc, p.guid`,
      take,
      skip,
    ),
  );
}

export function countProposals(db: Queryable, accountId: number, filter: ProposalFilter): Promise<number> {
  return countOf(db, sql`select count(*) from stored_calls p where ${matches(accountId, filter)}`);
}

export function findProposal(
  db: Queryable,
  accountId: number,
  filter: ProposalFilter & { guid: string },
): Promise<ProposalRow | null> {
  return db.find(listedRow, sql`select ${listedColumns} from ${joined} where ${matches(accountId, filter)}`);
}

const carriedOut = storedCalls.pick(
  'guid',
  'client_id',
  'operation',
  'operation_key',
  'input',
  'files',
  'state',
  'ip',
);
const executableRow = carriedOut.with({
  client_id: col.text(),
  scopes: grants.columns.scopes.nullable(),
  is_frozen: col.boolean(),
});
/** A proposal as an approval needs it; `scopes` are null where the program was disconnected. */
export type ExecutableProposal = RowOf<typeof executableRow>;

/**
 * An approval locks the proposal, so that of several decisions one is made, and the grant against a concurrent revocation,
 * freezing or change of scopes.
 */
export function findExecutable(
  db: Queryable,
  accountId: number,
  guid: string,
  { isLocked = false } = {},
): Promise<ExecutableProposal | null> {
  return first(
    db.query(
      executableRow,
      sql`with program as (
          select g.scopes, g.frozen_at from stored_calls p
          join grants g on g.account_id = p.account_id and g.client_id = p.client_id and g.revoked_at is null
          where ${matches(accountId, { guid })} ${isLocked ? sql`for share of g` : EMPTY})
        select ${carriedOut.list('p')}, (select scopes from program) as scopes,
          exists (select from program where frozen_at is not null) as is_frozen
        from stored_calls p where ${matches(accountId, { guid })} ${isLocked ? sql`for update of p` : EMPTY}`,
    ),
  );
}

/** Locks the program, so that its waiting proposals are counted before another one is made. Null: it has no access. */
export async function countWaiting(
  tx: Queryable,
  accountId: number,
  clientId: string,
): Promise<number | null> {
  const locked = await tx.query(
    row({ id: col.bigint() }),
    sql`select g.id from grants g where g.account_id = ${accountId} and g.client_id = ${clientId}
      and g.revoked_at is null and g.frozen_at is null for update`,
  );
  return locked.length === 0 ? null : countProposals(tx, accountId, { clientId, state: 'waiting' });
}

const keyedRow = waitingRow.with({
  digest: storedCalls.columns.digest,
  answer: storedCalls.columns.answer,
});
type KeyedRow = RowOf<typeof keyedRow>;

const KEY_HOURS = 24;

function isBound(now: Date): Sql {
  const horizon = new Date(now.getTime() - KEY_HOURS * 3600 * 1000);
  return sql`(state = 'waiting' or ended_at >= ${horizon})`;
}

export function findProposalByKey(
  db: Queryable,
  accountId: number,
  key: string,
  now: Date,
): Promise<KeyedRow | null> {
  return db.find(
    keyedRow,
    sql`select ${waitingColumns.list()}, state, digest, answer from stored_calls
        where account_id = ${accountId} and idempotency_key = ${key} and ${isBound(now)}`,
  );
}

/** Frees a key that no proposal is bound to any more, so that it can be used again. */
export async function freeKey(tx: Queryable, accountId: number, key: string, now: Date): Promise<void> {
  await tx.query(
    emptyRow,
    sql`${storedCalls.update({ idempotency_key: null })}
      where account_id = ${accountId} and idempotency_key = ${key} and not ${isBound(now)}`,
  );
}

export function insertProposal(record: Insert<typeof storedCalls.columns>) {
  return {
    row: waitingRow,
    result: sql`${storedCalls.insert(record)} returning ${waitingColumns.list()}, state`,
  };
}

/** A step of the statement that carries the proposal out; it stores the row that the statement answers. */
export function completeProposal(accountId: number, guid: string, personId: number, now: Date): Sql {
  const changes = {
    state: CALL_ENDS.approve.to,
    decided_by: personId,
    ended_at: now,
    problems: null,
    // The table has a column of the same name, which would win over the step `answer`.
    answer: sql`to_jsonb(done) || jsonb_build_object('action_id', audited.id)`,
  };
  return sql`approved_proposal as (
    ${storedCalls.update(changes, 'p')} from answer done, audited
    where ${matches(accountId, { guid, state: 'waiting' })})`;
}

/** Notes why an approval was refused; the proposal goes on waiting. */
export async function noteRefusal(
  db: Queryable,
  accountId: number,
  guid: string,
  problems: Problem[],
): Promise<void> {
  await db.query(
    emptyRow,
    sql`${storedCalls.update({ problems }, 'p')} where ${matches(accountId, { guid, state: 'waiting' })}`,
  );
}

const dueRow = storedCalls.pick('account_id', 'guid');

/** The statement names no account: the clock ends the proposals of all of them. */
export function listDue(db: Queryable, now: Date, take: number) {
  return db.query(
    dueRow,
    sql`select account_id, guid from stored_calls
      where waits_for = 'person' and state = 'waiting' and due_at <= ${now} order by due_at limit ${take}`,
  );
}
