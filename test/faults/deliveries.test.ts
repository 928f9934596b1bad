import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { fillBacklog, queryDatabase } from '../support/backlog.ts';
import { createAccount, invoice } from '../support/client.ts';
import { migratedDatabase, type TestDatabase } from '../support/databases.ts';
import { clientOn } from '../support/load.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { TestSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';

const INVOICES = 200;
const GROWTH_LIMIT_MB = 100;

describe('deliveries by a node of its own (postgres)', () => {
  const server = new TestSmtp();
  const nodes: NodeProcess[] = [];
  let database: TestDatabase;
  let env: Record<string, string | undefined>;
  before(async () => {
    database = await migratedDatabase('postgres');
    const url = await server.start();
    env = {
      ...database.env,
      KVITT_SMTP_URL: url,
      KVITT_MAIL_FROM: 'Kvitt <reikningar@kvitt.example>',
      KVITT_JOBS: 'on',
    };
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.crash()));
    await server.stop();
    await database.drop();
  });
  const start = async () => {
    const node = await startNode(env, { isOptimized: true });
    nodes.push(node);
    return node;
  };
  const waiting = async () => {
    const [row] = await queryDatabase<{ count: string }>(database, 'select count(*) from jobs');
    return Number(row?.count);
  };

  test('a node killed between sending and recording makes at most one mail more, with the same Message-ID', async () => {
    const doomed = await start();
    const seller = await createAccount(doomed.url);
    server.onArrival = () => doomed.signal('SIGKILL');
    const customer = { name: 'Kaupandi ehf.', output_select: 3, email: 'buyer@kaupandi.example' };
    const guid = await seller.ok('create-invoice', { data: invoice({ customer }) });
    await doomed.exited;
    server.onArrival = () => {};
    assert.equal(server.received.length, 1);
    assert.equal(await waiting(), 1);
    await queryDatabase(database, "update jobs set leased_until = now() - interval '1 second'");

    const next = clientOn(await start(), seller);
    await until('the job is done', async () => (await waiting()) === 0);
    const ids = server.received.map(({ messageId }) => messageId);
    assert.deepEqual(ids, Array(2).fill(`<${guid}.issue@kvitt.example>`));
    const { timeline } = await next.ok('get-invoice', { guid });
    assert.deepEqual(
      timeline.map(({ event }: { event: string }) => event),
      ['issued', 'sent'],
    );
  });

  test('a backlog drains with every mail sent once, visibly, and in flat memory', async (t) => {
    const node = nodes.at(-1) as NodeProcess;
    const seller = await createAccount(node.url);
    server.received.length = 0;
    const figure = async (name: string) => {
      const text = await (await fetch(`${node.url}/metrics`)).text();
      return Number(new RegExp(`^${name}\\{kind="send-mail"\\} (\\d+)$`, 'm').exec(text)?.[1]);
    };
    const ranBefore = await figure('kvitt_jobs_ran_total');
    const looked = Promise.withResolvers<void>();
    server.ready = looked.promise;
    await fillBacklog(database, seller, INVOICES);
    assert.ok((await figure('kvitt_jobs_waiting')) > 0);
    looked.resolve();
    let min = Number.POSITIVE_INFINITY;
    let max = 0;
    await until('a quarter has gone out', () => server.received.length > INVOICES / 4, 120_000);
    await until(
      'the backlog is gone',
      async () => {
        min = Math.min(min, node.residentMb());
        max = Math.max(max, node.residentMb());
        return (await waiting()) === 0;
      },
      120_000,
    );
    t.diagnostic(`between ${min.toFixed(0)} and ${max.toFixed(0)} MB`);
    assert.ok(max - min < GROWTH_LIMIT_MB, `grew by ${(max - min).toFixed(0)} MB`);
    const recipients = server.received.map(({ to }) => to[0]);
    assert.equal(recipients.length, INVOICES);
    assert.equal(new Set(recipients).size, INVOICES);
    assert.equal((await figure('kvitt_jobs_ran_total')) - ranBefore, INVOICES);
    assert.equal(await figure('kvitt_jobs_waiting'), 0);
  });
});
