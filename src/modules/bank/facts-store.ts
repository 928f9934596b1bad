import type { Facts } from '../../domain/bank/matching/facts.ts';
import type { SearchKeys } from '../../domain/bank/matching/index-facts.ts';
import { decimal, ZERO } from '../../domain/values/money.ts';
import { hasOwedStatusSql, isOwedSql, remainingSql } from '../../kernel/database/invoice-status-sql.ts';
import { numberOrder } from '../../kernel/database/number-order.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { col, row } from '../../kernel/database/row.ts';
import { type Sql, sql } from '../../kernel/database/sql.ts';
import { costs } from '../costs/tables.ts';
import { balanceSql, payableSql } from '../customers/balance-store.ts';
import { creditsColumn, creditsSql } from '../customers/credits-store.ts';
import { customers } from '../customers/tables.ts';
import { bankAccounts, bankLines, bankMemory } from './tables.ts';

// What proposals for a set of lines are made from: one statement for each kind of record, however many lines there are.

/** More would make a page slow; the oldest debts come first. */
const MAX_RECORDS = 5000;
const COST_DAYS = 400;
/** The most by which an amount differs from the rounded one. */
const HALF = sql`0.5`;

export async function readFacts(
  db: Queryable,
  accountId: number,
  keys: SearchKeys,
  currency: string,
): Promise<Facts> {
  const memories = await db.query(
    memoryRow,
    sql`select ${memoryRow.list()} from bank_memory
      where account_id = ${accountId} and memory_key = any(${keys.memoryKeys}::text[])`,
  );
  const known = memories.flatMap(({ customer_guid }) => customer_guid ?? []);
  return {
    documents: await listDocuments(db, accountId, keys, known),
    customers: await listPayers(db, accountId, keys, known, currency),
    costs: await listOpenCosts(db, accountId, keys),
    payments: await listUntiedPayments(db, accountId, keys),
    accounts: await db.query(
      accountRow,
      sql`select ${accountRow.list()} from bank_accounts where account_id = ${accountId} order by id`,
    ),
    mirrors: await listMirrors(db, accountId, keys),
    memories: memories.map(({ memory_key, customer_guid, code, note }) => ({
      key: memory_key,
      customerGuid: customer_guid,
      code,
      note,
    })),
  };
}

const memoryRow = bankMemory.pick('memory_key', 'customer_guid', 'code', 'note');
const accountRow = bankAccounts.pick('guid', 'name', 'account_no', 'iban');

const documentRow = row({
  guid: col.uuid(),
  number: col.text(),
  kind: col.oneOf(['invoice', 'credit'] as const),
  customer_guid: col.uuid(),
  customer_name: col.text(),
  kennitala: col.text(),
  currency: col.text(),
  exchange_rate: col.numeric(),
  remaining: col.numeric(),
  due_date: col.date(),
  has_claim: col.boolean(),
});

/**
 * What an index has of the documents that a line may settle: open invoices by what is left of them and by their customer, credit notes that are
 * to be paid back, and all of these numbers. Joined with the customers, every open invoice would be looked up for its other columns.
 */
function candidateIds(accountId: number, keys: SearchKeys, known: readonly string[]): Sql {
  const { amounts, kennitalas, numbers, words } = keys;
  return sql`with payers as materialized (
      select id from customers where account_id = ${accountId} and (registration_no = any(${kennitalas}::text[])
        or guid = any(${known}::uuid[]) or split_part(name, ' ', 1) = any(${words}::text[]) or split_part(name, ' ', 2) = any(${words}::text[])))
    select i.id from invoices i where i.account_id = ${accountId} and ${isOwedSql}
      and (${balanceSql} = any(${amounts}::numeric[]) or i.customer_id in (select id from payers))
    union all select i.id from invoices i where i.account_id = ${accountId} and i.kind = 'credit' and i.refund_amount > i.paid_amount
    union all select i.id from invoices i where i.account_id = ${accountId} and ${numberOrder(sql`i.number`)} = any(${numbers}::bigint[])`;
}

async function listDocuments(db: Queryable, accountId: number, keys: SearchKeys, known: readonly string[]) {
  const found = await db.query(
    documentRow,
    sql`select i.guid, i.number::text as number, i.kind, c.guid as customer_guid, c.name as customer_name,
        c.registration_no as kennitala, i.currency, i.exchange_rate, ${payableSql(remainingSql)} as remaining, i.due_date,
        i.is_claim and i.claim_status in ('', 'sent') as has_claim
      from invoices i join customers c on c.account_id = i.account_id and c.id = i.customer_id
      where i.account_id = ${accountId} and i.id = any(array(${candidateIds(accountId, keys, known)})) and ((${isOwedSql}) or (i.kind = 'credit' and ${hasOwedStatusSql} and i.refund_amount > i.paid_amount))
        and (i.number = any(${keys.numbers}::bigint[]) or c.registration_no = any(${keys.kennitalas}::text[])
          or c.guid = any(${known}::uuid[]) or ${payableSql(remainingSql)} = any(${keys.amounts}::numeric[])
          or split_part(c.name, ' ', 1) = any(${keys.words}::text[]) or split_part(c.name, ' ', 2) = any(${keys.words}::text[]))
      order by i.due_date, i.id limit ${MAX_RECORDS}`,
  );
  return found.map((one) => ({
    guid: one.guid,
    number: one.number,
    kind: one.kind,
    customerGuid: one.customer_guid,
    customerName: one.customer_name,
    kennitala: one.kennitala,
    currency: one.currency,
    rate: decimal(one.exchange_rate),
    remaining: decimal(one.remaining),
    dueDate: one.due_date,
    hasClaim: one.has_claim,
  }));
}

