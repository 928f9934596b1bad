import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../../kernel/database/row.ts';
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

export const knownRate = row({ rate: col.text(), date: col.text() });
/** A rate of the table, and its day. */
export type KnownRate = RowOf<typeof knownRate>;

const invoiceFacts = row({
  customer: col.json(knownBuyerRow).nullable(),
  catalogue: col.jsonList(itemRow),
  rate: col.json(knownRate).nullable(),
  last_issued: col.date().nullable(),
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
  const { customerGuid, customerKennitala } = keys;
  const customer = customerGuid
    ? customerByGuid(accountId, customerGuid)
    : customerKennitala
      ? customerByKennitala(accountId, customerKennitala)
      : sql`null::json`;
  const found = await db.find(
    invoiceFacts,
    sql`select
      ${customer} as customer,
      ${catalogueOf(accountId, keys)} as catalogue,
      ${keys.currency === 'ISK' ? sql`null::json` : knownRateSql(keys.currency, keys.issueDate)} as rate,
      ${lastIssuedSql(sql`${accountId}`)} as last_issued`,
  );
  if (!found) throw new Error('A select without a table has one row');
  return found;
}

const factsOfAll = row({
  documents: col.jsonList(
    row({ customer: col.json(knownBuyerRow).nullable(), rate: col.json(knownRate).nullable() }),
  ),
  catalogue: col.jsonList(itemRow),
  last_issued: col.date().nullable(),
});

/** The same for several documents, in their order. Items of tasks are left out. */
export async function readFactsOfInvoices(
  db: Queryable,
  accountId: number,
  keys: readonly LookupKeys[],
): Promise<InvoiceFacts[]> {
  const requested = keys.map(({ customerGuid, customerKennitala, currency, issueDate }, place) => ({
    ...{ place, currency, day: issueDate, guid: customerGuid, kennitala: customerKennitala || undefined },
  }));
  const itemGuids = [...new Set(keys.flatMap((one) => one.itemGuids))];
  const itemNumbers = [...new Set(keys.flatMap((one) => one.itemNumbers))];
  const [found] = await db.query(
    factsOfAll,
    sql`select
      (select coalesce(json_agg(json_build_object(
          'customer', case when guid is not null then ${customerByGuid(accountId, sql`document.guid`)}
            when kennitala is not null then ${customerByKennitala(accountId, sql`document.kennitala`)} end,
          'rate', case when currency <> 'ISK' then ${knownRateSql(sql`document.currency`, sql`document.day`)} end)
          order by place), '[]')
        from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb)
          as document (place integer, guid uuid, kennitala text, currency text, day date)) as documents,
      ${catalogueOf(accountId, { itemGuids, itemNumbers, taskGuids: [] })} as catalogue,
      ${lastIssuedSql(sql`${accountId}`)} as last_issued`,
  );
  if (!found) throw new Error('A select without a table has one row');
  const byGuid = new Map(found.catalogue.map((item) => [item.guid, item]));
  const byNumber = new Map(found.catalogue.map((item) => [item.item_number, item]));
  return found.documents.map((document, at) => {
    const { itemGuids: guids = [], itemNumbers: numbers = [] } = keys[at] ?? {};
    const items = [
      ...guids.map((guid) => byGuid.get(guid)),
      ...numbers.map((number) => byNumber.get(number)),
    ];
    const catalogue = [...new Set(items.filter((item) => item !== undefined))];
    return { ...document, catalogue, last_issued: found.last_issued };
  });
}

function catalogueOf(
  accountId: number,
  { itemGuids, itemNumbers, taskGuids }: Pick<LookupKeys, 'itemGuids' | 'itemNumbers' | 'taskGuids'>,
): Sql {
  return sql`(select coalesce(json_agg(i), '[]') from (
      ${itemsBy(accountId, itemGuids, sql`guid = requested.key::uuid`)}
      ${itemNumbers.length === 0 ? EMPTY : sql`union ${itemsBy(accountId, itemNumbers, sql`item_number = requested.key`)}`}
      ${taskGuids.length === 0 ? EMPTY : sql`union ${itemsBy(accountId, taskGuids, isItemOfTask(accountId))}`}
    ) i)`;
}

/** The newest rate of the table that is known on a day, as JSON. */
export function knownRateSql(currency: string | Sql, day: string | Sql): Sql {
  return sql`(select json_build_object('rate', r.rate::text, 'date', r.date)
    from exchange_rates r where r.currency = ${currency} and r.date <= ${day} order by r.date desc limit 1)`;
}

/** The issue date of the document with the highest number of the account's own series. */
export function lastIssuedSql(accountId: Sql): Sql {
  return sql`(select last.issue_date from invoices last
    where last.account_id = ${accountId} and last.number is not null and not last.is_imported order by last.number desc limit 1)`;
}

/** The customer as JSON; null where there is none. */
function customerByGuid(accountId: number, guid: string | Sql): Sql {
  return customerBy(accountId, sql`id = ${buyerIdByGuid(accountId, guid)}`);
}

function customerByKennitala(accountId: number, kennitala: string | Sql): Sql {
  return customerBy(accountId, sql`registration_no = ${kennitala} and ${isFoundByKennitala}`);
}

function customerBy(accountId: number, condition: Sql): Sql {
  return sql`(select row_to_json(c) from (
    select ${knownBuyerColumns} from customers
    where account_id = ${accountId} and ${condition} order by ${newestByKennitala} limit 1) c)`;
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
