import type { PostedAction } from '../../domain/journal/post-bank-line.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, first, type RowOf, row } from '../../kernel/database/row.ts';
import { EMPTY, sql } from '../../kernel/database/sql.ts';
import { bankAccounts, bankBookings, bankLines } from '../bank/tables.ts';
import { isApprovedSql } from '../costs/figures-store.ts';
import {
  costRateSql,
  entryColumns,
  type JournalPage,
  type JournalPeriod,
  pageSql,
  storedSql,
} from './source-store.ts';

const booking = bankBookings.pick('id', 'guid');
const bankLineRow = booking.with({
  ...entryColumns,
  amount: bankLines.columns.amount,
  counterparty_name: bankLines.columns.counterparty_name,
  text: bankLines.columns.text,
  currency: bankAccounts.columns.currency,
  exchange_rate: col.text(),
  actions: col.jsonb<PostedAction[]>(),
});
export type BankLineSource = RowOf<typeof bankLineRow>;

/** Actions of a booking that has ended count as well: its entry stays, and another one takes it back. */
const actionsSql = sql`(select jsonb_agg(case
      when a.type = 'cost' then jsonb_build_object('type', a.type, 'amount', a.amount::text,
        'cost_amount', coalesce(a.done->>'cost_amount', a.amount::text), 'cost_currency', coalesce(c.currency, b.currency),
        'cost_rate', (${costRateSql})::text, 'supplier', jsonb_build_object('type', 'supplier', 'guid', '',
          'code', coalesce(nullif(c.supplier_id, ''), c.supplier_name, ''), 'name', coalesce(c.supplier_name, '')))
      when p.id is not null then jsonb_build_object('type', a.type, 'kept', p.acquirer_fee::text, 'exchange_rate', p.exchange_rate::text,
        'received', (case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end)::text,
        'method_payment', p.method_payment)
      else jsonb_build_object('type', a.type, 'amount', a.amount::text, 'code', coalesce(a.done->>'code', '')) end order by a.id)
    from bank_actions a
    left join costs c on c.account_id = a.account_id and c.guid = a.cost_guid
    left join payments p on p.account_id = a.account_id and p.guid = a.payment_guid
    where a.account_id = k.account_id and a.booking_id = k.id)`;

const valueDaySql = sql`coalesce(l.value_on, l.booked_on)`;
/** As of reversed payments: no earlier than the line itself. */
const unbookedOnSql = sql`greatest(${valueDaySql}, (k.unbooked_at at time zone 'UTC')::date)`;

/** Bookings of bank lines by their day of value, or those that were taken back by the day of that. */
export function listBankLineSources(
  db: Queryable,
  kind: 'bank_line' | 'unbooking',
  page: JournalPage,
): Promise<BankLineSource[]> {
  const { accountId } = page;
  const day = kind === 'bank_line' ? valueDaySql : unbookedOnSql;
  return db.query(
    bankLineRow,
    sql`select ${booking.list('k')}, ${day} as date, ${storedSql(accountId, sql`${kind}`, sql`k.id`)} as stored, l.amount, l.counterparty_name, l.text, b.currency,
        k.exchange_rate::text, ${actionsSql} as actions
      from bank_lines l
      join bank_bookings k on k.account_id = l.account_id and k.line_id = l.id
      join bank_accounts b on b.account_id = l.account_id and b.id = l.bank_account_id
      where l.account_id = ${accountId} and k.exchange_rate is not null
        ${kind === 'bank_line' ? EMPTY : sql`and k.unbooked_at is not null`} ${pageSql(day, sql`k.id`, page)}`,
  );
}

/** How many approved costs and bookings of bank lines cannot be posted in a period. */
export async function countWithoutRate(
  db: Queryable,
  accountId: number,
  { from, to }: JournalPeriod,
): Promise<number> {
  const found = await first(
    db.query(
      row({ count: col.integer() }),
      sql`select ((select count(*) from costs c
          where c.account_id = ${accountId} and ${isApprovedSql} and (${costRateSql}) is null
            and c.issue_date <= ${to} ${from ? sql`and c.issue_date >= ${from}` : EMPTY})
        + (select count(*) from bank_lines l join bank_bookings k on k.account_id = l.account_id and k.line_id = l.id
          where l.account_id = ${accountId} and k.exchange_rate is null and k.unbooked_at is null
            and ${valueDaySql} <= ${to} ${from ? sql`and ${valueDaySql} >= ${from}` : EMPTY}))::int as count`,
    ),
  );
  return found?.count ?? 0;
}
