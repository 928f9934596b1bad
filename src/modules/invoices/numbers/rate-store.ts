import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, row } from '../../../kernel/database/row.ts';
import { sql } from '../../../kernel/database/sql.ts';
import { exchangeRates } from '../records/tables.ts';

/** The rates that are stored for some days. */
export function listRatesOn(db: Queryable, days: readonly string[]) {
  return db.query(
    row({ currency: col.text(), date: col.text() }),
    sql`select currency, date::text from exchange_rates where date = any(${days}::date[])`,
  );
}

/** ISK for one unit of a currency, by the newest rate that was known on the day. */
export async function findRate(db: Queryable, currency: string, day: string): Promise<string | null> {
  const [found] = await db.query(
    exchangeRates.pick('rate'),
    sql`select rate from exchange_rates where currency = ${currency} and date <= ${day} order by date desc limit 1`,
  );
  return found?.rate ?? null;
}

export function upsertRate(currency: string, date: string, rate: string) {
  return {
    row: row({ currency: col.text(), date: col.text(), rate: col.double() }),
    result: sql`${exchangeRates.insert({ currency, date, rate })}
      on conflict (currency, date) do update set rate = excluded.rate
      returning currency, date::text, rate::float8`,
  };
}
