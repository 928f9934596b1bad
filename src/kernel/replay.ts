import type { Caller } from './context.ts';
import type { Database } from './database/database.ts';
import { EMPTY, sql } from './database/sql.ts';
import { idempotencyKeys } from './database/tables.ts';
import { fail } from './failures/failure.ts';
import { digest, type Secrets, sameBytes } from './security/secrets.ts';

export interface Fingerprint {
  key: string;
  digest: Buffer;
}

/** Identifies a repeated call by its key and a digest of its input. Null without a key. */
export function callFingerprint(
  { name }: { name: string },
  { idempotencyKey: key, sentInput }: Caller,
  raw: unknown,
): Fingerprint | null {
  if (!key) return null;
  return { key, digest: digest(`${name}\0${JSON.stringify(sentInput ?? raw)}`) };
}

export async function findReplay<Out>(
  kernel: { db: Database; clock: () => Date; secrets: Secrets },
  { account, isDryRun }: Caller,
  fingerprint: Fingerprint,
): Promise<{ output: Out; actionId: number } | null> {
  const horizon = new Date(kernel.clock().getTime() - 24 * 3600 * 1000);
  // Deletes an expired row of the same key first, so that the key can be used again.
  const expired = sql`with expired as (
      delete from idempotency_keys
      where account_id = ${account.id} and key = ${fingerprint.key} and created_at < ${horizon})`;
  const [known] = await kernel.db.query(
    idempotencyKeys.pick('digest', 'answer'),
    sql`${isDryRun ? EMPTY : expired}
    select digest, answer from idempotency_keys
    where account_id = ${account.id} and key = ${fingerprint.key} and created_at >= ${horizon}`,
  );
  if (!known) return null;
  if (!sameBytes(known.digest, fingerprint.digest)) fail('idempotency_key_reused');
  const { action_id, sealed, ...answer } = known.answer;
  const secret = typeof sealed === 'string' ? (kernel.secrets.unseal(sealed) as object) : {};
  return { output: { ...answer, ...secret } as Out, actionId: Number(action_id) };
}
