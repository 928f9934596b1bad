import { type Sql, sql } from '../../../kernel/database/sql.ts';

export function storeRate(currency: string, date: string, rate: string): Sql {
  return sql`
    insert into exchange_rates (currency, date, rate) values (${currency}, ${date}, ${rate})
    on conflict (currency, date) do update set rate = excluded.rate
    returning currency, date::text, rate::float8`;
}
