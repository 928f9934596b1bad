import { remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import { payableSql } from '../customers/balance-store.ts';
import { balanceSql } from './account-store.ts';
import { bankAccounts } from './tables.ts';

export const NAMED_KINDS = ['invoice', 'customer', 'cost', 'payment', 'bank_account'] as const;

const namedRecord = row({
  guid: col.uuid(),
  kind: col.oneOf(NAMED_KINDS),
  number: col.text(),
  name: col.text(),
  amount: col.numeric().nullable(),
  currency: col.text(),
  day: col.date().nullable(),
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

const sameLines = row({ guid: col.uuid(), amount: col.numeric() });

/** Letters alone: what differs between two such lines are numbers, days and spaces. */
const textKeySql = (column: 'l' | 'o') =>
  sql`regexp_replace(lower(${column === 'l' ? sql`l.text` : sql`o.text`}), '[0-9[:space:][:punct:]]+', '', 'g')`;

/** Open lines of the same account and direction whose text is that of a line, itself among them. */
export function listSameLines(db: Queryable, accountId: number, guid: string, limit: number) {
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
  guid: col.uuid(),
  name: col.text(),
  currency: col.text(),
  opening: col.numeric().nullable(),
  statement: col.numeric().nullable(),
  balance_on: col.date().nullable(),
  booked: col.numeric(),
  open_count: col.bigint(),
  open_in: col.numeric(),
  open_out: col.numeric(),
  ignored_count: col.bigint(),
  ignored: col.numeric(),
  gaps: bankAccounts.columns.gaps,
  untied_count: col.bigint(),
  untied: col.numeric(),
});
export type ComparedAccount = RowOf<typeof comparedAccount>;

/** A transfer that is on no statement after so long is not going to be. */
const UNTIED_DAYS = 92;

/**
 * Statements and books of each account: the balance that the bank says, what is booked, what is not, and what is missing. The
 * opening balance is what was there before the first line. Only lines that wait and recent payments are read; everything else
 * is summed already.
 */
export function compareAccounts(db: Queryable, accountId: number): Promise<ComparedAccount[]> {
  return db.query(
    comparedAccount,
    sql`select b.guid, b.name, b.currency, b.opening_balance as opening, now_on.balance as statement, now_on.balance_on,
        sums.recorded as booked, waiting.count as open_count, waiting.money_in as open_in, waiting.money_out as open_out,
        sums.lines_ignored as ignored_count, sums.ignored, b.gaps, untied.count as untied_count, untied.amount as untied
      from bank_accounts b ${balanceSql}
      cross join lateral (
        select count(*) as count, coalesce(sum(l.amount) filter (where l.amount > 0), 0) as money_in,
          coalesce(sum(l.amount) filter (where l.amount < 0), 0) as money_out
        from bank_lines l where l.account_id = b.account_id and l.bank_account_id = b.id and l.state = 'open') waiting
      cross join lateral (
        select greatest(min(l.booked_on), max(l.booked_on) - ${UNTIED_DAYS}::int) as since
        from bank_lines l where l.account_id = b.account_id and l.bank_account_id = b.id) recent
      cross join lateral (
        select count(*) as count,
          coalesce(sum(case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end), 0) as amount
        from payments p
        where p.account_id = b.account_id and p.currency = b.currency and p.paid_on >= recent.since
          and p.reversed_on is null and p.source <> 'credit' and p.bank_line_guid is null and p.method_payment = 9
          and not exists (select from bank_actions a
            where a.account_id = p.account_id and a.payment_guid = p.guid and a.is_active)) untied
      where b.account_id = ${accountId} order by b.name, b.id`,
  );
}
