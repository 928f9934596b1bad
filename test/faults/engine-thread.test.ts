import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { EmbeddedEngine } from '../../src/kernel/database/embedded.ts';
import { client } from '../support/client.ts';
import { freshDatabase } from '../support/databases.ts';
import { assertIntact, booked, Load } from '../support/load.ts';
import { startNode } from '../support/node-process.ts';
import { until } from '../support/until.ts';

test('when the thread of the embedded database dies, the node starts it again and loses nothing', async (t) => {
  const database = await freshDatabase('embedded');
  const sign = join(database.env.KVITT_DATA_DIR ?? '', 'break');
  const imports = [import.meta.resolve('../support/break-engine.ts')];
  const node = await startNode({ ...database.env, KVITT_TEST_BREAK_ENGINE: sign }, { imports });
  try {
    const seller = await client(node.url);
    const load = new Load([seller], { atOnce: 6, idempotent: true });
    // Twice at least, and until it has died in the middle of a call.
    for (let round = 0; round < 2 || load.refusals.length === 0; round++) {
      await load.progress(40);
      const since = performance.now();
      writeFileSync(sign, '');
      await until('the thread has died', () => !existsSync(sign));
      await load.progress(20);
      t.diagnostic(`working again after ${Math.round(performance.now() - since)} ms`);
    }
    await load.stop();
    assert.equal(node.hasExited, false);
    const told = load.refusals.map(({ httpStatus, message }) => `${httpStatus} ${message}`);
    assert.deepEqual([...new Set(load.refusals.map(({ httpStatus }) => httpStatus))], [503], told.join('\n'));
    assert.equal(load.unanswered.length, load.refusals.length, 'a connection to the node broke');
    await load.retry(seller);
    assertIntact(await booked(seller), load);
  } finally {
    await node.crash();
    await database.drop();
  }
});

test('an answer to a connection that was given up reaches no other', async () => {
  const database = await freshDatabase('embedded');
  const engine = new EmbeddedEngine(database.env.KVITT_DATA_DIR ?? '');
  try {
    await engine.start();
    engine.connect().write(query("select 'the first question'"));
    const connection = engine.connect();
    const heard: Buffer[] = [];
    connection.on('data', (bytes: Buffer) => heard.push(bytes));
    connection.write(query("select 'the second question'"));
    const answers = await until('the second question is answered', () => {
      const text = Buffer.concat(heard).toString();
      return text.includes('the second question') && text;
    });
    assert.doesNotMatch(answers, /the first question/);
  } finally {
    await engine.close();
    await database.drop();
  }
});

/** A question in PostgreSQL's simple protocol. */
function query(text: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}
