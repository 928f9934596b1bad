import type { ProposalState } from '../../domain/access/proposal-states.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import {
  bigint,
  boolean,
  countRow,
  emptyRow,
  first,
  type RowOf,
  row,
  text,
} from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { Insert } from '../../kernel/database/table.ts';
import { grants } from '../agents/tables.ts';
import { personNameSql } from '../people/person-store.ts';
import { proposals } from './tables.ts';

const listedProposal = proposals.pick(
  'guid',
  'client_id',
  'operation',
  'operation_key',
  'preview',
  'reasons',
  'state',
  'created_at',
  'expires_at',
  'ended_at',
  'reason',
  'refusal',
  'answer',
);
const listedRow = listedProposal.with({ agent_name: text(), person: text() });
/** A proposal with the names of its program and of the person who decided. */
export type ProposalRow = RowOf<typeof listedRow>;

const listedColumns = sql`${listedProposal.list('p')}, coalesce(c.name, '') as agent_name,
  coalesce(${personNameSql('h')}, '') as person`;
const joined = sql`proposals p left join clients c on c.client_id = p.client_id
  left join people h on h.account_id = p.account_id and h.id = p.decided_by`;

interface ProposalFilter {
  state?: ProposalState | undefined;
  /** Only those of this program. */
  clientId?: string | undefined;
  guid?: string | undefined;
}

