import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { type DatabaseKind, migratedDatabase, type TestDatabase } from '../support/databases.ts';
import { clientOn } from '../support/load.ts';
import { createAccountWithInvoices } from '../support/many-invoices.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { until } from '../support/until.ts';

/** A node that collects the list for each reader who leaves grows by at least 180 MB, one that streams by at most 40 MB. */
const GROWTH_LIMIT_MB = 75;
/** What a slow reader takes between two pauses: more than fits the buffers of a connection. */
const PORTION = 3_000_000;
const INVOICES: Record<DatabaseKind, number> = { postgres: 30_000, embedded: 20_000 };

interface Listed {
  guid: string;
  status: string;
  number: string;
  issue_date: string;
  items: unknown[];
}

for (const kind of ['embedded', 'postgres'] as const) {
  const count = INVOICES[kind];
  describe(`a list of ${count} invoices (${kind})`, () => {
    let database: TestDatabase;
    let node: NodeProcess;
    let seller: Client;
    before(async () => {
      database = await migratedDatabase(kind);
      const made = await createAccountWithInvoices(database, count);
      node = await startNode(database.env, { isOptimized: true });
      seller = clientOn(node, made);
      for (let n = 0; n < 15; n++) await seller.ok('get-invoices', { limit: 1000 });
    });
    after(async () => {
      await node.crash();
      await database.drop();
    });

    test('is complete and in order, and is read from the database only as fast as its reader takes it', async (t) => {
      const growth = watchGrowth(node);
      const response = await list(seller);
      await until('the node has sent what fits the connection, and waits', () => isIdle(node));
      const paid = await payLast(seller);
      const text = await read(response);
      report(t, growth());
      const { status, result } = JSON.parse(text) as { status: boolean; result: Listed[] };
      assert.equal(status, true);
      assert.equal(result.length, count);
      assert.equal(new Set(result.map(({ guid }) => guid)).size, count);
      const misplaced = result.find((invoice, n) => n > 0 && !isBefore(result[n - 1], invoice));
      assert.equal(misplaced, undefined);
      const wrong = result.find(({ number, items }) => items.length !== 1 + (Number(number) % 3));
      assert.equal(wrong, undefined);
      // The node read the last invoice after it was paid, so it had not collected the list before.
      const { guid, status: state } = result.at(-1) ?? {};
      assert.deepEqual({ guid, state }, { guid: paid, state: 'Paid' });
    });

    test('waits for a slow reader without growing, and holds no connection meanwhile', async (t) => {
      const growth = watchGrowth(node);
      const response = await list(seller);
      let taken = 0;
      let pauses = 0;
      for await (const chunk of response) {
        taken += chunk.length;
        if (taken < PORTION) continue;
        taken = 0;
        pauses += 1;
        await until('the node has sent what fits the line, and waits', () => isIdle(node));
        if (pauses === 6) break;
      }
      assert.equal(pauses, 6);
      report(t, growth());
    });

    test('stops when its reader leaves, and leaves no connection behind', async (t) => {
      const growth = watchGrowth(node);
      for (let reader = 0; reader < 15; reader++) {
        const response = await list(seller);
        await once(response, 'data');
        response.destroy();
      }
      await until('all connections are free', () => isIdle(node));
      assert.equal(await seller.ok('get-count-invoices'), count);
      report(t, growth());
    });
  });
}

/** Newest day first, and on one day the later made first. */
function isBefore(a: Listed | undefined, b: Listed): boolean {
  if (!a) return false;
  if (a.issue_date !== b.issue_date) return a.issue_date > b.issue_date;
  return Number(a.number) > Number(b.number);
}

async function list({ url, username, apiKey }: Client): Promise<IncomingMessage> {
  const query = new URLSearchParams({ username, api_key: apiKey });
  const request = get(`${url}/api/v1/get-invoices?${query}`, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  return response;
}

/** Marks the invoice as paid that is the last of the whole list; the answer is its guid. */
async function payLast(seller: Client): Promise<string> {
  const [{ guid }] = await seller.ok('get-invoices', { sort: 'date_asc', limit: 1 });
  await seller.ok('do-paid-invoice', { guid });
  return guid;
}

async function read(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Looks at the node's memory all the time; the answer is by how much it grew at most, in megabytes. */
function watchGrowth(node: NodeProcess): () => number {
  const before = node.residentMb();
  let max = before;
  const timer = setInterval(() => {
    max = Math.max(max, node.residentMb());
  }, 20).unref();
  return () => {
    clearInterval(timer);
    return Math.max(max, node.residentMb()) - before;
  };
}

function report(t: TestContext, growth: number): void {
  t.diagnostic(`grew by ${growth.toFixed(0)} MB`);
  assert.ok(growth < GROWTH_LIMIT_MB, `the node grew by ${growth.toFixed(0)} MB`);
}

/** Whether no request of the node holds a connection to the database, or waits for one. */
async function isIdle(node: NodeProcess): Promise<boolean> {
  const figures = await (await fetch(`${node.url}/metrics`)).text();
  const [total, idle, waiting] = ['total', 'idle', 'waiting'].map((state) =>
    Number(new RegExp(`^kvitt_database_connections\\{state="${state}"\\} (\\d+)$`, 'm').exec(figures)?.[1]),
  );
  return idle === total && waiting === 0;
}
