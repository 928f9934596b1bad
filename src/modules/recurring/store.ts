import type { RecurringState } from '../../domain/sales/recurrence-states.ts';
import type { PlainDate } from '../../domain/values/dates.ts';
import { anyId } from '../../kernel/database/any-of.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, emptyRow, type RowOf, recordRow } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import {
  isOpenOf,
  matchesDocument,
  salesDocumentColumns,
  salesDocumentRow,
} from '../sales-documents/store.ts';
import { salesDocuments } from '../sales-documents/tables.ts';
import { recurringSchedules } from './tables.ts';

/** How many a person is shown; a program may have set up any number. */
const MAX_SETUPS = 200;

const schedule = recurringSchedules.omit('account_id');
const scheduleRow = schedule.with({ guid: col.uuid(), invoice_count: col.bigint() });
export type ScheduleRow = RowOf<typeof scheduleRow>;

const columns = sql`${schedule.list('s')}, d.guid,
  (select count(*) from invoices i where i.account_id = s.account_id and i.sales_document_id = s.sales_document_id) as invoice_count`;

export interface NewSchedule
  extends Pick<
    ScheduleRow,
    'name' | 'interval' | 'period' | 'start_date' | 'max_invoices' | 'link_national'
  > {
  /** Where the first invoice is issued together with the template, the occurrence that comes next. */
  next?: { index: number; date: PlainDate };
}

/** Adds the schedule to the CTEs that store the template's document. */
export function insertSchedule(accountId: number, document: Sql, { next, ...plan }: NewSchedule): Sql {
  const record = {
    ...plan,
    account_id: accountId,
    sales_document_id: sql`document.id`,
    state: 'active' as const,
    next_index: next?.index ?? 0,
    next_date: next?.date ?? plan.start_date,
  };
  return sql`${document},
    schedule as (${recurringSchedules.insertSelect(record)} from document)`;
}

/** The same for a template whose document is replaced. */
export function replaceSchedule(
  accountId: number,
  documentId: number,
  document: Sql,
  plan: Pick<
    ScheduleRow,
    | 'name'
    | 'interval'
    | 'period'
    | 'start_date'
    | 'max_invoices'
    | 'link_national'
    | 'next_index'
    | 'next_date'
  >,
): Sql {
  return sql`${document},
    schedule as (${recurringSchedules.update(plan)}
      where account_id = ${accountId} and sales_document_id = ${documentId})`;
}

function scheduleByGuid(accountId: number, guid: string): Sql {
  return sql`select ${columns} from sales_documents d
    join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id
    where d.account_id = ${accountId} and d.guid = ${guid}`;
}

export function findSchedule(db: Queryable, accountId: number, guid: string): Promise<ScheduleRow | null> {
  return db.find(scheduleRow, scheduleByGuid(accountId, guid));
}

/** Locks the schedule and its document; issuing locks the document too, so a change and an issue cannot overlap. */
export function lockSchedule(tx: Queryable, accountId: number, guid: string): Promise<ScheduleRow | null> {
  return tx.find(scheduleRow, sql`${scheduleByGuid(accountId, guid)} for update of d, s`);
}

const templateRow = salesDocumentRow.with({ schedule: col.json(scheduleRow) });
/** A template with its schedule. */
export type TemplateRow = RowOf<typeof templateRow>;

const templates = sql`select ${salesDocumentColumns}, (select row_to_json(plan) from (select ${columns}) plan) as schedule
  from sales_documents d join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id`;

export function findTemplate(db: Queryable, accountId: number, guid: string): Promise<TemplateRow | null> {
  return db.find(templateRow, sql`${templates} where d.account_id = ${accountId} and d.guid = ${guid}`);
}

export function listTemplates(
  db: Queryable,
  accountId: number,
  { take, skip, after }: BatchRange<TemplateRow>,
  search = '',
): Promise<TemplateRow[]> {
  const matches = sql`(s.name ~ ${caseInsensitivePattern(search)} or ${matchesDocument(search)})`;
  return db.query(
    templateRow,
    pageOf(
      sql`${templates} where d.account_id = ${accountId} ${search ? sql`and ${matches}` : EMPTY} ${after ? sql`and d.id < ${after.id}` : EMPTY}
      order by d.id desc`,
      take,
      skip,
    ),
  );
}

export interface ScheduleChange {
  state: RecurringState;
  reason: string;
  nextIndex: number;
  nextDate: PlainDate;
}

export function updateSchedule(accountId: number, documentId: number, to: ScheduleChange): Sql {
  return sql`
    update recurring_schedules set state = ${to.state}, reason = ${to.reason}, next_index = ${to.nextIndex},
      next_date = ${to.nextDate}, held = false
    where account_id = ${accountId} and sales_document_id = ${documentId}
    returning sales_document_id as id, (select guid from sales_documents d
      where d.account_id = recurring_schedules.account_id and d.id = recurring_schedules.sales_document_id) as guid`;
}

