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

export function upsertRate(currency: string, date: string, rate: string) {
  return {
    row: row({ currency: col.text(), date: col.text(), rate: col.double() }),
    result: sql`${exchangeRates.insert({ currency, date, rate })}
      on conflict (currency, date) do update set rate = excluded.rate
      returning currency, date::text, rate::float8`,
  };
}
