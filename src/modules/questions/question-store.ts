import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, join, raw, type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { personNameSql } from '../people/person-store.ts';
import {
  DOCUMENT_KINDS,
  type DocumentKind,
  type QUESTION_STATES,
  questionAnswers,
  questions,
} from './tables.ts';

const state = questions.pick('guid', 'state');

/** The columns that a question shows of its document: number, name, day, amount and currency. */
const DOCUMENTS: Readonly<Record<DocumentKind, Sql>> = {
  invoice: sql`select coalesce(d.number::text, '') as number, coalesce(d.buyer ->> 'name', '') as name,
      d.issue_date as date, d.amount, d.currency from invoices d`,
  cost: sql`select '', coalesce(nullif(d.supplier_name, ''), d.description), coalesce(d.issue_date, d.listed_on),
      d.amount, d.currency from costs d`,
  bank_line: sql`select '', coalesce(nullif(d.counterparty_name, ''), d.text), d.booked_on, d.amount, b.currency
      from bank_lines d join bank_accounts b on b.account_id = d.account_id and b.id = d.bank_account_id`,
  payment: sql`select '', coalesce(c.name, ''), d.paid_on, d.amount, d.currency
      from payments d left join customers c on c.account_id = d.account_id and c.id = d.customer_id`,
};

/** The document of the row `alias` of questions; none where it was deleted. */
export function documentSql(alias: string): Sql {
  const q = raw(alias);
  const sources = Object.entries(DOCUMENTS).map(
    ([kind, select]) => sql`${select} where d.account_id = ${q}.account_id and d.guid = ${q}.document_guid
      and ${q}.document_kind = ${kind}`,
  );
  return join(sources, ' union all ');
}

const documentRow = row({ date: col.date() });

/** The day of a document; null where the account has no such document. */
export async function findDocumentDay(
  db: Queryable,
  accountId: number,
  kind: DocumentKind,
  guid: string,
): Promise<string | null> {
  const found = await db.find(
    documentRow,
    sql`select o.date from (select ${accountId}::bigint as account_id, ${guid}::uuid as document_guid,
          ${kind}::text as document_kind) q cross join lateral (${documentSql('q')}) o`,
  );
  return found?.date ?? null;
}

const known = row({ is_known: col.boolean() });

/** Whether the account has this document, or has had it when somebody asked about it. */
export async function isKnownDocument(db: Queryable, accountId: number, guid: string): Promise<boolean> {
  const [found] = await db.query(
    known,
    sql`select exists (select from questions where account_id = ${accountId} and document_guid = ${guid})
      or exists (select from (select ${accountId}::bigint as account_id, ${guid}::uuid as document_guid, k as document_kind
          from unnest(${[...DOCUMENT_KINDS]}::text[]) k) q cross join lateral (${documentSql('q')}) o) as is_known`,
  );
  return found?.is_known === true;
}

/** Of several calls at once that ask or answer, each sees what the others have stored. */
export async function lockQuestions(tx: Queryable, accountId: number): Promise<void> {
  await tx.query(
    emptyRow,
    sql`select from pg_advisory_xact_lock(hashtextextended('questions ' || ${accountId}::text, 0))`,
  );
}

export interface NewQuestion {
  guid: string;
  document_kind: DocumentKind;
  document_guid: string;
  question: string;
  asked_by: number | null;
  asked_at: Date;
}

/** The same question that is not closed yet. */
export function findSame(db: Queryable, accountId: number, asked: Omit<NewQuestion, 'guid'>) {
  const { document_kind, document_guid, question } = asked;
  return db.find(
    state,
    sql`select ${state.list()} from questions where account_id = ${accountId} and document_guid = ${document_guid}
        and document_kind = ${document_kind} and question = ${question} and state <> 'closed' limit 1`,
  );
}

export function insertQuestion(accountId: number, question: NewQuestion) {
  const record = { account_id: accountId, ...question, state: 'open' as const };
  return { row: state, result: sql`${questions.insert(record)} returning ${state.list()}` };
}

export function selectState(accountId: number, guid: string) {
  const result = sql`select ${state.list()} from questions where account_id = ${accountId} and guid = ${guid}`;
  return { row: state, result };
}

const answerable = questions.pick('id', 'state', 'document_kind', 'document_guid').with({
  answers: col.integer(),
  last_answer: col.text(),
});

