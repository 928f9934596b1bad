import type { Caller } from '../src/kernel/context.ts';
import { sql } from '../src/kernel/database/sql.ts';
import { write } from '../src/kernel/execute.ts';
import { createAccount, OPERATOR } from '../src/modules/accounts/manage.ts';
import { createCustomer } from '../src/modules/customers/crud.ts';
import { createInvoice } from '../src/modules/invoices/create.ts';
import { createItem } from '../src/modules/items/crud.ts';
import type { Engine } from '../src/service.ts';

export const CUSTOMERS = 1000;
export const ITEMS = 1000;

export const customerGuid = (n: number) => guid(1, n);
export const itemGuid = (n: number) => guid(2, n);
export const invoiceGuid = (n: number) => guid(3, n);
/** Whole hundreds, so that 24 % on top needs no rounding. */
export const itemPrice = (n: number) => n * 100;

export interface Credentials {
  username: string;
  apiKey: string;
}

/**
 * One account with a catalogue, customers and `invoices` invoices of three lines. The ordinary operations make
 * the first of each, and SQL multiplies those, so that the rows are what the service itself would have written.
 */
export async function fillBooks(
  { kernel, accounts }: Engine,
  invoices: number,
): Promise<Credentials & { caller: Caller }> {
  const by = (account: Caller['account']): Caller => ({
    account,
    via: 'credential',
    ip: '127.0.0.1',
    requestId: guid(0, 1),
  });
  const { output: made } = await write(kernel, createAccount, by(OPERATOR), {
    username: 'bench',
    password: 'the bench alone has this',
    name: 'Bekkur ehf.',
    registration_no: '6503760649',
    address: 'Laugavegi 1',
    zip: '101',
    city: 'Reykjavík',
  });
  const caller = by(await accounts.authenticate(made.username, made.api_key, '127.0.0.1'));
  const customer = await write(kernel, createCustomer, caller, {
    name: 'Kaupandi ehf.',
    output_select: 4,
    address: 'Hafnarstræti 99',
    zip: '600',
    city: 'Akureyri',
    email: 'bokhald@kaupandi.example',
  });
  const item = await write(kernel, createItem, caller, {
    item_number: '1',
    description: 'Kaffi, 500 g',
    unit_price: itemPrice(1),
    tax: 'S',
    uom: 'C62',
  });
  const today = new Date().toISOString().slice(0, 10);
  await write(kernel, createInvoice, caller, {
    type: 'invoice',
    amount: 744,
    currency: 'ISK',
    issue_date: today,
    due_date: today,
    settlement_date: today,
    customer: { guid: customer.output.guid },
    items: [1, 2, 3].map((qty) => ({ guid: item.output.guid, qty })),
  });
  await kernel.db.transaction((tx) => tx.script(multiply(caller.account.id, invoices)));
  await kernel.db.query(sql`vacuum analyze customers, items, invoices, invoice_lines, counters`);
  await kernel.db.query(sql`checkpoint`);
  return { username: made.username, apiKey: made.api_key, caller };
}

/** The first of each gets its number as its id; foreign keys hold by construction and are not checked row by row. */
function multiply(accountId: number, invoices: number): string {
  const from = (table: string, count: number, fields: string) => `
    insert into ${table} overriding system value
    select copy.* from ${table} first, generate_series(2, ${count}) n,
      jsonb_populate_record(first, jsonb_build_object(${fields})) copy
    where first.account_id = ${accountId};`;
  const named = (table: string, kind: number, count: number, fields: string) => `
    update ${table} set guid = ${guidSql(kind, '1')} where account_id = ${accountId};
    ${from(table, count, `'id', n, 'guid', ${guidSql(kind, 'n')}, ${fields}`)}
    select setval(pg_get_serial_sequence('${table}', 'id'), ${count});`;
  const day = `current_date - (${invoices} - n) / 300`;
  return `
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    ${named('customers', 1, CUSTOMERS, `'customer_number', n, 'name', 'Kaupandi ' || n || ' ehf.'`)}
    ${named('items', 2, ITEMS, `'item_number', n::text, 'unit_price', n * 100`)}
    ${named(
      'invoices',
      3,
      invoices,
      `'number', n, 'customer_id', 1 + n % ${CUSTOMERS}, 'issue_date', ${day}, 'due_date', ${day},
       'settlement_date', ${day}, 'created_at', now() - (${invoices} - n) * interval '4 minutes'`,
    )}
    ${from('invoice_lines', invoices, `'invoice_id', n, 'guid', ${guidSql(4, 'n * 3 + first.position')}`)}
    update counters set last = ${invoices} where account_id = ${accountId} and series = 'invoice';`;
}

function guid(kind: number, n: number): string {
  return `0190000${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
}

function guidSql(kind: number, n: string): string {
  return `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}
