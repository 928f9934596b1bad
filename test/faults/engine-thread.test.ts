import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EmbeddedEngine } from '../../src/kernel/database/embedded.ts';
import { createAccount } from '../support/client.ts';
import { freshDatabase } from '../support/databases.ts';
import { assertIntact, Load, listInvoicesByNumber } from '../support/load.ts';
import { startNode } from '../support/node-process.ts';
import { until } from '../support/until.ts';

test('restarts the thread of the embedded database after it dies, and loses no acknowledged invoice', async (t) => {
  const database = await freshDatabase('embedded');
  const triggerFile = join(database.env.KVITT_DATA_DIR ?? '', 'break');
  const imports = [import.meta.resolve('../support/break-engine.ts')];
  const node = await startNode({ ...database.env, KVITT_TEST_BREAK_ENGINE: triggerFile }, { imports });
  try {
    const seller = await createAccount(node.url);
    const load = new Load([seller], { concurrency: 6, idempotent: true });
    // At least twice, and until the thread has died during a call.
    for (let round = 0; round < 2 || load.refusals.length === 0; round++) {
      await load.waitForProgress(40);
      const since = performance.now();
      writeFileSync(triggerFile, '');
      await until('the thread has died', () => !existsSync(triggerFile));
      await load.waitForProgress(20);
      t.diagnostic(`working again after ${Math.round(performance.now() - since)} ms`);
    }
    await load.stop();
    assert.equal(node.hasExited, false);
    const messages = load.refusals.map(({ httpStatus, message }) => `${httpStatus} ${message}`);
    assert.deepEqual(
      [...new Set(load.refusals.map(({ httpStatus }) => httpStatus))],
      [503],
      messages.join('\n'),
    );
    assert.equal(load.unanswered.length, load.refusals.length, 'a connection to the node broke');
    await load.retry(seller);
    assertIntact(await listInvoicesByNumber(seller), load);
  } finally {
    await node.crash();
    await database.drop();
  }
});

test('does not deliver an answer for an abandoned connection to another connection', async () => {
  const database = await freshDatabase('embedded');
  const engine = new EmbeddedEngine(database.env.KVITT_DATA_DIR ?? '');
  try {
    await engine.start();
    engine.connect().write(query("select 'the first question'"));
    const connection = engine.connect();
    const received: Buffer[] = [];
    connection.on('data', (bytes: Buffer) => received.push(bytes));
    connection.write(query("select 'the second question'"));
    const answers = await until('the second question is answered', () => {
      const text = Buffer.concat(received).toString();
      return text.includes('the second question') && text;
    });
    assert.doesNotMatch(answers, /the first question/);
  } finally {
    await engine.close();
    await database.drop();
  }
});

/** A query message of PostgreSQL's simple protocol. */
function query(text: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}
