import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { accounts, logos } from './tables.ts';

const logo = logos.pick('content_type', 'width', 'height', 'bytes');
export type Logo = RowOf<typeof logo>;

const facts = logos.pick('guid', 'content_type', 'width', 'height');
export const logoFactsRow = facts.with({ size: col.integer() });
/** A logo without its bytes. */
export type LogoFacts = RowOf<typeof logoFactsRow>;

/** A subquery for statements of other records that show the logo of their account. */
export function logoFacts(accountId: number): Sql {
  return sql`(select ${facts.jsonObject('logos', sql`'size', length(bytes)`)} from logos
    where account_id = ${accountId})`;
}

export function logoBytes(accountId: number): Sql {
  return sql`(select bytes from logos where account_id = ${accountId})`;
}

export async function readLogoBytes(db: Queryable, accountId: number): Promise<Buffer | null> {
  const [found] = await db.query(
    row({ bytes: col.bytea().nullable() }),
    sql`select ${logoBytes(accountId)} as bytes`,
  );
  return found?.bytes ?? null;
}

export async function readLogoFacts(db: Queryable, accountId: number): Promise<LogoFacts | null> {
  const [found] = await db.query(
    row({ logo: col.json(logoFactsRow).nullable() }),
    sql`select ${logoFacts(accountId)} as logo`,
  );
  return found?.logo ?? null;
}

/** A logo that was replaced has another guid, so its old address finds nothing. */
export function findLogo(db: Queryable, accountId: number, guid: string): Promise<Logo | null> {
  return first(
    db.query(logo, sql`select ${logo.list()} from logos where account_id = ${accountId} and guid = ${guid}`),
  );
}

/** Replaces the logo and returns it as the API does. */
export function upsertLogo(
  accountId: number,
  { guid, path }: { guid: string; path: string },
  picture: Logo,
  now: Date,
) {
  const result = sql`${logos.insert({ account_id: accountId, guid, ...picture, created_at: now })}
    on conflict (account_id) do update set guid = excluded.guid, content_type = excluded.content_type,
      width = excluded.width, height = excluded.height, bytes = excluded.bytes, created_at = excluded.created_at
    returning ${path}::text as path, width, height, length(bytes) as size`;
  return {
    row: row({ path: col.text(), width: col.integer(), height: col.integer(), size: col.integer() }),
    result,
  };
}

/** Returns the guid of the account also when there was no logo: afterwards there is none. */
export function deleteLogo(accountId: number) {
  return {
    row: accounts.pick('guid'),
    ctes: sql`deleted as (delete from logos where account_id = ${accountId})`,
    result: sql`select guid from accounts where account_id = ${accountId}`,
  };
}
