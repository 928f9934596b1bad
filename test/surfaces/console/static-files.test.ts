import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInToConsole } from '../../support/console-client.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('static files of the console', (kvitt) => {
  test('are served with a strict content security policy and cached for a year by hash', async () => {
    const seller = await kvitt.account();
    const { person } = await signInToConsole(seller);
    const page = await person.get('/console/invoices');
    // Only where it has been built; the browser tests build it.
    if (page.status === 503) return;
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-/);
    assert.doesNotMatch(policy, /unsafe/);
    const [script = ''] = /\/console\/assets\/[^"]+\.js/.exec(page.text) ?? [];
    const asset = await fetch(kvitt.url + script, { headers: { 'accept-encoding': 'br' } });
    assert.equal(asset.headers.get('content-encoding'), 'br');
    assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
    assert.equal((await fetch(`${kvitt.url}/console/assets/none.js`)).status, 404);
  });
});
