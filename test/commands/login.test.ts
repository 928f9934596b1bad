import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '../support/client.ts';
import { runCommand, startCommand } from '../support/client-command.ts';
import { findFreePort } from '../support/free-port.ts';
import { Person } from '../support/person.ts';
import { TestService } from '../support/service.ts';

describe('kvitt login', () => {
  const kvitt = new TestService();
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-login-'));
  const file = join(folder, 'kvitt/token.json');
  const env = { XDG_CONFIG_HOME: folder };
  let seller: Client;
  before(async () => {
    await kvitt.start('postgres');
    seller = await kvitt.account();
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await kvitt.stop();
  });
  const readFile = () => JSON.parse(readFileSync(file, 'utf8'));

  test('signs in through the browser and stores a token that only its owner can read', async () => {
    const child = startCommand(['login', '--url', kvitt.url], env);
    let output = '';
    const address = await new Promise<URL>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk;
        const [found] = /^http\S+authorize\S+$/m.exec(output) ?? [];
        if (found) resolve(new URL(found));
      });
    });
    assert.equal(address.searchParams.get('code_challenge_method'), 'S256');
    const redirect = await new Person(kvitt.url).allow(address.pathname + address.search, seller);
    assert.match(redirect.href, /^http:\/\/127\.0\.0\.1:\d+\/callback\?/);
    const forged = new URL(redirect);
    forged.searchParams.set('state', 'forged');
    assert.equal((await fetch(forged)).status, 404);
    assert.equal((await fetch(redirect)).status, 200);
    await once(child, 'close');
    assert.equal(child.exitCode, 0);
    assert.match(output, /Signed in at http/);
    assert.ok(!output.includes(readFile().access_token));
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(join(folder, 'kvitt')).mode & 0o777, 0o700);
  });

  test('lets the other commands use the token, and refreshes it once when two of them find it expired', async () => {
    const before = readFile();
    writeFileSync(file, JSON.stringify({ ...before, expires_at: 0 }));
    const results = await Promise.all([
      runCommand(['connection', 'hello', '--json'], env),
      runCommand(['customers', 'list', '--json'], { ...env, KVITT_URL: kvitt.url }),
    ]);
    assert.deepEqual(
      results.map(({ status, stderr }) => [status, stderr]),
      [
        [0, ''],
        [0, ''],
      ],
    );
    assert.match(JSON.parse(results[0]?.stdout ?? '').name, /ehf\.$/);
    assert.notEqual(readFile().refresh_token, before.refresh_token);
    assert.ok(readFile().expires_at > Date.now());
  });

  test('is asked for again when the sign-in has ended', async () => {
    const stored = readFile();
    writeFileSync(file, JSON.stringify({ ...stored, expires_at: 0, refresh_token: 'revoked' }));
    const { status, stderr } = await runCommand(['connection', 'hello'], env);
    assert.deepEqual(
      [status, stderr],
      [1, 'The sign-in has ended; run kvitt login again. (invalid_grant)\n'],
    );
    writeFileSync(file, JSON.stringify(stored));
  });

  test('refuses a callback that does not name the service', async () => {
    const child = startCommand(['login', '--url', kvitt.url], { XDG_CONFIG_HOME: join(folder, 'other') });
    let [output, errors] = ['', ''];
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk;
    });
    const address = await new Promise<URL>((resolve) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        output += chunk;
        const [found] = /^http\S+authorize\S+$/m.exec(output) ?? [];
        if (found) resolve(new URL(found));
      });
    });
    const callback = new URL(address.searchParams.get('redirect_uri') ?? '');
    callback.searchParams.set('state', address.searchParams.get('state') ?? '');
    callback.searchParams.set('code', 'a code of another service');
    await fetch(callback);
    await once(child, 'close');
    assert.equal(child.exitCode, 1);
    // The service would refuse the code too, which must not get there.
    assert.match(errors, /Access was not allowed/);
  });

  test('keeps the token where kvitt logout could not revoke it', async () => {
    const stored = readFile();
    const gone = `http://127.0.0.1:${await findFreePort()}`;
    for (const wrong of [{ url: gone }, { client_id: 'nobody' }]) {
      writeFileSync(file, JSON.stringify({ ...stored, ...wrong }));
      assert.equal((await runCommand(['logout'], env)).status, 1);
      assert.equal(readFile().refresh_token, stored.refresh_token);
    }
    writeFileSync(file, JSON.stringify(stored));
  });

  test('ends with kvitt logout, which revokes the token', async () => {
    const { access_token } = readFile();
    assert.equal((await runCommand(['logout'], env)).status, 0);
    assert.throws(readFile, /ENOENT/);
    const headers = { authorization: `Bearer ${access_token}` };
    assert.equal((await fetch(`${kvitt.url}/api/v1/agent/status`, { headers })).status, 401);
    const { status, stderr } = await runCommand(['login'], env);
    assert.equal(status, 2);
    assert.match(stderr, /^Name the service: kvitt login --url/);
  });
});
