import { randomBytes } from 'node:crypto';
import { digest } from '../src/kernel/node/digest.ts';
import { companyKennitala } from '../test/domain/generators.ts';
import { type Client, createAccount } from '../test/support/client.ts';
import { ConsoleClient } from '../test/support/console-client.ts';
import { copyRecords, copyRows, guid, guidSql } from './copy-rows.ts';
import { copyCostsAndTasks, createFirst } from './costs-and-tasks.ts';

export const CUSTOMERS = 1000;
export const ITEMS = 1000;
/** The accounts of the row that writes for several, with the one that has all records. */
const ACCOUNTS = 8;

export const customerGuid = (n: number) => guid(1, n);
export const itemGuid = (n: number) => guid(2, n);
export const invoiceGuid = (n: number) => guid(3, n);
/** Whole hundreds, so that VAT of 24% needs no rounding. */
export const itemPrice = (n: number) => n * 100;

/** An account that issues invoices of one item for one customer. */
export interface Seller {
  client: Client;
  customer: string;
  item: string;
}

/** What the requests of a bench name. */
export interface Books {
  /** The account with all records. */
  client: Client;
  invoices: number;
  /** All accounts, of which the first is the one above. */
  sellers: readonly Seller[];
  /** Access token of an agent that may read invoices. */
  token: string;
  /** The headers of a browser that is signed in; none where the release has no such console. */
  session: Record<string, string>;
  /** A webhook to the receiver, of an account of its own; null where the release has none. */
  webhook: { client: Client; guid: string } | null;
}

/** Runs SQL in the database of the service that is filled. */
export interface ScriptRunner {
  /** Several statements, in one transaction. */
  inTransaction(text: string): Promise<void>;
  /** One statement outside of any transaction. */
  alone(text: string): Promise<void>;
}

/**
 * Creates one account with items, customers, `invoices` invoices of three lines, costs and tasks, and seven that have one
 * customer and one item. The service creates the first record of each kind over HTTP and SQL copies it, so that any release
 * can be filled, with the rows that it would write itself.
 */
export async function fillBooks(
  url: string,
  database: ScriptRunner,
  invoices: number,
  receiver: string,
): Promise<Books> {
  const first = await openSeller(url, 'bench');
  const { client, customer, item } = first;
  const today = new Date().toISOString().slice(0, 10);
  const items = [1, 2, 3].map((qty) => ({ guid: item, qty }));
  const dates = { issue_date: today, due_date: today, settlement_date: today };
  const invoice = { type: 'invoice', amount: 744, currency: 'ISK', ...dates, customer: { guid: customer } };
  await client.ok('create-invoice', { data: { ...invoice, items } });
  await createFirst(client, customer);
  const token = `kvat_${randomBytes(32).toString('base64url')}`;
  await database.inTransaction(copySql(invoices));
  await database.inTransaction(grantAgentSql(token));
  const others: Seller[] = [];
  for (let n = 2; n <= ACCOUNTS; n += 1) others.push(await openSeller(url, `bench${n}`));
  const tables = 'customers, items, invoices, invoice_lines, counters, costs, cost_files, tasks, task_logs';
  await database.alone(`vacuum analyze ${tables}`);
  await database.alone('checkpoint');
  return {
    client,
    invoices,
    sellers: [{ ...first, customer: customerGuid(1), item: itemGuid(1) }, ...others],
    token,
    session: await signIn(url, client).catch(() => ({})),
    webhook: await createWebhook(url, receiver).catch(() => null),
  };
}

async function openSeller(url: string, username: string): Promise<Seller> {
  const client = await createAccount(url, { username });
  const customer = await client.ok('create-customer', {
    data: {
      name: 'Kaupandi ehf.',
      registration_no: companyKennitala(999),
      output_select: 4,
      address: 'Hafnarstræti 99',
      zip: '600',
      city: 'Akureyri',
      email: 'bokhald@kaupandi.example',
    },
  });
  const item = await client.ok('create-item', {
    data: {
      item_number: '1',
      description: 'Kaffi, 500 g',
      unit_price: itemPrice(1),
      tax: 'S',
      uom: 'C62',
    },
  });
  return { client, customer, item };
}

async function createWebhook(url: string, receiver: string): Promise<Books['webhook']> {
  const client = await createAccount(url, { username: 'bench-webhook' });
  const { guid } = await client.ok('create-webhook', { data: { url: receiver } });
  return { client, guid };
}

async function signIn(url: string, client: Client): Promise<Record<string, string>> {
  const { person, csrfToken } = await new ConsoleClient(url).signIn(client);
  return { cookie: person.cookieHeader(), 'x-form-key': csrfToken };
}

const ACCOUNT = `(select a.account_id from accounts a where a.username = 'bench')`;

/** SQL that copies the first records. Foreign keys hold by construction and are not checked. */
function copySql(invoices: number): string {
  const day = `current_date - (${invoices} - n) / 300`;
  // One in ten is overdue, so that the cron task which looks for them has ended before anything is measured.
  const due = `case when n % 10 = 0 then ${day} else current_date + 30 end`;
  const names = `'customer_number', n, 'name', 'Kaupandi ' || n || ' ehf.', 'registration_no', ''`;
  return `
    set local statement_timeout = 0;
    set local session_replication_role = replica;
    ${copyRecords(ACCOUNT, 'customers', 1, CUSTOMERS, names)}
    ${copyRecords(ACCOUNT, 'items', 2, ITEMS, `'item_number', n::text, 'unit_price', n * 100`)}
    ${copyRecords(
      ACCOUNT,
      'invoices',
      3,
      invoices,
      `'number', n, 'customer_id', 1 + n % ${CUSTOMERS}, 'issue_date', ${day}, 'due_date', ${due},
       'settlement_date', ${due}, 'created_at', now() - (${invoices} - n) * interval '4 minutes'`,
    )}
    ${copyRows(ACCOUNT, 'invoice_lines', invoices, `'invoice_id', n, 'guid', ${guidSql(4, 'n * 3 + first.position')}`)}
    update counters set last = ${invoices} where account_id = ${ACCOUNT} and series = 'invoice';
    ${copyCostsAndTasks(ACCOUNT, invoices)}`;
}

/** SQL that grants an agent read access to invoices. */
function grantAgentSql(token: string): string {
  const bytes = (value: string) => `'\\x${digest(value).toString('hex')}'::bytea`;
  return `
    with client as (
      insert into clients (account_id, client_id, name, redirect_uris, created_at)
      values (${ACCOUNT}, 'bench', 'Bekkur', '{https://bekkur.example/}', now())),
    granted as (
      insert into grants (account_id, client_id, scopes, granted_at)
      values (${ACCOUNT}, 'bench', '{nav}', now()) returning id),
    authorized as (
      insert into authorizations (account_id, grant_id, client_id, scopes, redirect_uri, code_digest, code_expires_at,
        exchanged_at, created_at)
      select ${ACCOUNT}, id, 'bench', '{nav}', 'https://bekkur.example/', ${bytes(`code of ${token}`)}, now(),
        now(), now() from granted returning id)
    insert into access_tokens (account_id, digest, authorization_id, scopes, expires_at)
    select ${ACCOUNT}, ${bytes(token)}, id, '{nav}', now() + interval '1 day' from authorized;`;
}
