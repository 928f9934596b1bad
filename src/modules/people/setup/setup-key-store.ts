import type { Queryable } from '../../../kernel/database/queryable.ts';
import { emptyRow } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { setupKeys } from '../tables.ts';

export async function insertSetupKey(db: Queryable, digest: Buffer, expiresAt: Date): Promise<void> {
  await db.query(emptyRow, setupKeys.insert({ digest, expires_at: expiresAt }));
}

/** Whether the key is valid: not expired, not used, and no account exists yet. */
export async function isSetupKey(db: Queryable, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(
    emptyRow,
    sql`select from setup_keys where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts)`,
  );
  return rows.length > 0;
}

/** True for one of several concurrent callers only. */
export async function consumeSetupKey(db: Queryable, digest: Buffer, now: Date): Promise<boolean> {
  const rows = await db.query(
    setupKeys.pick('digest'),
    sql`${setupKeys.update({ used_at: now })} where digest = ${digest} and expires_at > ${now} and used_at is null
      and not exists (select from accounts) returning digest`,
  );
  return rows.length > 0;
}

export async function restoreSetupKey(db: Queryable, digest: Buffer): Promise<void> {
  await db.query(emptyRow, sql`${setupKeys.update({ used_at: null })} where digest = ${digest}`);
}
