import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { csvStatement } from '../../support/bank-files.ts';
import { openAccount } from '../../support/bank-lines.ts';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { createCost } from '../../support/costs.ts';
import { completeCost } from '../../support/endpoints/costs.ts';
import { body } from '../../support/endpoints/documents.ts';
import { invoicesSql } from '../../support/many-invoices.ts';
import { copiesSql } from '../../support/many-records.ts';
import { explainNodes, rowsReadInAll, statementsOf } from '../../support/plans.ts';
import { buy, openSale } from '../../support/sales.ts';
import { TestService } from '../../support/service.ts';

const RECORDS = 2100;
const AUDITED = 3000;

describe('in an account with many records', () => {
  const kvitt = new TestService();
  let seller: Client;
  let person: ConsoleClient;
  let customer: string;
  let sale: string;
  let own: pg.Client;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
    person = await signInToConsole(seller);
    const script = (...parts: ((username: string, count: number) => string)[]) =>
      kvitt.service.engine.kernel.db.transaction((tx) =>
        tx.script(parts.map((sql) => sql(seller.username, RECORDS)).join(';')),
      );
    await script(invoicesSql, lateInvoicesSql);
    await seller.ok('create-quote', {
      data: { ...body, customer: { name: 'Annar ehf.', output_select: 4 } },
    });
    sale = (await openSale(seller, { type: 'EVENT' })).guid;
    await buy(seller, sale);
    await createCost(seller, 'create-cost-adv', completeCost);
    await script(copiesSql, spreadQuotesSql, manyOrdersSql);
    own = new pg.Client({ connectionString: kvitt.database.env.DATABASE_URL });
    await own.connect();
    customer = (await own.query(`select buyer ->> 'guid' as guid from invoices limit 1`)).rows[0].guid;
  });
  after(async () => {
    await own?.end();
    await kvitt.stop();
  });

  /** The rows that all statements of a call read, by table or common table expression. */
  const rowsReadBy = async (name: string, fields: object): Promise<Record<string, number>> => {
    const all: Record<string, number> = {};
    for (const statement of await statementsOf(() => person.ok(name, fields)))
      for (const [table, rows] of Object.entries(rowsReadInAll(await explainNodes(own, statement))))
        all[table] = (all[table] ?? 0) + rows;
    return all;
  };

  test('the inbox does not read the audit log for every record', async () => {
    const { audit_log, invoices = 0 } = await rowsReadBy('get-needs', {});
    assert.ok(invoices >= RECORDS / 2, 'every late invoice is counted');
    assert.ok(audit_log !== undefined, 'the statement looks into the audit log');
    assert.ok(audit_log < AUDITED, `${audit_log} rows of the audit log`);
  });

  /** The invoices that the statement of a page reads, without the sums of the tabs. */
  const invoicesOnPage = async (fields: object): Promise<number> => {
    const sent = await statementsOf(() => person.ok('find-invoices', { ...fields, limit: 10 }));
    const [statement] = sent.filter(({ text }) => text.includes('customer_name'));
    assert.ok(statement);
    return rowsReadInAll(await explainNodes(own, statement)).invoices ?? 0;
  };

  test('the list of invoices reads one page, in every order and under every tab', async () => {
    const lists = [
      ...['date', 'number', 'customer', 'due', 'amount'].flatMap((sort) => [
        { sort },
        { sort, ascending: 1 },
      ]),
      ...['draft', 'credit', 'cancelled', 'written_off'].map((tab) => ({ tab })),
      { search: 'Kaupandi' },
    ];
    for (const fields of lists) {
      const read = await invoicesOnPage(fields);
      assert.ok(read <= 40, `${JSON.stringify(fields)}: ${read} invoices`);
    }
  });

  test('an index serves every condition of a search', async () => {
    // Of this few records the planner would rather compare all than look up each condition.
    await own.query('set cpu_operator_cost = 10');
    try {
      for (const fields of [
        ...['Zebra', 'zq', 'Kaupandi 7', '99999', '55.555', '550169-4829'].map((search) => ({ search })),
        { min_amount: 7000, max_amount: 8000 },
      ]) {
        const read = await invoicesOnPage(fields);
        assert.ok(read <= 40, `${JSON.stringify(fields)}: ${read} invoices`);
      }
    } finally {
      await own.query('reset cpu_operator_cost');
    }
  });

  test('a search counts matches only up to its limit, and lists them all', async () => {
    const broad = { search: 'Kaupandi', limit: 10 };
    const found = await person.ok('find-invoices', broad);
    assert.deepEqual(
      [found.rows.length, found.total, found.count, found.tabs, found.counts],
      [10, null, null, [], []],
    );
    const last = await person.ok('find-invoices', { ...broad, page: RECORDS / 10 });
    assert.equal(last.rows.length, 10);
    const { invoices = 0 } = await rowsReadBy('find-invoices', broad);
    assert.ok(invoices < RECORDS + 200, `${invoices} invoices`);
    const rare = await person.ok('find-invoices', { search: 'Annar' });
    assert.deepEqual([rare.total, rare.count], [0, 0]);
  });

  test('the statement of a customer reads each document a few times', async () => {
    const { issued = 0 } = await rowsReadBy('get-customer-statement', {
      guid: customer,
      from_date: '2026-01-01',
    });
    assert.ok(issued >= RECORDS && issued < 10 * RECORDS, `${issued} rows of documents`);
  });

  test('a ticket at the door is found without the other orders of the event', async () => {
    for (const [name, fields] of Object.entries({
      'read-ticket': { seat: 1 },
      'tick-attendee': { attended: true },
      'find-guests': {},
    })) {
      const { sale_orders = 0, invoices = 0 } = await rowsReadBy(name, {
        ...{ guid: sale, invoice_number: '700' },
        ...fields,
      });
      const isList = name === 'find-guests';
      assert.ok(sale_orders < (isList ? 2 * RECORDS : 10), `${name}: ${sale_orders} orders`);
      assert.ok(invoices < (isList ? 2 * RECORDS : 10), `${name}: ${invoices} invoices`);
    }
  });

  test('the list of costs reads one page of costs and their files', async () => {
    const fields = { limit: 20 };
    for (const more of [{}, { state: 'New' }, { search: 'Efnissalan' }, { cost_code: '2093' }]) {
      const { rows, total } = await person.ok('find-costs', { ...fields, ...more });
      assert.equal(rows.length, fields.limit);
      assert.equal(total === null, 'search' in more || 'cost_code' in more, JSON.stringify(more));
    }
    const { costs = 0, cost_files = 0 } = await rowsReadBy('find-costs', fields);
    assert.ok(costs <= 3 * fields.limit, `${costs} costs`);
    assert.ok(cost_files <= fields.limit, `${cost_files} files`);
  });

  test('similar costs are looked up among thousands of the same supplier', async () => {
    const [{ guid }] = (await person.ok('find-costs', { limit: 1 })).rows;
    await own.query("update costs set accounting_status = 'Posted' where id % 2 = 0");
    await own.query('analyze costs');
    const same = await person.ok('find-similar-costs', { guid });
    assert.deepEqual([same.duplicates.length, same.last_booked?.cost_code], [5, '2093']);
    const fields = { guid, invoice_number: 'Z-1', amount: 1 };
    await own.query('set enable_seqscan = off');
    try {
      const { costs = 0 } = await rowsReadBy('find-similar-costs', fields);
      assert.ok(costs < 100, `${costs} costs`);
    } finally {
      await own.query('reset enable_seqscan');
    }
  });

  test('proposals for a bank line look up few of the open invoices and of the costs', async () => {
    const { guid: account } = await openAccount(seller);
    await seller.ok('import-bank-statement', {
      bank_account_guid: account,
      file: csvStatement([{ booked_on: '2026-03-10', amount: 777, text: 'Innborgun' }]),
    });
    const [{ guid }] = (await person.ok('find-bank-lines', { bank_account_guid: account })).rows;
    await own.query('set enable_seqscan = off');
    try {
      const { costs = 0, invoices = 0 } = await rowsReadBy('get-bank-line', { guid });
      assert.ok(costs < 100, `${costs} costs`);
      // What is open is compared once, in its index.
      assert.ok(invoices < RECORDS + 100, `${invoices} invoices`);
    } finally {
      await own.query('reset enable_seqscan');
    }
  });

  test('the customers who owe most are found without the sort keys of all names', async () => {
    const fields = { sort: 'owed', limit: 20 };
    const { rows, count } = await person.ok('find-customers', fields);
    assert.deepEqual([rows.length, rows[0].owed > 0, rows.at(-1).owed], [20, true, 0]);
    const { customers = 0 } = await rowsReadBy('find-customers', fields);
    assert.ok(customers < count + 5 * fields.limit, `${customers} customers`);
  });

  test('the profit does not read the lines of documents, and the sales by month read them once', async () => {
    const year = { from_date: '2026-01-01', to_date: '2026-12-31' };
    assert.equal((await rowsReadBy('get-profit', year)).invoice_lines, undefined);
    const { invoice_lines = 0 } = await rowsReadBy('get-sales', { ...year, by: 'month' });
    assert.ok(invoice_lines > RECORDS && invoice_lines < 3 * RECORDS, `${invoice_lines} lines`);
  });

  test('the search for due reminders reads the unpaid invoices that are due, and not all', async () => {
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { settings: { reminder_days_after: 1 } });
    const sent = await statementsOf(() => kvitt.operator('POST', '/jobs/run', {}));
    const [statement] = sent.filter(({ text }) => text.includes('invoice_reminders'));
    assert.ok(statement);
    const { invoices = 0 } = rowsReadInAll(await explainNodes(own, statement));
    assert.ok(invoices < RECORDS / 2, `${invoices} invoices`);
  });

  test('the deliveries of a quiet webhook are listed without those of the others', async () => {
    const guids: string[] = [];
    for (const path of ['quiet', 'busy'])
      guids.push((await person.ok('create-webhook', { url: `https://example.is/${path}` })).guid);
    await own.query(`
      insert into webhook_deliveries (account_id, webhook_id, event_id, type, state, created_at)
      select account_id, id, gen_random_uuid(), 'invoice.paid', 'delivered', now() from webhooks,
        generate_series(1, case when url like '%busy' then ${RECORDS} else 1 end)`);
    await own.query('analyze webhook_deliveries');
    const { webhook_deliveries = 0 } = await rowsReadBy('get-webhook-deliveries', { guid: guids[0] });
    assert.ok(webhook_deliveries < RECORDS / 2, `${webhook_deliveries} deliveries`);
  });

  test('the timeline of a customer does not read the quotes of the others', async () => {
    const { sales_documents = 0 } = await rowsReadBy('get-customer-timeline', { guid: customer });
    assert.ok(sales_documents < RECORDS, `${sales_documents} rows of quotes`);
  });
});

