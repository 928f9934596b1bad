import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createAccount, invoice } from '../support/client.ts';
import { SECRET } from '../support/databases.ts';
import { findFreePort } from '../support/free-port.ts';
import { assertIntact, Load, listInvoicesByNumber } from '../support/load.ts';
import { type NodeProcess, startNode } from '../support/node-process.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type Relay, relayTo } from '../support/tcp-relay.ts';
import { until } from '../support/until.ts';

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
    node = await startNode({
      DATABASE_URL: `postgres://postgres@${list}/postgres`,
      KVITT_REPLICA_URL: standby.url(),
      KVITT_SECRET: SECRET,
      KVITT_JOBS: 'off',
    });
  });
  after(async () => {
    await node.crash();
    await relay.close();
    await Promise.all([primary.stop(), standby.stop()]);
  });

  /** How many statements the replica has served. */
  const replicaReads = async () => {
    const metrics = await (await fetch(`${node.url}/metrics`)).text();
    return Number(/^kvitt_replica_reads_total\{replica="1"\} (\d+)$/m.exec(metrics)?.[1]);
  };

  test('is read at a replica, which is never behind an acknowledged write', async () => {
    const seller = await createAccount(node.url);
    const issueAndList = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const guid = await seller.ok('create-invoice', { data: invoice() });
        const [newest] = await seller.ok('get-invoices', { limit: 1 });
        assert.equal(newest.guid, guid);
      }
    };
    const before = await replicaReads();
    await issueAndList(30);
    const served = await replicaReads();
    assert.ok(served - before >= 30, `the replica has served ${served - before} reads`);

    // A replica that does not follow is left out, and is used again when it does.
    await runOn(standby, 'select pg_wal_replay_pause()');
    await issueAndList(5);
    assert.equal(await replicaReads(), served);
    await runOn(standby, 'select pg_wal_replay_resume()');
    await until('the replica serves again', async () => {
      await seller.ok('get-invoices', { limit: 1 });
      return (await replicaReads()) > served;
    });
  });

  test('is written at the host that accepts writes, also after a failover', async (t) => {
    const seller = await createAccount(node.url);
    const load = new Load([seller], { idempotent: true });
    await load.waitForProgress(50);
    // The network to the primary goes silent: its sessions are never closed.
    relay.silenceAll();
    const since = performance.now();
    await runOn(standby, 'select pg_promote()');
    await load.waitForProgress(50);
    t.diagnostic(`writes again after ${Math.round(performance.now() - since)} ms`);
    await load.stop();
    const statuses = new Set(load.refusals.map(({ httpStatus }) => httpStatus));
    assert.deepEqual([...statuses], [503]);
    await load.retry(seller);
    assertIntact(await listInvoicesByNumber(seller), load);
  });
});

describe('a replica that was ahead of the standby that took over', () => {
  let primary: PostgresServer;
  let standby: PostgresServer;
  let replica: PostgresServer;
  let node: NodeProcess;
  before(async () => {
    primary = await startPostgres();
    [standby, replica] = await Promise.all([
      startPostgres({ standbyOf: primary }),
      startPostgres({ standbyOf: primary }),
    ]);
    const hosts = [primary, standby].map((one) => new URL(one.url()).host);
    node = await startNode({
      DATABASE_URL: `postgres://postgres@${hosts.join()}/postgres`,
      KVITT_REPLICA_URL: replica.url(),
      KVITT_SECRET: SECRET,
      KVITT_JOBS: 'off',
    });
  });
  after(async () => {
    await node.crash();
    await Promise.all([primary.stop(), standby.stop(), replica.stop()]);
  });

  test('serves no read, because its log has diverged', async () => {
    const seller = await createAccount(node.url);
    await seller.ok('create-invoice', { data: invoice() });
    // Only the replica gets the rest of the log.
    await runOn(standby, "alter system set primary_conninfo = ''");
    await runOn(standby, 'select pg_reload_conf()');
    await until('the standby follows no more', async () => (await readOn(primary, SENDERS)) === '1');
    await runOn(primary, 'create table ballast as select generate_series(1, 100000) as n');
    const end = await readOn(primary, 'select pg_current_wal_flush_lsn()');
    const reached = `select pg_last_wal_replay_lsn() >= '${end}'`;
    await until('the replica has it', async () => (await readOn(replica, reached)) === 'true');
    await primary.crash();
    await runOn(standby, 'select pg_promote()');
    const create = () => seller.call('create-invoice', { data: invoice() });
    await until('the standby takes writes', async () => (await create()).status);
    for (let n = 0; n < 5; n++) {
      const guid = await seller.ok('create-invoice', { data: invoice() });
      const [newest] = await seller.ok('get-invoices', { limit: 1 });
      assert.equal(newest.guid, guid);
    }
    const ahead = await readOn(standby, `select pg_current_wal_flush_lsn() < '${end}'`);
    assert.equal(ahead, 'true', 'the replica is still further on than the new primary');
  });
});

const SENDERS = 'select count(*) from pg_stat_replication';

async function readOn(server: PostgresServer, statement: string): Promise<string> {
  const client = new pg.Client(server.url());
  await client.connect();
  const { rows } = await client.query({ text: statement, rowMode: 'array' });
  await client.end();
  return String(rows[0]?.[0]);
}

async function runOn(server: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client(server.url());
  await client.connect();
  await client.query(statement);
  await client.end();
}
