import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { checkDatabase, checkReplicas } from '../../src/commands/doctor/check-database.ts';
import { checkAddress, checkFiles } from '../../src/commands/doctor/check-machine.ts';
import { checkServices } from '../../src/commands/doctor/check-services.ts';
import { type Finding, toLines } from '../../src/commands/doctor/findings.ts';
import type { Environment } from '../../src/config.ts';
import { migrate } from '../../src/kernel/database/migrate.ts';
import { testConfig } from '../support/databases.ts';
import { findFreePort } from '../support/free-port.ts';
import { Receiver } from '../support/receiver.ts';
import { TestService } from '../support/service.ts';
import { CERT, KEY } from '../support/tls.ts';

const badOnes = (findings: readonly Finding[]) =>
  findings.filter(({ state }) => state === 'bad').map(toLines);

describe('kvitt doctor', () => {
  const kvitt = new TestService();
  const directory = mkdtempSync(join(tmpdir(), 'kvitt-doctor-'));
  const config = (env: Environment = {}) => testConfig({ ...kvitt.database.env, ...env });
  before(async () => {
    await kvitt.start('postgres');
    const seller = await kvitt.account();
    await seller.ok('create-webhook', { data: { url: 'https://example.com/hook', types: ['invoice.paid'] } });
  });
  after(async () => {
    await kvitt.stop();
    await rm(directory, { recursive: true });
  });

  test('finds nothing wrong with a node that serves', async () => {
    assert.deepEqual(badOnes(await checkDatabase(config())), []);
    assert.deepEqual(badOnes(await checkServices(config())), []);
  });

  test('names a secret that cannot open what is stored', async () => {
    const [problem, ...more] = badOnes(
      await checkDatabase(config({ KVITT_SECRET: 'another secret, long enough' })),
    );
    assert.match(
      problem ?? '',
      /KVITT_SECRET is not the one .*\n +Set the secret that this installation had/,
    );
    assert.deepEqual(more, []);
  });

  test('names a search without its index, which the next start builds', async () => {
    const { db } = kvitt.service.engine.kernel;
    const lines = async () => (await checkDatabase(config())).map(toLines).join('\n');
    await db.runAlone('drop index invoices_by_text');
    assert.match(await lines(), /these indexes are missing: invoices_by_text\n +The next start builds them/);
    await migrate(db);
    assert.match(await lines(), /searches by text have their indexes/);
  });

  test('names a node that takes more connections than the server has', async () => {
    const [problem] = badOnes(await checkDatabase(config({ KVITT_POOL: '200', KVITT_PROCESSES: '64' })));
    assert.match(problem ?? '', /12864 connections of this node .*\n +Lower KVITT_POOL/);
  });

  test('names a database and a replica that do not answer, and a replica that is none', async () => {
    const nowhere = 'postgres://kvitt@127.0.0.1:1/kvitt';
    const [database] = badOnes(await checkDatabase(config({ DATABASE_URL: nowhere })));
    assert.match(database ?? '', /does not answer: .*ECONNREFUSED.*\n +Look at DATABASE_URL/);
    const replicaUrls = { KVITT_REPLICA_URL: nowhere };
    assert.match(badOnes(await checkReplicas(config(replicaUrls)))[0] ?? '', /replica 1: .*ECONNREFUSED/);
    const own = { KVITT_REPLICA_URL: String(kvitt.database.env.DATABASE_URL) };
    assert.match(badOnes(await checkReplicas(config(own)))[0] ?? '', /replica 1 is a primary/);
  });

  test('tries the services that are configured', async () => {
    const port = await findFreePort();
    const hub = new Receiver();
    await hub.start();
    const findings = await checkServices(
      config({
        KVITT_EINVOICE_URL: hub.url,
        KVITT_EINVOICE_INBOX_URL: hub.url,
        KVITT_BANK_ACCOUNTS_URL: hub.url,
        KVITT_AI_URL: `http://127.0.0.1:${port}`,
        KVITT_AI_MODEL: 'reader',
        KVITT_SMTP_URL: 'smtp://127.0.0.1:1',
        KVITT_MAIL_FROM: 'kvitt@example.com',
      }),
    );
    await hub.stop();
    for (const name of ['e-invoice access point', 'inbox of the access point', 'accounts at the bank'])
      assert.ok(
        findings.some(({ state, text }) => state === 'ok' && text.startsWith(name)),
        name,
      );
    const [mail, reader, ...more] = badOnes(findings);
    assert.match(mail ?? '', /mail server 127\.0\.0\.1:1: .*ECONNREFUSED/);
    assert.match(reader ?? '', /reader of receipts at 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    assert.deepEqual(more, []);
  });

  test('names files of the embedded database that others can open', () => {
    const embedded = testConfig({ KVITT_DATA_DIR: directory });
    assert.deepEqual(badOnes(checkFiles(embedded)), []);
    chmodSync(join(directory, 'secret'), 0o644);
    assert.match(badOnes(checkFiles(embedded))[0] ?? '', /can open .*secret\n +Run "chmod go= .*secret"/);
  });

  test('names an address without https and a certificate that expires soon', () => {
    const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    writeFileSync(cert, CERT);
    writeFileSync(key, KEY);
    const served = config({
      KVITT_TLS_CERT: cert,
      KVITT_TLS_KEY: key,
      KVITT_BASE_URL: 'http://kvitt.example',
    });
    const find = (day: string) => badOnes(checkAddress(served, new Date(day)));
    assert.match(find('2030-01-01').join('\n'), /^BAD {2}public address http:\/\/kvitt.example\n.*https.*$/);
    assert.match(find('2076-10-25')[1] ?? '', /expires in 8 days\n +Renew it/);
    assert.match(find('2077-01-01')[1] ?? '', /expired on Nov/);
  });
});