/** A question with how many answers it has, and the last of them. */
export function findAnswerable(db: Queryable, accountId: number, guid: string) {
  return db.find(
    answerable,
    sql`select q.id, q.state, q.document_kind, q.document_guid, count(a.id)::int as answers,
          coalesce((array_agg(a.answer order by a.id desc))[1], '') as last_answer
        from questions q left join question_answers a on a.account_id = q.account_id and a.question_id = q.id
        where q.account_id = ${accountId} and q.guid = ${guid} group by q.account_id, q.id`,
  );
}

interface NewAnswer {
  answer: string;
  via: 'console' | 'api' | 'link' | 'mail';
  sender: string;
  answered_by: number | null;
  answered_at: Date;
}

/** A closed question stays closed. */
export function insertAnswer(
  accountId: number,
  { id, guid }: { id: number; guid: string },
  answer: NewAnswer,
) {
  const record = { account_id: accountId, question_id: id, ...answer };
  const next = sql`case state when 'closed' then 'closed' else 'answered' end`;
  return {
    row: state,
    ctes: sql`answered as (${questionAnswers.insert(record)})`,
    result: sql`${questions.update({ state: next })} where account_id = ${accountId} and guid = ${guid}
      returning ${state.list()}`,
  };
}

export function closeStatement(accountId: number, guid: string, by: { person: number | null; now: Date }) {
  const closed = { state: 'closed' as const, closed_by: by.person, closed_at: by.now };
  const result = sql`${questions.update(closed)} where account_id = ${accountId} and guid = ${guid}
    returning ${state.list()}`;
  return { row: state, result };
}

const answerRow = row({
  answer: col.text(),
  answered_at: col.text(),
  answered_by: col.text(),
  via: col.text(),
  sender: col.text(),
});
const questionRow = questions
  .pick('id', 'guid', 'state', 'document_kind', 'document_guid', 'question', 'asked_at', 'closed_at')
  .with({
    asked_by: col.text(),
    closed_by: col.text(),
    number: col.text().nullable(),
    name: col.text().nullable(),
    date: col.date().nullable(),
    amount: col.numeric().nullable(),
    currency: col.text().nullable(),
    answers: col.jsonList(answerRow),
  });
export type QuestionRow = RowOf<typeof questionRow>;

export interface QuestionFilter {
  guid?: string | undefined;
  state?: (typeof QUESTION_STATES)[number] | undefined;
  document_guid?: string | undefined;
}

/** Questions of an account, the newest first. */
export function listQuestions(
  db: Queryable,
  accountId: number,
  { guid, state: only, document_guid }: QuestionFilter,
  { take, skip, after }: BatchRange<QuestionRow>,
): Promise<QuestionRow[]> {
  const personOf = (column: string) =>
    sql`coalesce((select ${personNameSql('p')} from people p
      where p.account_id = q.account_id and p.id = ${raw(`q.${column}`)}), '')`;
  return db.query(
    questionRow,
    pageOf(
      sql`select q.id, q.guid, q.state, q.document_kind, q.document_guid, q.question, q.asked_at, q.closed_at,
        ${personOf('asked_by')} as asked_by, ${personOf('closed_by')} as closed_by,
        o.number, o.name, o.date, o.amount, o.currency,
        (select coalesce(json_agg(json_build_object('answer', a.answer, 'answered_at', ${timestampText(sql`a.answered_at`)},
            'answered_by', coalesce(${personNameSql('p')}, ''), 'via', a.via, 'sender', a.sender) order by a.id), '[]')
          from question_answers a left join people p on p.account_id = a.account_id and p.id = a.answered_by
          where a.account_id = q.account_id and a.question_id = q.id) as answers
      from questions q left join lateral (${documentSql('q')}) o on true
      where q.account_id = ${accountId} ${guid ? sql`and q.guid = ${guid}` : EMPTY}
        ${only ? sql`and q.state = ${only}` : EMPTY}
        ${document_guid ? sql`and q.document_guid = ${document_guid}` : EMPTY}
        ${after ? sql`and q.id < ${after.id}` : EMPTY}
      order by q.id desc`,
      take,
      skip,
    ),
  );
}

export async function findQuestion(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<QuestionRow | null> {
  const [found] = await listQuestions(db, accountId, { guid }, { take: 1, skip: 0, after: null });
  return found ?? null;
}
