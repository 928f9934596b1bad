import type { Queryable } from '../../kernel/context.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';

/** When the time was spent, and how much it was. */
export interface Entry {
  advanced: boolean;
  from_date: string;
  to_date: string;
  start_minute: number | null;
  end_minute: number | null;
  hours_per_day: string | null;
  quantity: string;
}

export interface LogFields extends Entry {
  manual: boolean;
  description: string;
  unit_price: string | null;
}

export interface Image {
  guid: string;
  contentType: string;
  sha256: Buffer;
  bytes: Buffer;
}

function insertImage(accountId: number, image: Image | null): Sql {
  if (!image) return EMPTY;
  return sql`picture as (
    insert into task_images (account_id, guid, content_type, size, sha256, bytes)
    values (${accountId}, ${image.guid}, ${image.contentType}, ${image.bytes.length}, ${image.sha256},
      ${image.bytes})),`;
}

export interface NewLog {
  guid: string;
  taskId: number;
  fields: LogFields;
  image: Image | null;
  /** Whether the running timer ends with it. */
  endsTimer: boolean;
  now: Date;
}

/** Puts time on an open task, and answers the log. */
export function insertLog(accountId: number, { guid, taskId, fields: f, image, endsTimer, now }: NewLog) {
  return {
    ctes: sql`${insertImage(accountId, image)}
      task as (
        update tasks set updated_at = ${now}, running_since = ${endsTimer ? sql`null` : sql`running_since`}
        where account_id = ${accountId} and id = ${taskId} and status = 'open'
        returning id)`,
    result: sql`
      insert into task_logs (account_id, guid, task_id, manual, advanced, quantity, hours_per_day, start_minute,
        end_minute, from_date, to_date, description, unit_price, image, created_at)
      select ${accountId}, ${guid}, task.id, ${f.manual}, ${f.advanced}, ${f.quantity}, ${f.hours_per_day}::numeric,
        ${f.start_minute}::integer, ${f.end_minute}::integer, ${f.from_date}::date, ${f.to_date}::date,
        ${f.description}, ${f.unit_price}::numeric, ${image?.guid ?? null}::uuid, ${now}::timestamptz
      from task returning guid, id`,
  };
}

export interface LockedLog extends LogFields {
  id: number;
  guid: string;
  image: string | null;
  invoice_id: number | null;
}

/** The task is locked first and the log read after it, so that it is not billed at the same moment. */
export async function lockLog(tx: Queryable, accountId: number, guid: string): Promise<LockedLog | null> {
  await tx.query(sql`
    select id from tasks where account_id = ${accountId} and id = (
      select task_id from task_logs where account_id = ${accountId} and guid = ${guid}) for update`);
  const [row] = await tx.query<LockedLog>(sql`
    select id, guid, manual, advanced, quantity, hours_per_day, start_minute, end_minute, from_date, to_date,
      description, unit_price, image, invoice_id
    from task_logs where account_id = ${accountId} and guid = ${guid}`);
  return row ?? null;
}

/** A new picture takes the place of the old one; without one the log keeps what it has. */
export function updateLog(accountId: number, before: LockedLog, f: LogFields, image: Image | null) {
  const dropped =
    image && before.image
      ? sql`, dropped as (delete from task_images where account_id = ${accountId} and guid = ${before.image})`
      : EMPTY;
  return {
    ctes: sql`${insertImage(accountId, image)}
      log as (
        update task_logs set manual = ${f.manual}, advanced = ${f.advanced}, quantity = ${f.quantity},
          hours_per_day = ${f.hours_per_day}, start_minute = ${f.start_minute}, end_minute = ${f.end_minute},
          from_date = ${f.from_date}, to_date = ${f.to_date}, description = ${f.description},
          image = ${image?.guid ?? before.image}
        where account_id = ${accountId} and id = ${before.id} and invoice_id is null
        returning guid, id) ${dropped}`,
    result: sql`select guid, id from log`,
  };
}

export function deleteLog(accountId: number, log: LockedLog) {
  const dropped = log.image
    ? sql`, dropped as (delete from task_images where account_id = ${accountId} and guid = ${log.image})`
    : EMPTY;
  return {
    ctes: sql`log as (
      delete from task_logs where account_id = ${accountId} and id = ${log.id} and invoice_id is null
      returning guid, id) ${dropped}`,
    result: sql`select guid, id from log`,
  };
}

export interface StoredImage {
  content_type: string;
  bytes: Buffer;
}

export async function findImage(db: Queryable, accountId: number, guid: string): Promise<StoredImage | null> {
  const [row] = await db.query<StoredImage>(
    sql`select content_type, bytes from task_images where account_id = ${accountId} and guid = ${guid}`,
  );
  return row ?? null;
}
