import type { AccountingStatus } from '../../../domain/invoices/invoice-states.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { col } from '../../../kernel/database/row.ts';
import { EMPTY, type Sql, sql } from '../../../kernel/database/sql.ts';
import type { NewRow } from '../../../kernel/database/table.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { type InvoiceRecord, type LineRecord, withPositions } from '../records/insert-invoice-store.ts';
import { type PaymentAtIssue, paidAtIssueCtes } from '../records/ledger-write-store.ts';
import { invoiceLines, invoices, payments } from '../records/tables.ts';

const knownInvoice = invoices.pick('guid', 'number', 'amount', 'currency');

/** The imported invoices of these numbers. */
export function listImported(tx: Queryable, accountId: number, numbers: readonly number[]) {
  return tx.query(
    knownInvoice,
    sql`select ${knownInvoice.list()} from invoices
      where account_id = ${accountId} and is_imported and number = any(${numbers}::bigint[])`,
  );
}

const knownCredit = payments.pick('guid', 'source_key', 'amount', 'currency');

/** The payments that were imported under these keys. */
export function listImportedCredits(tx: Queryable, accountId: number, keys: readonly string[]) {
  return tx.query(
    knownCredit,
    sql`select ${knownCredit.list()} from payments
      where account_id = ${accountId} and source = 'import' and source_key = any(${keys}::text[])`,
  );
}

const knownClaim = invoices.pick('claim_id');

/** Those of these claims that an invoice has already. */
export async function listKnownClaims(
  tx: Queryable,
  accountId: number,
  claimIds: readonly string[],
): Promise<string[]> {
  const found = await tx.query(
    knownClaim,
    sql`select claim_id from invoices
      where account_id = ${accountId} and claim_id <> '' and claim_id = any(${claimIds}::text[])`,
  );
  return found.map(({ claim_id }) => claim_id);
}

/** An invoice whose customer is known by id, or is inserted by the CTE `new_customers` with the guid of the buyer. */
export interface ImportedInvoice {
  invoice: Omit<InvoiceRecord, 'seller'> & { number: number; customer_id: number | null };
  lines: LineRecord[];
  payment: PaymentAtIssue | null;
}

/** A payment that no invoice is settled by: the credit of its customer. */
export type ImportedCredit = Omit<NewRow<typeof payments>, 'account_id' | 'recorded_at' | 'created_by'> & {
  source_key: string;
  reference: string;
  note: string;
  accounting_status: AccountingStatus;
  customer_guid: string;
};

interface Imported {
  invoices: readonly ImportedInvoice[];
  credits: readonly ImportedCredit[];
  seller: InvoiceRecord['seller'];
  hasNewCustomers: boolean;
}

/** The steps that insert open invoices with their lines and payments, and the credit of customers. No number of the own series is taken. */
export function insertOpenInvoices(ctx: WriteContext, imported: Imported): Sql[] {
  return [...insertInvoices(ctx, imported), ...insertCredits(ctx, imported)];
}

function insertInvoices(ctx: WriteContext, { invoices: records, seller, hasNewCustomers }: Imported): Sql[] {
  if (records.length === 0) return [];
  const accountId = ctx.account.id;
  const shared = {
    account_id: accountId,
    customer_id: customerSql(hasNewCustomers),
    seller,
    is_imported: true,
    created_by: ctx.caller.person?.id ?? null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
  const lines = records.flatMap(({ invoice: { guid: document }, lines: own }) =>
    withPositions(own).map((line) => ({ ...line, document })),
  );
  const keys = { account_id: accountId, invoice_id: sql`invoice.id` };
  const paid = records.flatMap(({ payment }) => payment ?? []);
  // Ids of an account rise in the order of commits, as those of issued invoices do.
  return [
    sql`counter as (select last from counters where account_id = ${accountId} and series = 'invoice' for share)`,
    sql`invoice as (${invoices.insertEach(
      shared,
      records.map(({ invoice }) => invoice),
    )} cross join counter ${joinNewCustomers(hasNewCustomers, sql`(record.buyer ->> 'guid')::uuid`)}
      returning id, guid, number, customer_id),
    lines as (${invoiceLines.insertEach(keys, lines, { document: col.uuid() })}
      join invoice on invoice.guid = record.document) ${paidAtIssueCtes(accountId, paid, sql`invoice`)}`,
  ];
}

function insertCredits(ctx: WriteContext, { credits, hasNewCustomers }: Imported): Sql[] {
  if (credits.length === 0) return [];
  const shared = {
    account_id: ctx.account.id,
    customer_id: customerSql(hasNewCustomers),
    recorded_at: ctx.now,
    created_by: ctx.caller.person?.id ?? null,
  };
  return [
    sql`opening_credits as (${payments.insertEach(shared, credits, { customer_guid: col.uuid() })}
      ${joinNewCustomers(hasNewCustomers, sql`record.customer_guid`)})`,
  ];
}

function customerSql(hasNewCustomers: boolean): Sql {
  return hasNewCustomers ? sql`coalesce(record.customer_id, new_customers.id)` : sql`record.customer_id`;
}

function joinNewCustomers(hasNewCustomers: boolean, guid: Sql): Sql {
  return hasNewCustomers ? sql`left join new_customers on new_customers.guid = ${guid}` : EMPTY;
}
