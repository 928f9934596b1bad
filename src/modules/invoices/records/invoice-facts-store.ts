import type { Queryable } from '../../../kernel/database/queryable.ts';
import { date, json, jsonList, type RowOf, row, text } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import { buyerIdByGuid, isFoundByKennitala, newestByKennitala, outputSelect } from '../../customers/store.ts';
import { customers } from '../../customers/tables.ts';
import { itemColumns, itemRow } from '../../items/store.ts';

const profile = customers.pick(
  'guid',
  'customer_number',
  'name',
  'address',
  'zip',
  'city',
  'registration_no',
  'email',
  'phone_number',
  'vat',
  'lang',
  'trading_partner_id',
);
export const buyerRow = profile.with(outputSelect);
export const buyerColumns = sql`${profile.list()}, output_select::text`;
/** A copy of the customer's details, so that later changes to the profile leave issued invoices as they were. */
export type BuyerSnapshot = RowOf<typeof buyerRow>;

const terms = customers.pick(
  'id',
  'tax_exempt',
  'due_days',
  'settlement_days',
  'term',
  'is_claim',
  'is_discount',
);
/** A customer with the terms that an invoice takes from the profile. */
export const knownBuyerRow = buyerRow.with(terms.columns);
export const knownBuyerColumns = sql`${terms.list()}, ${buyerColumns}`;

export const knownRate = row({ rate: text(), date: text() });
/** A rate of the table, and its day. */
export type KnownRate = RowOf<typeof knownRate>;

const invoiceFacts = row({
  customer: json(knownBuyerRow).nullable(),
  catalogue: jsonList(itemRow),
  rate: json(knownRate).nullable(),
  last_issued: date().nullable(),
});
/** Everything that create-invoice reads before it computes, in one statement. */
export type InvoiceFacts = RowOf<typeof invoiceFacts>;

export interface LookupKeys {
  customerGuid: string | undefined;
  customerKennitala: string | undefined;
  itemGuids: string[];
  itemNumbers: string[];
  /** Tasks whose items are needed. */
  taskGuids: string[];
  currency: string;
  issueDate: string;
}

export async function readInvoiceFacts(
  db: Queryable,
  accountId: number,
  keys: LookupKeys,
): Promise<InvoiceFacts> {
  const customer = customerBy(accountId, keys);
  const [found] = await db.query(
    invoiceFacts,
    sql`select
      ${customer ? sql`(select row_to_json(c) from (${customer}) c)` : sql`null::json`} as customer,
      (select coalesce(json_agg(i), '[]') from (
        ${itemsBy(accountId, keys.itemGuids, sql`guid = requested.key::uuid`)}
        ${keys.itemNumbers.length === 0 ? EMPTY : sql`union ${itemsBy(accountId, keys.itemNumbers, sql`item_number = requested.key`)}`}
        ${keys.taskGuids.length === 0 ? EMPTY : sql`union ${itemsBy(accountId, keys.taskGuids, isItemOfTask(accountId))}`}
      ) i) as catalogue,
      ${keys.currency === 'ISK' ? sql`null::json` : knownRateSql(sql`${keys.currency}`, keys.issueDate)} as rate,
      ${lastIssuedSql(sql`${accountId}`)} as last_issued`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

/** The newest rate of the table that is known on a day, as JSON. */
export function knownRateSql(currency: Sql, day: string): Sql {
  return sql`(select json_build_object('rate', r.rate::text, 'date', r.date)
    from exchange_rates r where r.currency = ${currency} and r.date <= ${day} order by r.date desc limit 1)`;
}

/** The issue date of the document with the highest number. */
export function lastIssuedSql(accountId: Sql): Sql {
  return sql`(select last.issue_date from invoices last
    where last.account_id = ${accountId} and last.number is not null order by last.number desc limit 1)`;
}

/** Null where the request names neither guid nor kennitala. */
function customerBy(accountId: number, { customerGuid, customerKennitala }: LookupKeys): Sql | null {
  if (!customerGuid && !customerKennitala) return null;
  const condition = customerGuid
    ? sql`id = ${buyerIdByGuid(accountId, customerGuid)}`
    : sql`registration_no = ${customerKennitala} and ${isFoundByKennitala}`;
  return sql`select ${knownBuyerColumns} from customers
    where account_id = ${accountId} and ${condition} order by ${newestByKennitala} limit 1`;
}

function isItemOfTask(accountId: number): Sql {
  return sql`id = (select t.item_id from tasks t where t.account_id = ${accountId} and t.guid = requested.key::uuid)`;
}

/** Keys are passed as one JSON parameter, so that any number of them is the same prepared statement with the same query plan. */
function itemsBy(accountId: number, keys: readonly string[], matchesKey: Sql): Sql {
  return sql`
    select item.* from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) requested (key)
    cross join lateral (select ${itemColumns} from items where account_id = ${accountId} and ${matchesKey} limit 1) item`;
}
