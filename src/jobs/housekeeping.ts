import { RETENTION_DAYS, type Retained } from '../domain/service/retention.ts';
import { toPlainDate } from '../domain/values/dates.ts';
import { col, emptyRow, row } from '../kernel/database/row.ts';
import { raw, type Sql, sql } from '../kernel/database/sql.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';

const DAY_SECONDS = 24 * 3600;
const DELETED = row({ deleted: col.boolean() });
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

/** Deletes expired rows, and what rows do not need any more. */
export async function housekeeping(kernel: Kernel, now: Date): Promise<number> {
  let deleted = 0;
  for (const statement of [...expiredRecords(now), ...expiredAccess(kernel, now)])
    deleted += (await kernel.db.query(DELETED, sql`${statement} returning true as deleted`)).length;
  return deleted;
}

function secondsBefore(time: Date, seconds: number): Date {
  return new Date(time.getTime() - seconds * 1000);
}

/** Before when records of a kind are not kept any more. */
const keptSince = (time: Date) => (kind: Retained) => secondsBefore(time, RETENTION_DAYS[kind] * DAY_SECONDS);

/** What is kept for a time and then deleted, by the clock of the jobs. */
function expiredRecords(now: Date): Sql[] {
  const before = keptSince(now);
  return [
    // A file that its template was relieved of stays as long as an invoice has it.
    sql`delete from files f where f.invoice_id is null and f.sales_document_id is null and f.created_at < ${before('unused_files')}
      and not exists (select from invoice_files l where l.account_id = f.account_id and l.file_guid = f.guid)`,
    sql`delete from stored_calls
      where waits_for = 'clock' and state in ('done', 'undone', 'seen') and ended_at < ${before('delayed_actions')}`,
    sql`delete from account_exports where created_at < ${before('account_exports')}`,
    sql`delete from fetched_einvoices where tried_at < ${before('fetched_einvoices')}`,
    sql`delete from sandbox_mail where sent_at < ${secondsBefore(now, 365 * DAY_SECONDS)}`,
    sql`delete from webhook_deliveries where created_at < ${before('webhook_deliveries')}`,
    // Nothing reads the body of a write again that was decided about; what it did is in the effect and the answer.
    sql`update stored_calls set input = '', files = '[]'
      where waits_for = 'person' and state <> 'waiting' and ended_at < ${before('proposal_bodies')} and input <> ''`,
  ];
}

/**
 * What requests go by: keys of repeated calls, sessions, tokens, links, failed attempts and the daily use of programs. The operator may run the jobs of a later day, but
 * requests keep the clock of the node. So nothing is deleted that they still count as valid: a repeated call would be done twice.
 *
 * An expired access token is kept as long as its refresh token may be valid, because a program refreshes only after the answer that its token has
 * expired.
 */
function expiredAccess(kernel: Kernel, now: Date): Sql[] {
  const time = new Date(Math.min(now.getTime(), kernel.clock().getTime()));
  const before = keptSince(time);
  const tokenHorizon = secondsBefore(time, kernel.policy.lifetimes.refresh);
  return [
    sql`delete from idempotency_keys where created_at < ${before('idempotency_keys')}`,
    sql`delete from program_uses where day < ${toPlainDate(before('program_uses'))}`,
    sql`delete from sessions where seen_at < ${before('sessions')}`,
    sql`delete from attempts where until < ${time}`,
    sql`delete from password_resets where expires_at < ${time}`,
    sql`delete from invitations where expires_at < ${before('invitations')}`,
    sql`delete from setup_keys where expires_at < ${time}`,
    sql`delete from access_tokens where expires_at < ${tokenHorizon}`,
    sql`delete from refresh_tokens where expires_at < ${time}`,
    sql`delete from authorizations n where n.code_expires_at < ${tokenHorizon}
      and not exists (select from refresh_tokens t where t.account_id = n.account_id and t.authorization_id = n.id)`,
    sql`delete from clients c where c.account_id = 0 and c.created_at < ${secondsBefore(time, 30 * DAY_SECONDS)}
      and not exists (select from grants g where g.client_id = c.client_id)`,
  ];
}

/**
 * Autovacuum for the embedded engine, which has no background workers, with the thresholds of a server. The engine has
 * one session, so each statement handles one table and requests run in between.
 */
export async function vacuum(kernel: Kernel): Promise<number> {
  if (!kernel.db.embedded) return 0;
  const tables = await kernel.db.query(
    row({ name: col.text(), needs_vacuum: col.boolean(), needs_analyze: col.boolean() }),
    sql`select * from (
      select format('%I.%I', schemaname, relname) as name,
        n_dead_tup > 50 + n_live_tup / 5 or n_ins_since_vacuum > 1000 + n_live_tup / 5 as needs_vacuum,
        n_mod_since_analyze > 50 + n_live_tup / 10 and schemaname <> 'pg_toast' as needs_analyze
      from pg_stat_all_tables) statistics
    where needs_vacuum or needs_analyze`,
  );
  for (const table of tables) {
    const name = raw(table.name);
    if (table.needs_vacuum) await kernel.db.query(emptyRow, sql`vacuum ${name}`);
    if (table.needs_analyze) await kernel.db.query(emptyRow, sql`analyze ${name}`);
  }
  return tables.length;
}

/**
 * Keeps the write-ahead log of the embedded engine short, because recovery after a crash reads all of it. A server has a
 * checkpointer.
 */
export async function checkpoint(kernel: Kernel): Promise<number> {
  if (!kernel.db.embedded) return 0;
  const [log] = await kernel.db.query(
    row({ bytes: col.bigint() }),
    sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint as bytes from pg_control_checkpoint()`,
  );
  if (!log || log.bytes < LOG_LIMIT_BYTES) return 0;
  await kernel.db.query(emptyRow, sql`checkpoint`);
  return 1;
}
