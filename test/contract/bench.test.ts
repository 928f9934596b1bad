import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type BenchCall, CALLS, requestsOf } from '../../bench/calls.ts';
import { capture } from '../../bench/capture.ts';
import { withScripts } from '../../bench/commits.ts';
import { type Books, fillBooks } from '../../bench/fill-database.ts';
import { Connection } from '../../bench/http-connection.ts';
import { measure } from '../../bench/measure.ts';
import { comparedTable, type Measured } from '../../bench/report.ts';
import { Receiver } from '../support/receiver.ts';
import { TestService } from '../support/service.ts';

const INVOICES = 60;

describe('the bench', () => {
  const kvitt = new TestService();
  const receiver = new Receiver();
  let connection: Connection;
  let books: Books;
  before(async () => {
    await receiver.start();
    await kvitt.startOwn('postgres', { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' });
    kvitt.now = () => new Date();
    books = await withScripts(kvitt.database.env.DATABASE_URL ?? '', (scripts) =>
      fillBooks(kvitt.url, scripts, INVOICES, receiver.url),
    );
    connection = await Connection.open('127.0.0.1', Number(new URL(kvitt.url).port));
  });
  after(async () => {
    connection.close();
    await kvitt.stop();
    await receiver.stop();
  });

  for (const call of CALLS) {
    test(`measures ${call.name}`, async () => {
      const { all, isOnce } = requestsOf({ ...call, variety: 2 }, books);
      let sent = 0;
      const attempt = async () => {
        await connection.send(all[sent++ % all.length] as Uint8Array);
        if (call.isDelivered) await kvitt.operator('POST', '/jobs/run');
      };
      const figures = await measure([attempt], 0, 0.001);
      assert.ok(figures.perSecond > 0);
      assert.ok(!isOnce || sent < all.length, 'no invoice is named twice');
      if (call.isDelivered) assert.equal(receiver.messages.length, sent);
    });
  }

  const compared = CALLS.filter(({ operation }) => operation);
  test('finds the same statements in each call that it compares with them', async () => {
    const few = (call: BenchCall) => ({ ...call, variety: 2 });
    for (const call of compared) {
      const { statements, samples } = await capture(kvitt.service.engine, books, few(call));
      assert.deepEqual([statements.length > 0, samples.length], [true, 2], call.name);
    }
  });

  test('takes a refusal for an error', async () => {
    const refused = await CALLS[0]?.request(
      { ...books, invoices: 0, client: { ...books.client, apiKey: 'x' } as never },
      0,
    );
    await assert.rejects(connection.send(refused as Uint8Array), /The service refused/);
  });
});

test('prints the ratios of two commits, and a call that one of them does not have', () => {
  const figures: Measured = {
    ...{ perSecond: 1000, p50: 1, p99: 2, clientCpu: 10 },
    ...{ serviceCpu: 500, databaseCpu: 300, otherLoad: 0.012 },
  };
  const fast = { ...figures, perSecond: 1500, serviceCpu: 250 };
  const rows = [
    { call: 'get', connections: 16, other: [figures], own: [fast] },
    { call: 'new', connections: 1, other: [], own: [figures] },
  ];
  const [, , ...lines] = comparedTable('abc', rows).split('\n');
  assert.deepEqual(
    lines.map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .join('|'),
    ),
    ['|get|16|1,000|1,500|1.50|500|250|0.50|300|300|1.00|1 %|', '|new|1|–|1,000|–|–|500|–|–|300|–|1 %|'],
  );
});

test('compares each round with its neighbour, because a machine changes its speed', () => {
  const at = (perSecond: number) => ({ perSecond }) as Measured;
  const row = {
    call: 'get',
    connections: 1,
    other: [1000, 500, 100].map(at),
    own: [2000, 1000, 210].map(at),
  };
  assert.equal(comparedTable('abc', [row]).split('\n').at(-1)?.split('|')[5]?.trim(), '2.00');
});