function matches(accountId: number, { state, clientId, guid }: ProposalFilter): Sql {
  return sql`p.account_id = ${accountId}
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
    sql`select ${listedColumns} from ${joined} where ${matches(accountId, filter)}
      order by p.created_at desc, p.guid limit ${take} offset ${skip}`,
  );
}

export async function countProposals(
  db: Queryable,
  accountId: number,
  filter: ProposalFilter,
): Promise<number> {
  const [found] = await db.query(
    countRow,
    sql`select count(*) from proposals p where ${matches(accountId, filter)}`,
  );
  return found?.count ?? 0;
}

export function findProposal(
  db: Queryable,
  accountId: number,
  filter: ProposalFilter & { guid: string },
): Promise<ProposalRow | null> {
  return first(
    db.query(listedRow, sql`select ${listedColumns} from ${joined} where ${matches(accountId, filter)}`),
  );
}

const carriedOut = proposals.pick(
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
  scopes: grants.columns.scopes.nullable(),
  is_frozen: boolean(),
});
/** A proposal as an approval needs it; `scopes` are null where the program was disconnected. */
export type ExecutableProposal = RowOf<typeof executableRow>;

export function findExecutable(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<ExecutableProposal | null> {
  return first(
    db.query(
      executableRow,
      sql`select ${carriedOut.list('p')}, g.scopes, g.frozen_at is not null as is_frozen
        from proposals p
        left join grants g on g.account_id = p.account_id and g.client_id = p.client_id and g.revoked_at is null
        where p.account_id = ${accountId} and p.guid = ${guid}`,
    ),
  );
}

const lockedRow = row({
  state: proposals.columns.state,
  scopes: grants.columns.scopes.nullable(),
  is_frozen: boolean(),
});

/**
 * Locks the proposal, so that of several decisions one is made. The grant is locked against a concurrent revocation,
 * freezing or change of scopes; `scopes` are null where the program was disconnected.
 */
export function lockProposal(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<RowOf<typeof lockedRow> | null> {
  return first(
    tx.query(
      lockedRow,
      sql`with program as (
          select g.scopes, g.frozen_at from proposals p
          join grants g on g.account_id = p.account_id and g.client_id = p.client_id and g.revoked_at is null
          where p.account_id = ${accountId} and p.guid = ${guid} for share of g)
        select p.state, (select scopes from program) as scopes,
          exists (select from program where frozen_at is not null) as is_frozen
        from proposals p
        where p.account_id = ${accountId} and p.guid = ${guid} for update of p`,
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
    row({ id: bigint() }),
    sql`select g.id from grants g where g.account_id = ${accountId} and g.client_id = ${clientId}
      and g.revoked_at is null and g.frozen_at is null for update`,
  );
  return locked.length === 0 ? null : countProposals(tx, accountId, { clientId, state: 'waiting' });
}

const keyedRow = listedProposal.with({ digest: proposals.columns.digest });
type KeyedRow = RowOf<typeof keyedRow>;

const KEY_HOURS = 24;

function isBound(now: Date): Sql {
  const horizon = new Date(now.getTime() - KEY_HOURS * 3600 * 1000);
  return sql`(state = 'waiting' or ended_at >= ${horizon})`;
}

export function findByKey(
  db: Queryable,
  accountId: number,
  key: string,
  now: Date,
): Promise<KeyedRow | null> {
  return first(
    db.query(
      keyedRow,
      sql`select ${listedProposal.list('p')}, p.digest from proposals p
        where p.account_id = ${accountId} and p.idempotency_key = ${key} and ${isBound(now)}`,
    ),
  );
}

/** Frees a key that no proposal is bound to any more, so that it can be used again. */
export async function freeKey(tx: Queryable, accountId: number, key: string, now: Date): Promise<void> {
  await tx.query(
    emptyRow,
    sql`${proposals.update({ idempotency_key: null })}
      where account_id = ${accountId} and idempotency_key = ${key} and not ${isBound(now)}`,
  );
}

const proposalKey = proposals.pick('guid');

export function insertProposal(record: Insert<typeof proposals.columns>) {
  return { row: proposalKey, result: sql`${proposals.insert(record)} returning guid` };
}

/** Ends a proposal that waits; returns nothing where it has ended already. */
export function endProposal(
  accountId: number,
  guid: string,
  end: { state: 'declined' | 'withdrawn'; reason: string; decidedBy: number | null; clientId?: string },
  now: Date,
) {
  const changes = { state: end.state, reason: end.reason, decided_by: end.decidedBy, ended_at: now };
  const ofProgram = end.clientId === undefined ? EMPTY : sql`and client_id = ${end.clientId}`;
  return {
    row: proposals.pick('guid', 'client_id', 'operation', 'state'),
    result: sql`${proposals.update(changes)}
      where account_id = ${accountId} and guid = ${guid} and state = 'waiting' ${ofProgram}
      returning guid, client_id, operation, state`,
  };
}

/** Declines all that a program has proposed, because nobody could approve it any more. */
export function declineAllOf(
  tx: Queryable,
  accountId: number,
  clientId: string,
  { reason, now }: { reason: string; now: Date },
) {
  return tx.query(
    proposals.pick('guid', 'operation'),
    sql`${proposals.update({ state: 'declined', reason, ended_at: now })}
      where account_id = ${accountId} and client_id = ${clientId} and state = 'waiting'
      returning guid, operation`,
  );
}

/** A step of the statement that carries the proposal out; it stores the row that the statement answers. */
export function completeProposal(accountId: number, guid: string, personId: number, now: Date): Sql {
  const changes = {
    state: 'approved' as const,
    decided_by: personId,
    ended_at: now,
    refusal: null,
    // The table has a column of the same name, which would win over the step `answer`.
    answer: sql`to_jsonb(done) || jsonb_build_object('action_id', audited.id)`,
  };
  return sql`approved_proposal as (
    ${proposals.update(changes)} from answer done, audited
    where proposals.account_id = ${accountId} and proposals.guid = ${guid} and proposals.state = 'waiting')`;
}

/** Notes why an approval was refused; the proposal goes on waiting. */
export async function noteRefusal(
  db: Queryable,
  accountId: number,
  guid: string,
  refusal: { code: string; message: string },
): Promise<void> {
  await db.query(
    emptyRow,
    sql`${proposals.update({ refusal })} where account_id = ${accountId} and guid = ${guid} and state = 'waiting'`,
  );
}

const dueRow = proposals.pick('account_id', 'guid');

/** The statement names no account: the clock ends the proposals of all of them. */
export function listDue(db: Queryable, now: Date, take: number): Promise<RowOf<typeof dueRow>[]> {
  return db.query(
    dueRow,
    sql`select account_id, guid from proposals where state = 'waiting' and expires_at <= ${now}
      order by expires_at limit ${take}`,
  );
}

export function expireProposalStatement(accountId: number, guid: string, now: Date) {
  return {
    row: proposals.pick('guid', 'client_id', 'operation'),
    result: sql`${proposals.update({ state: 'expired', ended_at: now })}
      where account_id = ${accountId} and guid = ${guid} and state = 'waiting' and expires_at <= ${now}
      returning guid, client_id, operation`,
  };
}
