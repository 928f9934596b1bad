import type { DateRange, PlainDate } from '../../domain/values/dates.ts';
import type { FiledBoxes } from '../../domain/vat/boxes.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import type { TaxAnswer } from '../../kernel/ports/tax-office.ts';
import { type LockChange, lockPeriodCtes, unlockSql } from '../accounts/vat-periods-store.ts';
import { vatSubmissions } from './tables.ts';

const openRow = vatSubmissions.pick(
  'id',
  'guid',
  'to_date',
  'kind',
  'state',
  'made_lock',
  'begun_at',
  'boxes',
  'assessment',
  'to_pay',
  'due_on',
  'ocr',
  'claim_no',
);
export type OpenSubmission = RowOf<typeof openRow>;

interface NewSubmission extends LockChange {
  guid: string;
  kind: 'first' | 'correction';
  /** Until when nobody else may call the tax office for it. */
  until: Date;
}

/**
 * Locks the period and records that its return is about to be handed in, or takes up one of which the outcome is not known. Under
 * one lock there is one submission. Null where another call is at it, or the office has answered.
 */
export async function beginSubmission(
  db: Queryable,
  accountId: number,
  { guid, kind, until, ...change }: NewSubmission,
): Promise<OpenSubmission | null> {
  const { days, person, now } = change;
  const record = {
    ...{ account_id: accountId, guid, from_date: days.from, to_date: days.to, kind },
    ...{ begun_at: now, begun_by: person, sending_until: until },
    state: 'sending',
    made_lock: sql`locked.is_new`,
    lock_id: sql`locked.id`,
  } as const;
  const [begun] = await db.query(
    openRow,
    sql`with ${lockPeriodCtes(accountId, change)},
      begun as (
        ${vatSubmissions.insertSelect(record)} from locked
        on conflict (account_id, lock_id) do update set sending_until = excluded.sending_until
          where vat_submissions.state = 'sending'
            and (vat_submissions.sending_until is null or vat_submissions.sending_until < ${now})
        returning ${openRow.list()})
      select ${openRow.list()} from begun`,
  );
  return begun ?? null;
}

/** The submission of the period that ends on a day, of which the outcome is not recorded yet. */
export async function findOpenSubmission(
  db: Queryable,
  accountId: number,
  to: PlainDate,
): Promise<OpenSubmission | null> {
  const [open] = await db.query(
    openRow,
    sql`select ${openRow.list()} from vat_submissions
      where account_id = ${accountId} and to_date = ${to} and state <> 'submitted'`,
  );
  return open ?? null;
}

/** From now on the office may have these figures. */
export async function storeBoxes(
  db: Queryable,
  accountId: number,
  id: number,
  boxes: FiledBoxes,
): Promise<void> {
  const changes = { boxes: sql`${JSON.stringify(boxes)}::jsonb` };
  await db.query(emptyRow, sql`${vatSubmissions.update(changes)} where ${isOpen(accountId, id)}`);
}

/** The answer of the office is stored before anything else can fail. */
export async function storeAnswer(
  db: Queryable,
  accountId: number,
  id: number,
  answer: TaxAnswer,
): Promise<void> {
  const { assessment, toPay: to_pay, dueOn: due_on, ocr, claimNo: claim_no, receipt } = answer;
  const changes = { state: 'accepted', assessment, to_pay, due_on, ocr, claim_no, receipt } as const;
  await db.query(emptyRow, sql`${vatSubmissions.update(changes)} where ${isOpen(accountId, id)}`);
}

/** The call has ended without an answer: whoever comes next asks the office. */
export async function leaveSubmission(db: Queryable, accountId: number, id: number): Promise<void> {
  const changes = { sending_until: null };
  await db.query(emptyRow, sql`${vatSubmissions.update(changes)} where ${isOpen(accountId, id)}`);
}

/** The office has not taken the return: what was locked for it is open again. */
export function dropSubmissionStatement(
  accountId: number,
  { id, to_date: to, made_lock }: OpenSubmission,
  change: { person: number | null; now: Date },
  reason: string,
): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`
      dropped as (delete from vat_submissions where ${isOpen(accountId, id)} returning guid, id),
      unlocked as (${unlockSql(accountId, { to, ...change }, reason)} and ${made_lock} and exists (select from dropped))`,
    result: sql`select guid, id from dropped`,
  };
}

export async function dropSubmission(
  db: Queryable,
  accountId: number,
  ...dropped: Parameters<typeof dropSubmissionStatement> extends [number, ...infer Rest] ? Rest : never
): Promise<void> {
  const { ctes, result } = dropSubmissionStatement(accountId, ...dropped);
  await db.query(recordRow, sql`with ${ctes} ${result}`);
}

/** Records that the office has taken the return. Empty where that is recorded already. */
export function finishSubmissionStatement(
  accountId: number,
  { id }: OpenSubmission,
  now: Date,
  answer: object,
) {
  const changes = { state: 'submitted', submitted_at: now, sending_until: null } as const;
  return {
    row: submissionAnswer,
    result: sql`${vatSubmissions.update(changes)} where ${isOpen(accountId, id)}
      returning ${JSON.stringify(answer)}::jsonb as submission`,
  };
}

const submissionAnswer = row({ submission: col.jsonb<Record<string, unknown>>() });

/** Answers what was recorded before. */
export function repeatSubmissionStatement(answer: object) {
  return { row: submissionAnswer, result: sql`select ${JSON.stringify(answer)}::jsonb as submission` };
}

function isOpen(accountId: number, id: number): Sql {
  return sql`account_id = ${accountId} and id = ${id} and state <> 'submitted'`;
}

const submittedRow = vatSubmissions.pick(
  'guid',
  'to_date',
  'kind',
  'state',
  'begun_at',
  'submitted_at',
  'assessment',
  'to_pay',
  'due_on',
  'ocr',
  'claim_no',
  'lock_id',
);
export type SubmissionRow = RowOf<typeof submittedRow>;

/** All submissions of periods that end within the days, also one that is under way, in their order. */
export function listSubmissions(
  db: Queryable,
  accountId: number,
  { from, to }: DateRange,
): Promise<SubmissionRow[]> {
  return db.query(
    submittedRow,
    sql`select ${submittedRow.list()} from vat_submissions
      where account_id = ${accountId} and to_date between ${from} and ${to} order by id`,
  );
}

const receiptRow = vatSubmissions.pick('guid', 'to_date', 'receipt');

export async function findReceipt(db: Queryable, accountId: number, guid: string) {
  const [found] = await db.query(
    receiptRow,
    sql`select ${receiptRow.list()} from vat_submissions
      where account_id = ${accountId} and guid = ${guid} and state = 'submitted'`,
  );
  return found ?? null;
}

const leftRow = vatSubmissions.pick('account_id', 'to_date');

/** What has no outcome and nobody is at, of all accounts. */
export function listLeftSubmissions(db: Queryable, now: Date) {
  return db.query(
    leftRow,
    sql`select ${leftRow.list()} from vat_submissions
      where state <> 'submitted' and (sending_until is null or sending_until < ${now}) order by account_id, id`,
  );
}
