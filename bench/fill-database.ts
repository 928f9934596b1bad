import { sql } from '../src/kernel/database/sql.ts';
import { runWrite } from '../src/kernel/execute.ts';
import { digest } from '../src/kernel/node/digest.ts';
import type { Caller } from '../src/kernel/operations/caller.ts';
import type { Kernel } from '../src/kernel/operations/kernel.ts';
import { newKey } from '../src/kernel/security/secrets.ts';
import { createAccount } from '../src/modules/accounts/create-account.ts';
import { OPERATOR } from '../src/modules/accounts/operator.ts';
import { createCustomer } from '../src/modules/customers/create-customer.ts';
import { createInvoice } from '../src/modules/invoices/issue/create-invoice.ts';
import { createItem } from '../src/modules/items/create-item.ts';
import type { Engine } from '../src/service.ts';
import { select } from '../test/support/select.ts';
import { copyRecords, copyRows, guid, guidSql } from './copy-rows.ts';
import { copyCostsAndTasks, createFirst } from './costs-and-tasks.ts';

export const CUSTOMERS = 1000;
export const ITEMS = 1000;

export const customerGuid = (n: number) => guid(1, n);
export const itemGuid = (n: number) => guid(2, n);
export const invoiceGuid = (n: number) => guid(3, n);
/** Whole hundreds, so that VAT of 24% needs no rounding. */
export const itemPrice = (n: number) => n * 100;

export interface Credentials {
  username: string;
  apiKey: string;
  /** Access token of an agent that may read invoices. */
  token: string;
}

/**
 * Creates one account with items, customers, `invoices` invoices of three lines, costs and tasks. The ordinary
 * operations create the first record of each kind and SQL copies it, so the rows are what the service itself would
 * write.
 */
export async function fillBooks(
  { kernel, accounts }: Engine,
  invoices: number,
): Promise<Credentials & { caller: Caller }> {
  const asCaller = (account: Caller['account']): Caller => ({
    account,
    by: 'key',
    via: 'credential',
    ip: '127.0.0.1',
    requestId: guid(0, 1),
  });
  const { output: created } = await runWrite(kernel, createAccount, asCaller(OPERATOR), {
    username: 'bench',
    password: 'the bench alone has this',
    name: 'Bekkur ehf.',
    registration_no: '6503760649',
    address: 'Laugavegi 1',
    zip: '101',
    city: 'Reykjavík',
  });
  const caller = asCaller(await accounts.authenticate(created.username, created.api_key, '127.0.0.1'));
  const customer = await runWrite(kernel, createCustomer, caller, {
    name: 'Kaupandi ehf.',
    output_select: 4,
    address: 'Hafnarstræti 99',
    zip: '600',
    city: 'Akureyri',
    email: 'bokhald@kaupandi.example',
  });
  const item = await runWrite(kernel, createItem, caller, {
    item_number: '1',
    description: 'Kaffi, 500 g',
    unit_price: itemPrice(1),
    tax: 'S',
    uom: 'C62',
  });
  const today = new Date().toISOString().slice(0, 10);
  await runWrite(kernel, createInvoice, caller, {
    type: 'invoice',
    amount: 744,
    currency: 'ISK',
    issue_date: today,
    due_date: today,
    settlement_date: today,
    customer: { guid: customer.output.guid },
    items: [1, 2, 3].map((qty) => ({ guid: item.output.guid, qty })),
  });
  await createFirst(kernel, caller, customer.output.guid);
  await kernel.db.transaction((tx) => tx.script(copySql(caller.account.id, invoices)));
  const token = await grantAgent(kernel, caller.account.id);
  await select(
    kernel.db,
    sql`vacuum analyze customers, items, invoices, invoice_lines, counters, costs, cost_files, tasks, task_logs`,
  );
  await select(kernel.db, sql`checkpoint`);
  return { username: created.username, apiKey: created.api_key, token, caller };
}

/** SQL that copies the first records. Foreign keys hold by construction and are not checked. */
function copySql(account: number, invoices: number): string {
  const day = `current_date - (${invoices} - n) / 300`;
  const names = `'customer_number', n, 'name', 'Kaupandi ' || n || ' ehf.'`;
  return `
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    ${copyRecords(account, 'customers', 1, CUSTOMERS, names)}
    ${copyRecords(account, 'items', 2, ITEMS, `'item_number', n::text, 'unit_price', n * 100`)}
    ${copyRecords(
      account,
      'invoices',
      3,
      invoices,
      `'number', n, 'customer_id', 1 + n % ${CUSTOMERS}, 'issue_date', ${day}, 'due_date', ${day},
       'settlement_date', ${day}, 'created_at', now() - (${invoices} - n) * interval '4 minutes'`,
    )}
    ${copyRows(account, 'invoice_lines', invoices, `'invoice_id', n, 'guid', ${guidSql(4, 'n * 3 + first.position')}`)}
    update counters set last = ${invoices} where account_id = ${account} and series = 'invoice';
    ${copyCostsAndTasks(account, invoices)}`;
}

/** Grants an agent read access to invoices; returns its token. */
async function grantAgent(kernel: Kernel, account: number): Promise<string> {
  const token = `kvat_${newKey()}`;
  await select(
    kernel.db,
    sql`
    with client as (
      insert into clients (account_id, client_id, name, redirect_uris, created_at)
      values (${account}, 'bench', 'Bekkur', '{https://bekkur.example/}', now())),
    granted as (
      insert into grants (account_id, client_id, scopes, granted_at)
      values (${account}, 'bench', '{nav}', now()) returning id),
    authorized as (
      insert into authorizations (account_id, grant_id, client_id, scopes, redirect_uri, code_digest, code_expires_at,
        exchanged_at, created_at)
      select ${account}, id, 'bench', '{nav}', 'https://bekkur.example/', ${digest(newKey())}::bytea, now(),
        now(), now() from granted returning id)
    insert into access_tokens (account_id, digest, authorization_id, scopes, expires_at)
    select ${account}, ${digest(token)}::bytea, id, '{nav}', now() + interval '1 hour' from authorized`,
  );
  return token;
}
