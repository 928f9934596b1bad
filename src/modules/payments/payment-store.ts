import type { AccountingStatus } from '../../domain/invoices/invoice-states.ts';
import type { Direction, PaymentSource } from '../../domain/payments/payment.ts';
import { anyId } from '../../kernel/database/any-of.ts';
import { numberOrder } from '../../kernel/database/number-order.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, type RowOf, row } from '../../kernel/database/row.ts';
import { hasTextSql, matchesTextSql, parseSearchedAmount } from '../../kernel/database/search-sql.ts';
import { EMPTY, PLANNED_EACH_TIME, type Sql, sql } from '../../kernel/database/sql.ts';
import { countOf } from '../../kernel/operations/count-of.ts';
import type { BatchRange } from '../../kernel/operations/paging.ts';
import { customers } from '../customers/tables.ts';
import type { Invoice } from '../invoices/records/schema.ts';
import { allocations, payments } from '../invoices/records/tables.ts';
import type { Payment } from './schema.ts';

const columns = payments.omit('account_id', 'source_key', 'customer_id', 'created_by');
const allocation = allocations.pick('amount', 'paid', 'exchange_difference');
const paymentRow = columns.with({
  customer: col.json(row({ guid: col.uuid(), name: col.text() })).nullable(),
  allocations: col.jsonList(
    allocation.with({
      invoice_guid: col.uuid().nullable(),
      invoice_number: col.text().nullable(),
      payment_guid: col.uuid().nullable(),
      currency: col.text(),
    }),
  ),
});
export type PaymentRow = RowOf<typeof paymentRow>;

/** The columns of the payment `p`. Applied credit lists what it settles, and not what it was taken from. */
const paymentColumns = sql`${columns.list('p')},
  (select json_build_object('guid', c.guid, 'name', c.name) from customers c
    where c.account_id = p.account_id and c.id = p.customer_id) as customer,
  (select coalesce(json_agg(${allocation.jsonObject(
    'a',
    sql`'invoice_guid', i.guid, 'invoice_number', i.number::text, 'payment_guid', f.guid,
      'currency', coalesce(i.currency, f.currency)`,
  )} order by a.id), '[]')
    from allocations a
    left join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    left join payments f on f.account_id = a.account_id and f.id = a.from_payment_id
    where a.account_id = p.account_id and a.payment_id = p.id
      and (p.source <> 'credit' or i.kind = 'invoice')) as allocations`;

export function findPayment(db: Queryable, accountId: number, guid: string): Promise<PaymentRow | null> {
  return db.find(
    paymentRow,
    sql`select ${paymentColumns} from payments p where p.account_id = ${accountId} and p.guid = ${guid}`,
  );
}

export interface PaymentFilter {
  search: string | undefined;
  customerId: number | undefined;
  invoiceId: number | undefined;
  from: string | undefined;
  to: string | undefined;
  direction: Direction | undefined;
  source: PaymentSource | undefined;
  state: 'booked' | 'reversed' | undefined;
  accounting: readonly AccountingStatus[];
}

/** Payments of more customers than these are found by reading the newest ones. */
const MAX_PAYERS = 500;

/** The customers that a search means. The server plans the list by how many they are. */
async function findSearchedPayers(
  db: Queryable,
  accountId: number,
  search: string | undefined,
): Promise<number[]> {
  if (!search) return [];
  const found = await db.query(
    customers.pick('id'),
    sql`select id from customers where account_id = ${accountId} ${PLANNED_EACH_TIME} and ${matchesTextSql(sql`name`, search)} limit ${MAX_PAYERS + 1}`,
  );
  return found.map(({ id }) => id);
}

/** Each condition has an index, so that the database can look all of them up and unite what they find. */
function matches(accountId: number, search: string, payers: readonly number[]): Sql {
  const newest = sql`select p.id, p.reference, p.note from payments p where p.account_id = ${accountId} order by p.id desc`;
  const text = hasTextSql(search, [sql`p.reference`, sql`p.note`], { alias: sql`p`, select: newest });
  const ofInvoice = sql`or p.id = any(array(select a.payment_id from allocations a
    join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.account_id = ${accountId} and i.account_id = ${accountId} and ${numberOrder(sql`i.number`)} = ${search}::bigint))`;
  const ofPayers =
    payers.length <= MAX_PAYERS
      ? sql`or p.customer_id = any(${payers}::bigint[])`
      : sql`or exists (select from customers c where c.account_id = ${accountId} and c.id = p.customer_id and ${matchesTextSql(sql`c.name`, search)})`;
  const searched = parseSearchedAmount(search);
  return sql`${PLANNED_EACH_TIME} and (${text}
    ${payers.length > 0 ? ofPayers : EMPTY}
    ${searched === null ? EMPTY : sql`or p.amount = ${searched}::numeric`} ${/^\d{1,15}$/.test(search) ? ofInvoice : EMPTY})`;
}