/** Each invoice is an order of the event. */
function manyOrdersSql(username: string): string {
  const account = `(select account_id from accounts where username = '${username}')`;
  return `
    insert into sale_orders overriding system value select copy.* from
      (select * from sale_orders where account_id = ${account}) one,
      (select id as n from invoices where account_id = ${account} and id not in (select invoice_id from sale_orders)) i,
      jsonb_populate_record(null::sale_orders, to_jsonb(one) || jsonb_build_object('id', n + 1000000, 'invoice_id', n)) copy;
    analyze sale_orders, costs, cost_files, invoices, product_sales`;
}

/** Each quote that was copied belongs to a customer of its own, which was copied too. */
function spreadQuotesSql(): string {
  return `
    update sales_documents d set customer_id = c.id from customers c where c.account_id = d.account_id and c.id = d.id;
    analyze sales_documents`;
}

/** Half of the invoices are paid and the others are late, and each was changed by a person; so were many other records, and other customers got quotes. */
function lateInvoicesSql(username: string): string {
  const account = `(select account_id from accounts where username = '${username}')`;
  return `
    update invoices set status = case when number % 2 = 0 then 'Paid' else status end,
      paid_amount = case when number % 2 = 0 then amount else 0 end,
      paid_on = case when number % 2 = 0 then date '2026-01-20' end, issue_date = '2026-01-05', due_date = '2026-01-10', settlement_date = '2026-01-12';
    insert into audit_log (account_id, via, action, target, outcome, ip, request_id, person_id)
    select p.account_id, 'console', 'create-invoice', coalesce(i.guid, gen_random_uuid())::text, 'ok', '', '', p.id
    from people p, generate_series(1, ${AUDITED}) n left join invoices i on i.number = n
    where p.account_id = ${account};
    analyze invoices, audit_log`;
}