const scheduleKey = recurringSchedules.pick('account_id', 'sales_document_id');
const dueSchedule = scheduleKey.with({
  guid: col.uuid(),
  next_index: recurringSchedules.columns.next_index,
  client_id: salesDocuments.columns.client_id,
});
export type DueSchedule = RowOf<typeof dueSchedule>;

/** Templates of all accounts that have an occurrence due, a page at a time, for the job that issues them. */
export function listDueSchedules(
  db: Queryable,
  today: PlainDate,
  take: number,
  after: DueSchedule | null,
): Promise<DueSchedule[]> {
  const cursor = after
    ? sql`and (s.account_id, s.sales_document_id) > (${after.account_id}, ${after.sales_document_id})`
    : EMPTY;
  return db.query(
    dueSchedule,
    sql`select ${scheduleKey.list('s')}, d.guid, s.next_index, d.client_id from recurring_schedules s
      join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
      where s.state = 'active' and s.next_date <= ${today} ${cursor}
      order by s.account_id, s.sales_document_id limit ${take}`,
  );
}

/**
 * Locks the templates of a program and their documents in the order of their ids. Issuing locks the document too: an
 * invoice that is being made is made before they pause.
 */
export function lockSchedulesOf(
  tx: Queryable,
  accountId: number,
  clientId: string,
  which: 'active' | 'held',
): Promise<ScheduleRow[]> {
  const condition = which === 'held' ? sql`s.held` : sql`s.state = 'active'`;
  return tx.query(
    scheduleRow,
    sql`select ${columns} from sales_documents d
      join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id
      where d.account_id = ${accountId} and d.client_id = ${clientId} and d.kind = 'recurring' and ${condition}
      order by d.id for update of d, s`,
  );
}

export const SETUP_KINDS = ['recurring', 'quote', 'order'] as const;
const setupRow = salesDocuments.pick('guid', 'currency').with({
  kind: col.oneOf(SETUP_KINDS),
  number: col.text().nullable(),
  name: col.text(),
  amount: col.double(),
  next_date: recurringSchedules.columns.next_date.nullable(),
});

/** The records of a program that issue automatically, or that can still be accepted or invoiced. */
export function listSetupsOf(db: Queryable, accountId: number, clientId: string) {
  return db.query(
    setupRow,
    sql`select d.kind, d.guid, d.number::text, d.buyer ->> 'name' as name, d.amount::float8, d.currency, s.next_date
      from sales_documents d
      left join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id
      where ${isOpenOf(accountId, clientId)}
        or (d.account_id = ${accountId} and d.client_id = ${clientId} and (s.state = 'active' or s.held))
      order by d.kind desc, d.id limit ${MAX_SETUPS}`,
  );
}

/** Pauses templates; `held`: lifting the freeze of their program resumes them. */
export async function holdSchedules(
  tx: Queryable,
  accountId: number,
  ids: readonly number[],
  { reason, held }: { reason: string; held: boolean },
): Promise<void> {
  await tx.query(
    emptyRow,
    sql`${recurringSchedules.update({ state: 'paused', reason, held })}
      where account_id = ${accountId} and sales_document_id = ${anyId(ids)}`,
  );
}

/** Ends that lifting a freeze resumes the templates of a program: it has no access any more. */
export async function forgetHeld(tx: Queryable, accountId: number, clientId: string): Promise<void> {
  await tx.query(
    emptyRow,
    sql`${recurringSchedules.update({ held: false })}
      where account_id = ${accountId} and held and sales_document_id in (
        select d.id from sales_documents d where d.account_id = ${accountId} and d.client_id = ${clientId})`,
  );
}

/** Moves several schedules at once, each to a state of its own. */
export async function moveSchedules(
  tx: Queryable,
  accountId: number,
  moves: readonly (Omit<ScheduleChange, 'reason'> & { id: number })[],
): Promise<void> {
  await tx.query(
    emptyRow,
    sql`update recurring_schedules s
      set state = t.state, reason = '', next_index = t."nextIndex", next_date = t."nextDate", held = false
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
        as t (id bigint, state text, "nextIndex" integer, "nextDate" date)
      where s.account_id = ${accountId} and s.sales_document_id = t.id`,
  );
}

/** Runs a move by itself, where nothing else is stored. */
export async function moveScheduleNow(tx: Queryable, change: Sql): Promise<void> {
  await tx.query(recordRow, change);
}

/** Whether an occurrence has its invoice already. */
export async function isIssued(
  tx: Queryable,
  accountId: number,
  documentId: number,
  occurrence: number,
): Promise<boolean> {
  const found = await tx.query(
    emptyRow,
    sql`select from invoices
      where account_id = ${accountId} and sales_document_id = ${documentId} and occurrence = ${occurrence}`,
  );
  return found.length > 0;
}

/** Stores an invoice and moves its schedule on. */
export function scheduleCtes(invoice: Sql, change: Sql): Sql {
  return sql`${invoice}, moved as (${change})`;
}
