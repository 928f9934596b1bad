import type { PlainDate } from '../../domain/dates.ts';
import type { Interval } from '../../domain/recurrence.ts';
import type { RecurringState } from '../../domain/recurrence-states.ts';
import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { type SalesDocumentRow, salesDocumentColumns } from '../sales-documents/store.ts';

export interface ScheduleRow {
  sales_document_id: number;
  guid: string;
  name: string;
  interval: Interval;
  start_date: PlainDate;
  max_invoices: number | null;
  link_national: boolean;
  state: RecurringState;
  reason: string;
  next_index: number;
  next_date: PlainDate;
  invoice_count: number;
}

const columns = sql`s.sales_document_id, d.guid, s.name, s.interval, s.start_date, s.max_invoices, s.link_national, s.state,
  s.reason, s.next_index, s.next_date,
  (select count(*) from invoices i where i.account_id = s.account_id and i.sales_document_id = s.sales_document_id) as invoice_count`;

export interface NewSchedule {
  name: string;
  interval: Interval;
  start_date: PlainDate;
  max_invoices: number | null;
  link_national: boolean;
  /** Where the first invoice is issued together with the template, the occurrence that comes next. */
  next?: { index: number; date: PlainDate };
}

/** Adds the schedule to the CTEs that store the template's document. */
export function insertSchedule(accountId: number, document: Sql, s: NewSchedule): Sql {
  return sql`${document},
    schedule as (
      insert into recurring_schedules (account_id, sales_document_id, name, interval, start_date, max_invoices, link_national,
        state, next_index, next_date)
      select ${accountId}, document.id, ${s.name}, ${s.interval}, ${s.start_date}::date, ${s.max_invoices}::integer,
        ${s.link_national}::boolean, 'active', ${s.next?.index ?? 0}::integer, ${s.next?.date ?? s.start_date}::date
      from document)`;
}

export async function findSchedule(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<ScheduleRow | null> {
  const [row] = await db.query<ScheduleRow>(sql`
    select ${columns} from sales_documents d
    join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id
    where d.account_id = ${accountId} and d.guid = ${guid}`);
  return row ?? null;
}

/** Locks the schedule and its document; issuing locks the document too, so a change and an issue cannot overlap. */
export async function lockSchedule(
  tx: Queryable,
  accountId: number,
  guid: string,
): Promise<ScheduleRow | null> {
  const [row] = await tx.query<ScheduleRow>(sql`
    select ${columns} from sales_documents d
    join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id
    where d.account_id = ${accountId} and d.guid = ${guid} for update of d, s`);
  return row ?? null;
}

/** A template with its schedule. */
export interface TemplateRow extends SalesDocumentRow {
  schedule: ScheduleRow;
}

const templates = sql`select ${salesDocumentColumns}, (select row_to_json(plan) from (select ${columns}) plan) as schedule
  from sales_documents d join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id`;

export async function findTemplate(
  db: Queryable,
  accountId: number,
  guid: string,
): Promise<TemplateRow | null> {
  const [row] = await db.query<TemplateRow>(sql`
    ${templates} where d.account_id = ${accountId} and d.guid = ${guid}`);
  return row ?? null;
}

export function listTemplates(
  db: Queryable,
  accountId: number,
  take: number,
  skip: number,
  after: TemplateRow | null,
): Promise<TemplateRow[]> {
  return db.query<TemplateRow>(sql`
    ${templates} where d.account_id = ${accountId} ${after ? sql`and d.id < ${after.id}` : EMPTY}
    order by d.id desc limit ${take} offset ${skip}`);
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
      next_date = ${to.nextDate}
    where account_id = ${accountId} and sales_document_id = ${documentId}
    returning sales_document_id as id, (select guid from sales_documents d
      where d.account_id = recurring_schedules.account_id and d.id = recurring_schedules.sales_document_id) as guid`;
}

export interface DueSchedule {
  account_id: number;
  sales_document_id: number;
  guid: string;
}

/** Templates of all accounts that have an occurrence due, a page at a time, for the job that issues them. */
export function listDueSchedules(
  db: Queryable,
  today: PlainDate,
  take: number,
  after: DueSchedule | null,
): Promise<DueSchedule[]> {
  const on = after
    ? sql`and (s.account_id, s.sales_document_id) > (${after.account_id}, ${after.sales_document_id})`
    : EMPTY;
  return db.query<DueSchedule>(sql`
    select s.account_id, s.sales_document_id, d.guid from recurring_schedules s
    join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
    where s.state = 'active' and s.next_date <= ${today} ${on}
    order by s.account_id, s.sales_document_id limit ${take}`);
}

/** Stores an invoice and moves its schedule on. */
export function scheduleCtes(invoice: Sql, change: Sql): Sql {
  return sql`${invoice}, moved as (${change})`;
}
