import type { Queryable } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';

export interface Logo {
  content_type: string;
  width: number;
  height: number;
  bytes: Buffer;
}

/** Of which everything but the picture itself is known. */
export interface LogoFacts extends Omit<Logo, 'bytes'> {
  guid: string;
  size: number;
}

/** For statements of other records that show the logo of their account. */
export function logoFacts(accountId: number): Sql {
  return sql`(select json_build_object('guid', guid, 'content_type', content_type, 'width', width, 'height', height,
    'size', length(bytes)) from logos where account_id = ${accountId})`;
}

export function logoBytes(accountId: number): Sql {
  return sql`(select bytes from logos where account_id = ${accountId})`;
}

export async function readLogoBytes(db: Queryable, accountId: number): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer | null }>(sql`select ${logoBytes(accountId)} as bytes`);
  return row?.bytes ?? null;
}

export async function readLogoFacts(db: Queryable, accountId: number): Promise<LogoFacts | null> {
  const [row] = await db.query<{ logo: LogoFacts | null }>(sql`select ${logoFacts(accountId)} as logo`);
  return row?.logo ?? null;
}

/** One that was replaced is not found any more. */
export async function findLogo(db: Queryable, accountId: number, guid: string): Promise<Logo | null> {
  const [row] = await db.query<Logo>(sql`
    select content_type, width, height, bytes from logos where account_id = ${accountId} and guid = ${guid}`);
  return row ?? null;
}

/** Answers it as it is shown, at the path that its guid has. */
export function upsertLogo(
  accountId: number,
  { guid, path }: { guid: string; path: string },
  logo: Logo,
  now: Date,
): Sql {
  return sql`
    insert into logos (account_id, guid, content_type, width, height, bytes, created_at)
    values (${accountId}, ${guid}, ${logo.content_type}, ${logo.width}, ${logo.height}, ${logo.bytes}, ${now})
    on conflict (account_id) do update set guid = excluded.guid, content_type = excluded.content_type,
      width = excluded.width, height = excluded.height, bytes = excluded.bytes, created_at = excluded.created_at
    returning ${path}::text as path, width, height, length(bytes) as size`;
}

/** Answers for the account whether there was one or not: afterwards there is none. */
export function deleteLogo(accountId: number): { ctes: Sql; result: Sql } {
  return {
    ctes: sql`gone as (delete from logos where account_id = ${accountId})`,
    result: sql`select guid from accounts where account_id = ${accountId}`,
  };
}
