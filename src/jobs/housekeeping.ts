import { Sql, sql } from '../kernel/database/sql.ts';
import type { Kernel } from '../kernel/execute.ts';

const IDEMPOTENCY_HOURS = 24;
const UNUSED_FILE_DAYS = 30;
const DAY_SECONDS = 24 * 3600;
const SANDBOX_MAIL_DAYS = 365;
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/** Deletes expired rows. */
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
  return keys.length + files.length + mails.length + (await deleteExpiredAccess(kernel, now));
}

/**
 * Deletes expired sessions, tokens and keys. An expired access token is kept as long as its refresh token may be valid,
 * because a program refreshes only after the answer that its token has expired.
 */
async function deleteExpiredAccess(kernel: Kernel, now: Date): Promise<number> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const horizon = before(kernel.policy.lifetimes.refresh);
  const statements = [
    sql`delete from sessions where seen_at < ${before(30 * DAY_SECONDS)} returning account_id`,
    sql`delete from attempts where until < ${now} returning count`,
    sql`delete from password_resets where expires_at < ${now} returning account_id`,
    sql`delete from invitations where expires_at < ${before(30 * DAY_SECONDS)} returning account_id`,
    sql`delete from setup_keys where expires_at < ${now} returning expires_at`,
    sql`delete from access_tokens where expires_at < ${horizon} returning account_id`,
    sql`delete from refresh_tokens where expires_at < ${now} returning account_id`,
    sql`delete from authorizations n where n.code_expires_at < ${horizon}
      and not exists (select from refresh_tokens t where t.account_id = n.account_id and t.authorization_id = n.id)
      returning account_id`,
    sql`delete from clients c where c.account_id = 0 and c.created_at < ${before(30 * DAY_SECONDS)}
      and not exists (select from grants g where g.client_id = c.client_id) returning account_id`,
  ];
  let removed = 0;
  for (const statement of statements) removed += (await kernel.db.query(statement)).length;
  return removed;
}

/**
 * Autovacuum for the embedded engine, which has no background workers, with the thresholds of a server. The engine has
 * one session, so each statement handles one table and requests run in between.
 */
export async function vacuum(kernel: Kernel): Promise<number> {
  if (!kernel.db.embedded) return 0;
  const tables = await kernel.db.query<{ name: string; needs_vacuum: boolean; needs_analyze: boolean }>(sql`
    select * from (
      select format('%I.%I', schemaname, relname) as name,
        n_dead_tup > 50 + n_live_tup / 5 or n_ins_since_vacuum > 1000 + n_live_tup / 5 as needs_vacuum,
        n_mod_since_analyze > 50 + n_live_tup / 10 and schemaname <> 'pg_toast' as needs_analyze
      from pg_stat_all_tables) statistics
    where needs_vacuum or needs_analyze`);
  for (const table of tables) {
    const name = new Sql([table.name], []);
    if (table.needs_vacuum) await kernel.db.query(sql`vacuum ${name}`);
    if (table.needs_analyze) await kernel.db.query(sql`analyze ${name}`);
  }
  return tables.length;
}

/**
 * Keeps the write-ahead log of the embedded engine short, because recovery after a crash reads all of it. A server has a
 * checkpointer.
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
