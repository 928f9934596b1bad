import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Kvitt } from '../support/service.ts';
import { CERT, KEY } from '../support/tls.ts';

describe('a service that is reached by https', () => {
  const kvitt = new Kvitt();
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
