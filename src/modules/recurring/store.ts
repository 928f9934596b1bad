import type { PlainDate } from '../../domain/dates.ts';
import type { RecurringState } from '../../domain/recurrence-states.ts';
import type { Queryable } from '../../kernel/context.ts';
import { bigint, first, json, type RowOf, uuid } from '../../kernel/database/row.ts';
import { caseInsensitivePattern } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { matchesDocument, salesDocumentColumns, salesDocumentRow } from '../sales-documents/store.ts';
import { recurringSchedules } from './tables.ts';

const schedule = recurringSchedules.omit('account_id');
const scheduleRow = schedule.with({ guid: uuid(), invoice_count: bigint() });
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
  return first(db.query(scheduleRow, scheduleByGuid(accountId, guid)));
}

/** Locks the schedule and its document; issuing locks the document too, so a change and an issue cannot overlap. */
export function lockSchedule(tx: Queryable, accountId: number, guid: string): Promise<ScheduleRow | null> {
  return first(tx.query(scheduleRow, sql`${scheduleByGuid(accountId, guid)} for update of d, s`));
}

const templateRow = salesDocumentRow.with({ schedule: json(scheduleRow) });
/** A template with its schedule. */
export type TemplateRow = RowOf<typeof templateRow>;

const templates = sql`select ${salesDocumentColumns}, (select row_to_json(plan) from (select ${columns}) plan) as schedule
  from sales_documents d join recurring_schedules s on s.account_id = d.account_id and s.sales_document_id = d.id`;

export function findTemplate(db: Queryable, accountId: number, guid: string): Promise<TemplateRow | null> {
  return first(
    db.query(templateRow, sql`${templates} where d.account_id = ${accountId} and d.guid = ${guid}`),
  );
}

export function listTemplates(
  db: Queryable,
  accountId: number,
  take: number,
  skip: number,
  after: TemplateRow | null,
  search = '',
): Promise<TemplateRow[]> {
  const matches = sql`(s.name ~ ${caseInsensitivePattern(search)} or ${matchesDocument(search)})`;
  return db.query(
    templateRow,
    sql`${templates} where d.account_id = ${accountId} ${search ? sql`and ${matches}` : EMPTY} ${after ? sql`and d.id < ${after.id}` : EMPTY}
      order by d.id desc limit ${take} offset ${skip}`,
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
      next_date = ${to.nextDate}
    where account_id = ${accountId} and sales_document_id = ${documentId}
    returning sales_document_id as id, (select guid from sales_documents d
      where d.account_id = recurring_schedules.account_id and d.id = recurring_schedules.sales_document_id) as guid`;
}

const scheduleKey = recurringSchedules.pick('account_id', 'sales_document_id');
const dueSchedule = scheduleKey.with({ guid: uuid() });
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
    sql`select ${scheduleKey.list('s')}, d.guid from recurring_schedules s
      join sales_documents d on d.account_id = s.account_id and d.id = s.sales_document_id
      where s.state = 'active' and s.next_date <= ${today} ${cursor}
      order by s.account_id, s.sales_document_id limit ${take}`,
  );
}

/** Stores an invoice and moves its schedule on. */
export function scheduleCtes(invoice: Sql, change: Sql): Sql {
  return sql`${invoice}, moved as (${change})`;
}
