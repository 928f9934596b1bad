import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, recordRow, row } from '../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { personNameSql } from '../people/person-store.ts';
import { taskImages, taskLogs, tasks } from './tables.ts';

const entry = taskLogs.pick(
  'advanced',
  'from_date',
  'to_date',
  'start_minute',
  'end_minute',
  'hours_per_day',
  'quantity',
);
/** The time of a log: its days, clock times and hours. */
export type Entry = RowOf<typeof entry>;

const manualFields = taskLogs.pick('manual', 'description', 'unit_price');
const logFields = manualFields.with(entry.columns);
export type LogFields = RowOf<typeof logFields>;

export interface Image {
  guid: string;
  contentType: string;
  sha256: Buffer;
  bytes: Buffer;
}

function insertImage(accountId: number, image: Image | null): Sql {
  if (!image) return EMPTY;
  const { guid, contentType: content_type, sha256, bytes } = image;
  const record = { account_id: accountId, guid, content_type, size: bytes.length, sha256, bytes };
  return sql`picture as (${taskImages.insert(record)}),`;
}

export interface NewLog {
  guid: string;
  taskId: number;
  fields: LogFields;
  image: Image | null;
  /** Whether the log ends the running timer. */
  endsTimer: boolean;
  /** Who worked; null where a key or a program says so. */
  personId: number | null;
  now: Date;
}

/** Adds a log to a task, which is open from then on, and returns the log. */
export function insertLog(
  accountId: number,
  { guid, taskId, fields, image, endsTimer, personId, now }: NewLog,
) {
  const record = {
    account_id: accountId,
    guid,
    task_id: sql`task.id`,
    ...logFields.valuesIn(fields),
    image: image?.guid ?? null,
    created_at: now,
    person_id: personId,
  };
  const timer = endsTimer ? { running_since: null, running_by: null } : {};
  const changes = { ...timer, status: 'open' as const, updated_at: now };
  return {
    row: recordRow,
    ctes: sql`${insertImage(accountId, image)}
      task as (
        ${tasks.update(changes)} where account_id = ${accountId} and id = ${taskId} and status <> 'closed' returning id)`,
    result: sql`${taskLogs.insertSelect(record)} from task returning guid, id`,
  };
}

/** The same as CTEs, for a statement that does more. */
export function insertLogCtes(accountId: number, log: NewLog): Sql {
  const { ctes, result } = insertLog(accountId, log);
  return sql`${ctes}, added_log as (${result})`;
}

const workers = row({ workers: col.jsonList(row({ log_guid: col.uuid(), name: col.text() })) });

/** Who put which log on a task, where that is known; null where there is no such task. */
export function findWorkers(db: Queryable, accountId: number, taskGuid: string) {
  return db.find(
    workers,
    sql`select (select coalesce(json_agg(json_build_object('log_guid', l.guid,
            'name', ${personNameSql('p')}) order by l.id), '[]')
          from task_logs l join people p on p.account_id = l.account_id and p.id = l.person_id
          where l.account_id = ${accountId} and l.task_id = t.id) as workers
        from tasks t where t.account_id = ${accountId} and t.guid = ${taskGuid}`,
  );
}

const logKeys = taskLogs.pick('id', 'guid', 'image', 'invoice_id');
const lockedLog = logFields.with({ ...logKeys.columns, task_number: col.text(), task_name: col.text() });
export type LockedLog = RowOf<typeof lockedLog>;

/** Locks the task first and reads the log after it, so that no concurrent invoice bills the log meanwhile. */
export async function lockLog(tx: Queryable, accountId: number, guid: string): Promise<LockedLog | null> {
  await tx.query(
    tasks.pick('id'),
    sql`select id from tasks where account_id = ${accountId} and id = (
      select task_id from task_logs where account_id = ${accountId} and guid = ${guid}) for no key update`,
  );
  return tx.find(
    lockedLog,
    sql`select ${logKeys.list('l')}, ${manualFields.list('l')}, ${entry.list('l')}, t.number::text as task_number,
          t.name as task_name
        from task_logs l join tasks t on t.account_id = l.account_id and t.id = l.task_id
        where l.account_id = ${accountId} and l.guid = ${guid}`,
  );
}

export function emitLogChange(ctx: WriteContext, log: LockedLog, change: 'changed' | 'deleted'): void {
  ctx.emit(
    'task.logged',
    { guid: sql`logged.guid`, number: sql`logged.number::text`, log_guid: log.guid, change },
    sql`(select t.guid, t.number from task_logs l join tasks t on t.account_id = l.account_id and t.id = l.task_id
      where l.account_id = ${ctx.account.id} and l.id = ${log.id}) logged`,
  );
}

/** A new picture replaces the old one; without a new one the log keeps its picture. */
export function updateLog(accountId: number, before: LockedLog, fields: LogFields, image: Image | null) {
  const { unit_price: _, ...changed } = logFields.valuesIn(fields);
  return {
    row: recordRow,
    ctes: sql`${insertImage(accountId, image)}
      log as (
        ${taskLogs.update({ ...changed, image: image?.guid ?? before.image })}
        where account_id = ${accountId} and id = ${before.id} and invoice_id is null
        returning guid, id) ${image ? deleteImage(accountId, before) : EMPTY}`,
    result: sql`select guid, id from log`,
  };
}

export function deleteLog(accountId: number, log: LockedLog) {
  return {
    row: recordRow,
    ctes: sql`log as (
      delete from task_logs where account_id = ${accountId} and id = ${log.id} and invoice_id is null
      returning guid, id) ${deleteImage(accountId, log)}`,
    result: sql`select guid, id from log`,
  };
}

function deleteImage(accountId: number, { image }: LockedLog): Sql {
  if (!image) return EMPTY;
  return sql`, deleted_image as (delete from task_images where account_id = ${accountId} and guid = ${image})`;
}

const storedImage = taskImages.pick('content_type', 'bytes');
export type StoredImage = RowOf<typeof storedImage>;

export function findImage(db: Queryable, accountId: number, guid: string): Promise<StoredImage | null> {
  return first(
    db.query(
      storedImage,
      sql`select ${storedImage.list()} from task_images where account_id = ${accountId} and guid = ${guid}`,
    ),
  );
}
