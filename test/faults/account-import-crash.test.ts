import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { OPERATOR_TOKEN } from '../support/databases.ts';
import { runJobsWithoutFailure } from '../support/jobs.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { OtherService } from '../support/other-service.ts';
import { TestService } from '../support/service.ts';

const RECORDS = 450;
/** Where a node is killed, and how long after the call was answered: before, while or after its page is stored. */
const KILLS = new Map([
  ['get-items 2', 15],
  ['get-invoices 2', 40],
]);

describe('an import from another account whose nodes are killed (postgres)', () => {
  const surviving = new TestService();
  const other = new OtherService();
  let db: pg.Client;
  before(async () => {
    await surviving.startOwn('postgres', { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' });
    await other.start();
    db = new pg.Client({ connectionString: surviving.database.env.DATABASE_URL });
    await db.connect();
  });
  after(async () => {
    await db.end();
    await other.stop();
    await surviving.stop();
  });

  test('continues with the same page, and imports each record once', async (t) => {
    other.fill(RECORDS);
    surviving.now = () => new Date();
    const seller = await surviving.account();
    const { guid } = await seller.ok('start-account-import', { data: other.source });
    for (const [at, delay] of KILLS) {
      const doomed = await startNode({ ...surviving.database.env, KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' });
      t.after(() => doomed.crash());
      const asked = killAt(doomed, at, delay);
      await runUntilKilled(doomed);
      assert.ok(asked(), at);
      const { state, parts } = await seller.ok('get-account-import', { guid });
      assert.equal(state, 'running');
      assert.ok(parts[0].new === RECORDS && parts.at(-1).new === 0);
      await db.query('update jobs set leased_until = null, run_at = least(run_at, now())');
    }
    other.interfere = () => false;
    await runJobsWithoutFailure(surviving);
    const done = await seller.ok('get-account-import', { guid });
    assert.equal(done.state, 'done');
    for (const part of ['customers', 'items', 'invoices']) {
      const counts = done.parts.find((one: any) => one.part === part);
      assert.deepEqual([counts.found, counts.new, counts.known], [RECORDS, RECORDS, 0], part);
      assert.equal(await seller.ok(`get-count-${part}`), RECORDS);
    }
    const { total } = await seller.ok('get-aged-receivables');
    assert.equal(total.total, (1240 * RECORDS * (RECORDS + 1)) / 2);
    const pages = other.receiver.messages.filter(({ path }) => path.includes('page='));
    const calls = new Set(pages.map(({ path }) => path));
    assert.ok(
      pages.length - calls.size <= KILLS.size,
      'no more pages are fetched again than nodes were killed',
    );
  });

  /** Kills the node so many milliseconds after a call of it was answered. */
  function killAt(node: NodeProcess, at: string, delay: number): () => boolean {
    let isAsked = false;
    other.interfere = (path) => {
      if (path !== at || isAsked) return false;
      isAsked = true;
      void sleep(delay).then(() => node.crash());
      return false;
    };
    return () => isAsked;
  }

  async function runUntilKilled({ url, exited }: NodeProcess): Promise<void> {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' };
    await fetch(`${url}/operator/jobs/run`, { method: 'POST', headers, body: '{}' }).catch(() => {});
    await exited;
  }
});
