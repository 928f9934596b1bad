import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { makeDirectoryPrivate } from '../../src/kernel/node/private-files.ts';
import { TestService } from '../support/service.ts';
import { CERT, KEY } from '../support/tls.ts';

describe('a service that is reached by https', () => {
  const kvitt = new TestService();
  const dir = mkdtempSync(join(tmpdir(), 'kvitt-tls-'));
  before(async () => {
    const [cert, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
    writeFileSync(cert, CERT);
    writeFileSync(key, KEY);
    await kvitt.startOwn('embedded', { KVITT_TLS_CERT: cert, KVITT_TLS_KEY: key });
  });
  after(async () => {
    await kvitt.stop();
    rmSync(dir, { recursive: true });
  });

  test('creates files that only its user can open, and closes those that others could', async () => {
    const dataDir = kvitt.database.env.KVITT_DATA_DIR ?? '';
    const openToOthers = () =>
      ['', ...readdirSync(dataDir, { recursive: true })]
        .map((file) => join(dataDir, String(file)))
        .filter((file) => (statSync(file).mode & 0o077) !== 0);
    assert.ok(readdirSync(dataDir, { recursive: true }).length > 900, 'the whole database is there');
    assert.deepEqual(openToOthers(), []);
    const old = join(dir, 'old');
    mkdirSync(join(old, 'db'), { recursive: true });
    writeFileSync(join(old, 'db', 'wal'), 'x');
    for (const [file, mode] of [
      ['', 0o755],
      ['db', 0o755],
      ['db/wal', 0o666],
    ] as const)
      chmodSync(join(old, file), mode);
    assert.equal(makeDirectoryPrivate(old), 3);
    assert.equal(makeDirectoryPrivate(old), 0);
    assert.equal(statSync(join(old, 'db', 'wal')).mode & 0o777, 0o600);
    assert.equal(statSync(join(old, 'db')).mode & 0o777, 0o700);
  });

  test('binds cookies to the host and marks them as secure', async () => {
    const cookies = await new Promise<string[]>((resolve, reject) => {
      request(`${kvitt.url}/sign-in`, { rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve(response.headers['set-cookie'] ?? []);
      })
        .on('error', reject)
        .end();
    });
    assert.equal(cookies.length, 1);
    assert.match(cookies[0] ?? '', /^__Host-kvitt-form=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
});
