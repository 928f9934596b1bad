import type { Reader } from '../../kernel/context.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';

export type ScreenLang = 'is' | 'en';

export async function findLanguage(
  db: Reader,
  accountId: number,
  username: string,
): Promise<ScreenLang | null> {
  const [row] = await db.query<{ lang: ScreenLang }>(sql`
    select lang from screen_languages where account_id = ${accountId} and username = ${username}`);
  return row?.lang ?? null;
}

export function putLanguage(accountId: number, username: string, lang: string): Sql {
  return sql`
    insert into screen_languages (account_id, username, lang) values (${accountId}, ${username}, ${lang})
    on conflict (account_id, username) do update set lang = excluded.lang
    returning lang`;
}
