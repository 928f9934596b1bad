import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createAccount } from '../support/client.ts';
import { SECRET } from '../support/databases.ts';
import { findFreePort } from '../support/free-port.ts';
import { assertIntact, Load, listInvoicesByNumber } from '../support/load.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type Relay, relayTo } from '../support/tcp-relay.ts';

describe('a database of several hosts', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let relay: Relay;
  let node: NodeProcess;
  before(async () => {
    primary = await startPostgres({ settings: { synchronous_standby_names: '*' } });
    standby = await startPostgres({ standbyOf: primary });
    relay = await relayTo(Number(new URL(primary.url()).port));
    // Nothing listens at the first address, and the second one takes no writes.
    const hosts = [await findFreePort(), Number(new URL(standby.url()).port), relay.port];
    const list = hosts.map((port) => `127.0.0.1:${port}`).join();
    node = await startNode({ DATABASE_URL: `postgres://postgres@${list}/postgres`, KVITT_SECRET: SECRET });
  });
  after(async () => {
    await node.crash();
    await relay.close();
    await Promise.all([primary.stop(), standby.stop()]);
  });

  test('is written to at the host that takes writes, also after a failover', async (t) => {
    const seller = await createAccount(node.url);
    const load = new Load([seller], { idempotent: true });
    await load.waitForProgress(50);
    // The network to the primary goes silent: its sessions are never closed.
    relay.silenceAll();
    const since = performance.now();
    await promote(standby);
    await load.waitForProgress(50);
    t.diagnostic(`writes again after ${Math.round(performance.now() - since)} ms`);
    await load.stop();
    const statuses = new Set(load.refusals.map(({ httpStatus }) => httpStatus));
    assert.deepEqual([...statuses], [503]);
    await load.retry(seller);
    assertIntact(await listInvoicesByNumber(seller), load);
  });
});

async function promote(server: PostgresServer): Promise<void> {
  const client = new pg.Client(server.url());
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();
}