function conditions(accountId: number, filter: PaymentFilter, payers: readonly number[]): Sql {
  const { search, customerId, invoiceId, from, to, direction, source, state, accounting } = filter;
  const ofInvoice = sql`and p.id in (
    select a.payment_id from allocations a where a.account_id = ${accountId} and a.invoice_id = ${invoiceId})`;
  return sql`p.account_id = ${accountId} ${search ? matches(accountId, search, payers) : EMPTY} ${customerId ? sql`and p.customer_id = ${customerId}` : EMPTY}
    ${invoiceId ? ofInvoice : EMPTY}
    ${from ? sql`and p.paid_on >= ${from}` : EMPTY} ${to ? sql`and p.paid_on <= ${to}` : EMPTY}
    ${direction ? sql`and p.direction = ${direction}` : EMPTY} ${source ? sql`and p.source = ${source}` : EMPTY}
    ${state === 'booked' ? sql`and p.reversed_on is null` : EMPTY}
    ${state === 'reversed' ? sql`and p.reversed_on is not null` : EMPTY}
    ${ofStatus(accounting)}`;
}

/** A single status is compared by `=`, because the index delivers the rows of one status in order, and not those of several. */
function ofStatus(accounting: readonly AccountingStatus[]): Sql {
  const [first, ...others] = accounting;
  if (first === undefined) return EMPTY;
  return others.length === 0
    ? sql`and p.accounting_status = ${first}`
    : sql`and p.accounting_status = any(${accounting}::text[])`;
}

/** Newest day of value first. */
export async function listPayments(
  db: Queryable,
  accountId: number,
  filter: PaymentFilter,
  { take, skip, after }: BatchRange<PaymentRow>,
): Promise<PaymentRow[]> {
  const payers = await findSearchedPayers(db, accountId, filter.search);
  const cursor = after ? sql`and (p.paid_on, p.id) < (${after.paid_on}::date, ${after.id})` : EMPTY;
  const order = sql`order by p.paid_on desc, p.id desc`;
  const ordered = sql`select p.id from payments p where ${conditions(accountId, filter, payers)} ${cursor} ${order}`;
  // Where a search decides how many payments are read for a page, the best plan depends on it.
  const ids = filter.search ? sql`${ordered} limit ${take} offset ${skip}` : pageOf(ordered, take, skip);
  return db.query(
    paymentRow,
    sql`select ${paymentColumns} from payments p
      where p.account_id = ${accountId} and p.id = any(array(${ids})) ${order}`,
  );
}

export async function countPayments(
  db: Queryable,
  accountId: number,
  filter: PaymentFilter,
): Promise<number> {
  const payers = await findSearchedPayers(db, accountId, filter.search);
  return countOf(db, sql`select count(*) from payments p where ${conditions(accountId, filter, payers)}`);
}

const payer = customers.pick('id', 'guid', 'name');
export type Payer = RowOf<typeof payer>;

export function findPayers(
  tx: Queryable,
  accountId: number,
  by: { guid: string } | { ids: readonly number[] },
): Promise<Payer[]> {
  const condition = 'guid' in by ? sql`guid = ${by.guid}` : sql`id = ${anyId(by.ids)}`;
  return tx.query(
    payer,
    sql`select ${payer.list()} from customers where account_id = ${accountId} and ${condition} order by id`,
  );
}

/** The answer of writes that return the payment as it is afterwards. */
export const paymentAnswer = row({ payment: col.jsonb<Payment>() });

export function selectPayment(payment: Payment): Sql {
  return sql`select ${JSON.stringify(payment)}::jsonb as payment`;
}

/** The answer of writes that return the invoice as it is afterwards. */
export const invoiceAnswer = row({ invoice: col.jsonb<Invoice>() });

export function selectInvoice(invoice: Invoice): Sql {
  return sql`select ${JSON.stringify(invoice)}::jsonb as invoice`;
}
