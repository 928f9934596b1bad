import { sql } from '../kernel/database/sql.ts';
import type { Kernel } from '../kernel/execute.ts';

const IDEMPOTENCY_HOURS = 24;
const UNUSED_FILE_DAYS = 30;
const SANDBOX_MAIL_DAYS = 365;
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/** Removes what is past its time. The embedded engine has no background workers, so their work is done here. */
export async function housekeeping(kernel: Kernel, now: Date): Promise<number> {
  const keyHorizon = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3600_000);
  const fileHorizon = new Date(now.getTime() - UNUSED_FILE_DAYS * 24 * 3600_000);
  const mailHorizon = new Date(now.getTime() - SANDBOX_MAIL_DAYS * 24 * 3600_000);
  const keys = await kernel.db.query(
    sql`delete from idempotency_keys where created_at < ${keyHorizon} returning account_id`,
  );
  const files = await kernel.db.query(
    sql`delete from files where invoice_id is null and created_at < ${fileHorizon} returning account_id`,
  );
  const mails = await kernel.db.query(
    sql`delete from sandbox_mail where sent_at < ${mailHorizon} returning account_id`,
  );
  if (kernel.db.embedded) {
    await kernel.db.query(sql`vacuum analyze`);
    await kernel.db.query(sql`checkpoint`);
  }
  return keys.length + files.length + mails.length;
}

/**
 * Keeps the write-ahead log of the embedded engine short, for it is what a start after a crash has to read; a
 * server does this by itself.
 */
export async function checkpoint(kernel: Kernel): Promise<number> {
  if (!kernel.db.embedded) return 0;
  const [log] = await kernel.db.query<{ bytes: number }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`,
  );
  if (!log || log.bytes < LOG_LIMIT_BYTES) return 0;
  await kernel.db.query(sql`checkpoint`);
  return 1;
}
