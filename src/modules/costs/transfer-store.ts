import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { dueOnSql, isApprovedAnywhereSql } from './payable-store.ts';
import { costs } from './tables.ts';

const stored = costs.pick(
  ...(['id', 'guid', 'supplier_name', 'supplier_id', 'invoice_number'] as const),
  ...(['amount', 'paid_amount', 'currency', 'how_paid', 'due_date', 'credit_note'] as const),
  ...(['payee_account', 'payee_iban', 'exported_at'] as const),
);
const chosenCost = stored.with({
  due_on: costs.columns.listed_on,
  is_approved: col.boolean(),
  /** Of the supplier's last approved cost that has an account, before this one if this one has one; empty where there is none. */
  last_account: col.text(),
  last_iban: col.text(),
});
export type ChosenCostRow = RowOf<typeof chosenCost>;

/** Locks costs that are to be paid. A supplier is known by its kennitala, and by its name where it has none. */
export function lockChosenCosts(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<ChosenCostRow[]> {
  return tx.query(
    chosenCost,
    sql`select ${stored.list('c')}, ${dueOnSql} as due_on, ${isApprovedAnywhereSql} as is_approved,
        coalesce(last.payee_account, '') as last_account, coalesce(last.payee_iban, '') as last_iban
      from costs c
      left join lateral (
        select o.payee_account, o.payee_iban from costs o
        where o.account_id = c.account_id and o.show_api and o.supplier_id = c.supplier_id and o.id <> c.id
          and (o.id < c.id or (c.payee_account = '' and c.payee_iban = ''))
          and (c.supplier_id <> '' or lower(o.supplier_name) = lower(c.supplier_name))
          and ${isApprovedAnywhereSql} and (o.payee_account <> '' or o.payee_iban <> '')
        order by o.listed_on desc, o.id desc limit 1) last on true
      where c.account_id = ${accountId} and c.show_api and c.guid = any(${guids}::uuid[])
      order by c.id for update of c`,
  );
}

/** Says on each cost that a file has it. */
export function setExportedCte(
  accountId: number,
  exported: readonly { id: number; exported_amount: string }[],
  now: Date,
): Sql {
  const records = exported.map((one) => ({ ...one, exported_at: now, updated_at: now }));
  return sql`exported_costs as (
    ${costs.updateEach(records)} where costs.account_id = ${accountId} and costs.id = record.id)`;
}
