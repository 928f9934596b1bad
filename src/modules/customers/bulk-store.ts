import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { cte } from '../../kernel/events/emitted-events.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { type CustomerFields, type NewCustomerFields, newestByKennitala, outputSelect } from './store.ts';
import { customers } from './tables.ts';

const stored = customers.omit(
  'account_id',
  'created_at',
  'updated_at',
  'output_select',
  'merged_into',
  'secondary',
  'unverified',
);
const knownCustomer = stored.with(outputSelect);
export type KnownCustomer = RowOf<typeof knownCustomer>;

/** The customers that rows may mean, those first that a kennitala finds first. Who imports waits for who else does. */
export async function lockNamedCustomers(
  tx: Queryable,
  accountId: number,
  named: { kennitalas: readonly string[]; numbers: readonly string[]; names: readonly string[] },
): Promise<KnownCustomer[]> {
  return tx.query(
    knownCustomer,
    sql`select ${stored.list()}, output_select::text from customers
      where account_id = ${accountId} and active and not unverified
        and (registration_no = any(${named.kennitalas}::text[]) or customer_number = any(${named.numbers}::text[])
          or name = any(${named.names}::text[]))
      order by ${newestByKennitala} for update`,
  );
}

/** The customers with these guids, also those that are not in use; none that were merged into another one. */
export async function lockCustomersByGuid(
  tx: Queryable,
  accountId: number,
  guids: readonly string[],
): Promise<KnownCustomer[]> {
  return tx.query(
    knownCustomer,
    sql`select ${stored.list()}, output_select::text from customers
      where account_id = ${accountId} and merged_into is null and guid = any(${guids}::uuid[]) order by id for update`,
  );
}

const forStorage = (fields: CustomerFields) => ({ ...fields, output_select: Number(fields.output_select) });

/** The step that inserts them, with the events of each; none where there are none. */
export function insertCustomers(
  ctx: WriteContext,
  records: readonly (NewCustomerFields & { guid: string })[],
): Sql[] {
  if (records.length === 0) return [];
  const shared = { account_id: ctx.account.id, created_at: ctx.now, updated_at: ctx.now };
  const rows = records.map(({ guid, unverified = false, ...fields }) => ({
    guid,
    unverified,
    ...forStorage(fields),
  }));
  ctx.emit('customer.created', { guid: sql`new_customers.guid` }, cte('new_customers'));
  return [sql`new_customers as (${customers.insertEach(shared, rows)} returning guid, id)`];
}

export function updateCustomers(
  ctx: WriteContext,
  records: readonly (CustomerFields & { id: number })[],
): Sql[] {
  if (records.length === 0) return [];
  const updated_at = ctx.now.toISOString();
  const rows = records.map(({ id, ...fields }) => ({ id, ...forStorage(fields), updated_at }));
  ctx.emit('customer.updated', { guid: sql`changed_customers.guid` }, cte('changed_customers'));
  return [
    sql`changed_customers as (${customers.updateEach(rows)}
      where customers.account_id = ${ctx.account.id} and customers.id = record.id returning customers.guid)`,
  ];
}
