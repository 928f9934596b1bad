import type { AccountingStatus } from '../../domain/invoices/invoice-states.ts';
import type { Direction, PaymentSource } from '../../domain/payments/payment.ts';
import { anyId } from '../../kernel/database/any-of.ts';
import { pageOf } from '../../kernel/database/page-sql.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { countRow, json, jsonb, jsonList, type RowOf, row, text, uuid } from '../../kernel/database/row.ts';
import { caseInsensitivePattern, parseSearchedAmount } from '../../kernel/database/search-sql.ts';
import { EMPTY, type Sql, sql } from '../../kernel/database/sql.ts';
import { customers } from '../customers/tables.ts';
import type { Invoice } from '../invoices/records/schema.ts';
import { allocations, payments } from '../invoices/records/tables.ts';
import type { Payment } from './schema.ts';

const columns = payments.omit('account_id', 'source_key', 'customer_id', 'created_by');
const allocation = allocations.pick('amount', 'paid', 'exchange_difference');
const paymentRow = columns.with({
  customer: json(row({ guid: uuid(), name: text() })).nullable(),
  allocations: jsonList(
    allocation.with({
      invoice_guid: uuid().nullable(),
      invoice_number: text().nullable(),
      payment_guid: uuid().nullable(),
      currency: text(),
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

function matches(search: string): Sql {
  const pattern = caseInsensitivePattern(search);
  const ofInvoice = sql`or p.id in (select a.payment_id from allocations a
    join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
    where a.account_id = p.account_id and i.account_id = p.account_id and i.number = ${search}::bigint)`;
  const searched = parseSearchedAmount(search);
  return sql`and (p.reference ~ ${pattern} or p.note ~ ${pattern}
    or p.customer_id in (select c.id from customers c where c.account_id = p.account_id and c.name ~ ${pattern})
    ${searched === null ? EMPTY : sql`or p.amount = ${searched}::numeric`} ${/^\d{1,15}$/.test(search) ? ofInvoice : EMPTY})`;
}

function conditions(accountId: number, filter: PaymentFilter): Sql {
  const { search, customerId, invoiceId, from, to, direction, source, state, accounting } = filter;
  const ofInvoice = sql`and p.id in (
    select a.payment_id from allocations a where a.account_id = ${accountId} and a.invoice_id = ${invoiceId})`;
  return sql`p.account_id = ${accountId} ${search ? matches(search) : EMPTY} ${customerId ? sql`and p.customer_id = ${customerId}` : EMPTY}
    ${invoiceId ? ofInvoice : EMPTY}
    ${from ? sql`and p.paid_on >= ${from}` : EMPTY} ${to ? sql`and p.paid_on <= ${to}` : EMPTY}
    ${direction ? sql`and p.direction = ${direction}` : EMPTY} ${source ? sql`and p.source = ${source}` : EMPTY}
    ${state === 'booked' ? sql`and p.reversed_on is null` : EMPTY}
    ${state === 'reversed' ? sql`and p.reversed_on is not null` : EMPTY}
    ${accounting.length > 0 ? sql`and p.accounting_status = any(${accounting}::text[])` : EMPTY}`;
}

/** Newest day of value first. */
export function listPayments(
  db: Queryable,
  accountId: number,
  filter: PaymentFilter,
  take: number,
  skip: number,
  after: PaymentRow | null,
): Promise<PaymentRow[]> {
  const cursor = after ? sql`and (p.paid_on, p.id) < (${after.paid_on}::date, ${after.id})` : EMPTY;
  return db.query(
    paymentRow,
    pageOf(
      sql`select ${paymentColumns} from payments p where ${conditions(accountId, filter)} ${cursor}
      order by p.paid_on desc, p.id desc`,
      take,
      skip,
    ),
  );
}

export async function countPayments(
  db: Queryable,
  accountId: number,
  filter: PaymentFilter,
): Promise<number> {
  const [found] = await db.query(
    countRow,
    sql`select count(*) from payments p where ${conditions(accountId, filter)}`,
  );
  return found?.count ?? 0;
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
export const paymentAnswer = row({ payment: jsonb<Payment>() });

export function selectPayment(payment: Payment): Sql {
  return sql`select ${JSON.stringify(payment)}::jsonb as payment`;
}

/** The answer of writes that return the invoice as it is afterwards. */
export const invoiceAnswer = row({ invoice: jsonb<Invoice>() });

export function selectInvoice(invoice: Invoice): Sql {
  return sql`select ${JSON.stringify(invoice)}::jsonb as invoice`;
}
