import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { taxLogins } from './tables.ts';

const login = taxLogins.pick('kennitala', 'sealed_key');

/** The login at the tax office; null where none was set. */
export async function readTaxLogin({
  db,
  account,
  secrets,
}: Pick<ReadContext, 'account' | 'secrets'> & { db: Queryable }): Promise<{
  kennitala: string;
  key: string;
} | null> {
  const [found] = await db.query(
    login,
    sql`select ${login.list()} from tax_logins where account_id = ${account.id}`,
  );
  // A password from before the operator changed the secret is lost, and asked for again.
  const key = found && secrets.tryUnsealText(found.sealed_key);
  return key ? { kennitala: found.kennitala, key } : null;
}

export function setTaxLoginStatement(
  account: { id: number; guid: string },
  { kennitala, sealed_key, changed_at }: { kennitala: string; sealed_key: string; changed_at: Date },
) {
  const changes = { kennitala, sealed_key, changed_at };
  return {
    row: row({ guid: col.uuid() }),
    ctes: sql`stored as (${taxLogins.insert({ account_id: account.id, ...changes })}
      on conflict (account_id) do update set
        kennitala = excluded.kennitala, sealed_key = excluded.sealed_key, changed_at = excluded.changed_at)`,
    result: sql`select ${account.guid}::uuid as guid`,
  };
}