const payerColumns = customers.pick('guid', 'name', 'registration_no');
const payerRow = payerColumns.with(creditsColumn);

async function listPayers(
  db: Queryable,
  accountId: number,
  keys: SearchKeys,
  known: readonly string[],
  currency: string,
) {
  const found = await db.query(
    payerRow,
    sql`select ${payerColumns.list()}, ${creditsSql} from customers
      where account_id = ${accountId} and merged_into is null
        and (registration_no = any(${keys.kennitalas}::text[]) or guid = any(${known}::uuid[])
          or split_part(name, ' ', 1) = any(${keys.words}::text[])) order by id limit ${MAX_RECORDS}`,
  );
  return found.map(({ guid, name, registration_no, credits }) => {
    const credit = credits.find((one) => one.currency === currency);
    return { guid, name, kennitala: registration_no, credit: credit ? decimal(credit.amount) : ZERO };
  });
}

const costRow = costs
  .pick('guid', 'supplier_name', 'supplier_id', 'invoice_number', 'currency', 'listed_on', 'credit_note')
  .with({ amount: col.numeric() });

/** Costs of one of the amounts, and those that are paid in part: of these the index has no remainder, but they are few. */
function openCostIds(accountId: number, keys: SearchKeys): Sql {
  return sql`select c.id from unnest(${keys.amounts}::numeric[]) wanted (amount)
      join costs c on c.account_id = ${accountId} and c.amount between wanted.amount - ${HALF} and wanted.amount + ${HALF} and c.paid_amount = 0
    union all select c.id from costs c where c.account_id = ${accountId} and c.paid_amount <> 0 and c.amount > c.paid_amount`;
}

async function listOpenCosts(db: Queryable, accountId: number, keys: SearchKeys) {
  const found = await db.query(
    costRow,
    sql`select c.guid, c.supplier_name, c.supplier_id, c.invoice_number, c.currency, c.listed_on, c.credit_note,
        c.amount - c.paid_amount as amount
      from costs c where c.account_id = ${accountId} and c.id = any(array(${openCostIds(accountId, keys)}))
        and (c.amount - c.paid_amount = any(${keys.amounts}::numeric[])
          or ${payableSql(sql`c.amount - c.paid_amount`, sql`c.currency`)} = any(${keys.amounts}::numeric[]))
        and c.amount > c.paid_amount
        and c.listed_on between ${keys.from}::date - ${COST_DAYS}::integer and ${keys.to}::date
      order by c.listed_on, c.id limit ${MAX_RECORDS}`,
  );
  return found.map((one) => ({
    guid: one.guid,
    supplierName: one.supplier_name,
    supplierId: one.supplier_id,
    number: one.invoice_number,
    amount: decimal(one.amount),
    currency: one.currency,
    day: one.listed_on,
    isCreditNote: one.credit_note,
  }));
}

const paymentRow = row({
  guid: col.uuid(),
  source: col.text(),
  received: col.numeric(),
  currency: col.text(),
  day: col.date(),
  kennitala: col.text(),
  name: col.text(),
  payout: col.text(),
});

/** Payments of which no line says that the money moved. Applied credit moves none. */
async function listUntiedPayments(db: Queryable, accountId: number, keys: SearchKeys) {
  const found = await db.query(
    paymentRow,
    sql`select p.guid, p.source, case when p.direction = 'in' then p.amount - p.acquirer_fee else -p.amount end as received,
        p.currency, p.paid_on as day, coalesce(c.registration_no, '') as kennitala, coalesce(c.name, '') as name, p.payout
      from payments p left join customers c on c.account_id = p.account_id and c.id = p.customer_id
      where p.account_id = ${accountId} and p.paid_on between ${keys.from}::date and ${keys.to}::date
        and p.reversed_on is null and p.source <> 'credit' and p.bank_line_guid is null
        and not exists (select from bank_actions a
          where a.account_id = p.account_id and a.payment_guid = p.guid and a.is_active)
      order by p.paid_on, p.id limit ${MAX_RECORDS}`,
  );
  return found.map((one) => ({ ...one, received: decimal(one.received) }));
}

const mirrorRow = row({
  bank_account_guid: col.uuid(),
  amount: bankLines.columns.amount,
  booked_on: col.date(),
});

async function listMirrors(db: Queryable, accountId: number, keys: SearchKeys) {
  const found = await db.query(
    mirrorRow,
    sql`select b.guid as bank_account_guid, l.amount, l.booked_on from bank_lines l
      join bank_accounts b on b.account_id = l.account_id and b.id = l.bank_account_id
      where l.account_id = ${accountId} and l.state = 'open' and abs(l.amount) = any(${keys.amounts}::numeric[])
        and l.booked_on between ${keys.from}::date and ${keys.to}::date order by l.id limit ${MAX_RECORDS}`,
  );
  return found.map(({ bank_account_guid, amount, booked_on }) => ({
    bankAccountGuid: bank_account_guid,
    amount: decimal(amount),
    day: booked_on,
  }));
}
