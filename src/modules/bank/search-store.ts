import { remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { bigint, date, numeric, oneOf, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { payableSql } from '../customers/balance-store.ts';

export const NAMED_KINDS = ['invoice', 'customer', 'cost', 'payment', 'bank_account'] as const;

const namedRecord = row({
  guid: uuid(),
  kind: oneOf(NAMED_KINDS),
  number: text(),
  name: text(),
  amount: numeric().nullable(),
  currency: text(),
  day: date().nullable(),
});
export type NamedRecord = RowOf<typeof namedRecord>;

/** The records that actions name, as a person knows them. */
export function listNamedRecords(
  db: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<NamedRecord[]> {
  return db.query(
    namedRecord,
    sql`select i.guid, 'invoice' as kind, coalesce(i.number::text, '') as number, c.name,
        ${payableSql(remainingSql)} as amount, i.currency, i.due_date as day
      from invoices i join customers c on c.account_id = i.account_id and c.id = i.customer_id
      where i.account_id = ${accountId} and i.guid = any(${guids}::uuid[])
      union all
      select guid, 'customer', '', name, null, '', null from customers
      where account_id = ${accountId} and guid = any(${guids}::uuid[])
      union all
      select guid, 'cost', invoice_number, supplier_name, amount, currency, listed_on from costs
      where account_id = ${accountId} and guid = any(${guids}::uuid[])
      union all
      select p.guid, 'payment', '', coalesce(c.name, ''), p.amount, p.currency, p.paid_on
      from payments p left join customers c on c.account_id = p.account_id and c.id = p.customer_id
      where p.account_id = ${accountId} and p.guid = any(${guids}::uuid[])
      union all
      select guid, 'bank_account', '', name, null, currency, null from bank_accounts
      where account_id = ${accountId} and guid = any(${guids}::uuid[])`,
  );
}

const sameLines = row({ guid: uuid(), amount: numeric() });

/** Letters alone: what differs between two such lines are numbers, days and spaces. */
const textKeySql = (column: 'l' | 'o') =>
  sql`regexp_replace(lower(${column === 'l' ? sql`l.text` : sql`o.text`}), '[0-9[:space:][:punct:]]+', '', 'g')`;

/** Open lines of the same account and direction whose text is that of a line, itself among them. */
export function listSameLines(
  db: Queryable,
  accountId: number,
  guid: string,
  limit: number,
): Promise<RowOf<typeof sameLines>[]> {
  return db.query(
    sameLines,
    sql`select l.guid, l.amount from bank_lines o join bank_lines l
        on l.account_id = o.account_id and l.bank_account_id = o.bank_account_id and sign(l.amount) = sign(o.amount)
          and ${textKeySql('l')} = ${textKeySql('o')}
      where o.account_id = ${accountId} and o.guid = ${guid} and o.text <> '' and l.state = 'open'
      order by l.booked_on, l.id limit ${limit}`,
  );
}

const comparedAccount = row({
  guid: uuid(),
  name: text(),
  currency: text(),
  opening: numeric().nullable(),
  statement: numeric().nullable(),
  balance_on: date().nullable(),
  booked: numeric(),
  open_count: bigint(),
  open_in: numeric(),
  open_out: numeric(),
  ignored_count: bigint(),
  ignored: numeric(),
  untied_count: bigint(),
  untied: numeric(),
});
export type ComparedAccount = RowOf<typeof comparedAccount>;

/** What the records of a booking have brought: payments as they are in the books, everything else as it was booked. */
const bookedSql = sql`(select coalesce(sum(case
      when a.type = 'settled' then case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end
      when a.type = 'fee' then -a.amount
      when a.type = 'payment' then sign(l.amount) * p.amount
      else sign(l.amount) * a.amount end), 0)
    from bank_lines l
    join bank_bookings k on k.account_id = l.account_id and k.line_id = l.id and k.unbooked_at is null
    join bank_actions a on a.account_id = k.account_id and a.booking_id = k.id and a.is_active
    left join payments p on p.account_id = a.account_id and p.guid = a.payment_guid and p.reversed_on is null
    where l.account_id = b.account_id and l.bank_account_id = b.id and l.state = 'booked')`;

/**
 * Statements and books of each account: the balance that the bank says, what is booked, and what is not. The opening
 * balance is what was there before the first line.
 */
export function compareAccounts(db: Queryable, accountId: number): Promise<ComparedAccount[]> {
  return db.query(
    comparedAccount,
    sql`select b.guid, b.name, b.currency, known.balance - known.amount - coalesce(earlier.amount, 0) as opening,
        known.balance + coalesce(later.amount, 0) as statement, greatest(known.booked_on, later.booked_on) as balance_on,
        ${bookedSql} as booked, totals.open_count, totals.open_in, totals.open_out, totals.ignored_count, totals.ignored,
        untied.count as untied_count, untied.amount as untied
      from bank_accounts b
      left join lateral (
        select l.booked_on, l.id, l.balance, l.amount from bank_lines l
        where l.account_id = b.account_id and l.bank_account_id = b.id and l.balance is not null
        order by l.booked_on desc, l.id desc limit 1) known on true
      left join lateral (
        select sum(l.amount) as amount, max(l.booked_on) as booked_on from bank_lines l
        where l.account_id = b.account_id and l.bank_account_id = b.id
          and (l.booked_on, l.id) > (known.booked_on, known.id)) later on true
      left join lateral (
        select sum(l.amount) as amount from bank_lines l
        where l.account_id = b.account_id and l.bank_account_id = b.id
          and (l.booked_on, l.id) < (known.booked_on, known.id)) earlier on true
      cross join lateral (
        select count(*) filter (where l.state = 'open') as open_count,
          coalesce(sum(l.amount) filter (where l.state = 'open' and l.amount > 0), 0) as open_in,
          coalesce(sum(l.amount) filter (where l.state = 'open' and l.amount < 0), 0) as open_out,
          count(*) filter (where l.state = 'ignored') as ignored_count,
          coalesce(sum(l.amount) filter (where l.state = 'ignored'), 0) as ignored, min(l.booked_on) as first_on
        from bank_lines l where l.account_id = b.account_id and l.bank_account_id = b.id) totals
      cross join lateral (
        select count(*) as count,
          coalesce(sum(case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end), 0) as amount
        from payments p
        where p.account_id = b.account_id and p.currency = b.currency and p.paid_on >= totals.first_on
          and p.reversed_on is null and p.source <> 'credit' and p.bank_line_guid is null and p.method_payment = 9
          and not exists (select from bank_actions a
            where a.account_id = p.account_id and a.payment_guid = p.guid and a.is_active)) untied
      where b.account_id = ${accountId} order by b.name, b.id`,
  );
}
