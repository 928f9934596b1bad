import type { AnswerState } from '../../../domain/costs/einvoice-answers.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../../kernel/database/row.ts';
import { type Sql, sql } from '../../../kernel/database/sql.ts';
import { personNameSql } from '../../people/person-store.ts';
import { einvoiceAnswers } from './tables.ts';

const state = einvoiceAnswers.pick('guid', 'answer', 'state');
const given = einvoiceAnswers
  .pick('guid', 'answer', 'state', 'reason', 'problem', 'answered_at')
  .with({ answered_by: col.text() });
const queued = einvoiceAnswers.pick(
  ...(['guid', 'cost_guid', 'answer', 'reason', 'answered_at'] as const),
  ...(['number', 'issue_date', 'type_code', 'receiver', 'receiver_name'] as const),
);

/** The answers to the e-invoice of a cost, the oldest first. */
export function listAnswers(db: Queryable, accountId: number, costGuid: string) {
  return db.query(
    given,
    sql`select a.guid, a.answer, a.state, a.reason, a.problem, a.answered_at, coalesce(${personNameSql('p')}, '') as answered_by
      from einvoice_answers a left join people p on p.account_id = a.account_id and p.id = a.answered_by
      where a.account_id = ${accountId} and a.cost_guid = ${costGuid} order by a.id`,
  );
}

export type NewAnswer = Omit<RowOf<typeof queued>, 'answered_at'> & {
  answered_by: number | null;
  answered_at: Date;
};

export function insertAnswer(accountId: number, answer: NewAnswer): { row: typeof state; result: Sql } {
  const record = { account_id: accountId, ...answer, state: 'queued' as const };
  return { row: state, result: sql`${einvoiceAnswers.insert(record)} returning ${state.list()}` };
}

/** An answer that is not sent yet. */
export function findQueued(db: Queryable, accountId: number, guid: string) {
  return db.find(
    queued,
    sql`select ${queued.list()} from einvoice_answers
        where account_id = ${accountId} and guid = ${guid} and state = 'queued'`,
  );
}

/** What became of a queued answer. */
export function settleStatement(
  accountId: number,
  guid: string,
  outcome: { state: AnswerState; problem: string },
): { row: typeof state; result: Sql } {
  const result = sql`${einvoiceAnswers.update(outcome)} where account_id = ${accountId} and guid = ${guid}
    and state = 'queued' returning ${state.list()}`;
  return { row: state, result };
}
