import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { invoice } from '../../support/client.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { addColleague, signInOwner } from '../../support/people.ts';
import { csv } from '../../support/record-files.ts';
import { basicAuth } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';
import { unzip } from '../../support/unzip.ts';

onBothDatabases('the export of an account', (kvitt) => {
  test('is written by a job, and its file is served to the key or an owner, as a whole or in parts', async () => {
    const seller = await kvitt.account();
    await seller.ok('create-invoice', { data: invoice() });
    const { guid, state } = await seller.ok('export-account');
    assert.equal(state, 'running');
    assert.equal((await seller.ok('export-account')).guid, guid, 'a second call while it runs');
    const running = await seller.ok('get-export', { guid });
    assert.deepEqual([running.state, running.url, running.size], ['running', null, null]);
    const address = `${kvitt.url}/exports/${guid}`;
    const basic = (name: string, key: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
    });
    const own = basic(seller.username, seller.apiKey);
    const early = (await (await fetch(address, { headers: own })).json()) as { error_code: string };
    assert.equal(early.error_code, 'account_export_not_found');
    await runJobsWithoutFailure(kvitt);

    const ready = await seller.ok('get-export', { guid });
    assert.deepEqual([ready.state, ready.url], ['ready', address]);
    const whole = await fetch(address, { headers: own });
    assert.match(whole.headers.get('content-disposition') ?? '', /\.zip"/);
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.deepEqual(
      [bytes.length, createHash('sha256').update(bytes).digest('hex')],
      [ready.size, ready.sha256],
    );
    const names = [...unzip(bytes).keys()];
    for (const name of ['manifest.json', 'README.md', 'customers.jsonl', 'invoices/1.pdf', 'invoices/1.xml'])
      assert.ok(names.includes(name), name);

    const ranges: [range: string, status: number, expected: Buffer][] = [
      ['bytes=0-9', 206, bytes.subarray(0, 10)],
      ['bytes=1000-', 206, bytes.subarray(1000)],
      ['bytes=-5', 206, bytes.subarray(-5)],
      [`bytes=${bytes.length}-`, 416, Buffer.alloc(0)],
      ['bytes=5-1', 200, bytes],
    ];
    for (const [range, status, expected] of ranges) {
      const part = await fetch(address, { headers: { ...own, range } });
      assert.equal(part.status, status, range);
      assert.ok(Buffer.from(await part.arrayBuffer()).equals(expected), range);
    }
    const changed = { ...own, range: 'bytes=0-9', 'if-range': '"another file"' };
    assert.equal((await fetch(address, { headers: changed })).status, 200);

    const other = await kvitt.account();
    const foreign = await fetch(address, { headers: basic(other.username, other.apiKey) });
    assert.equal(((await foreign.json()) as { error_code: string }).error_code, 'account_export_not_found');
    assert.equal((await fetch(address)).status, 401);
    const owner = await signInOwner(kvitt, seller);
    const member = await addColleague(kvitt, owner);
    assert.equal((await owner.person.get(`/exports/${guid}`)).status, 200);
    assert.equal((await member.person.get(`/exports/${guid}`)).status, 403);
    assert.equal((await member.call('export-account')).body.error, 'owner_required');
  });

  test('has imported documents beside own ones with the same numbers', async () => {
    const seller = await kvitt.account();
    await seller.ok('create-invoice', { data: invoice() });
    const file = csv('Reikningsnúmer;Nafn;Dags.;Gjalddagi;Upphæð', '1;Skuldari ehf.;5.1.2026;5.2.2026;1240');
    await seller.ok('import-records', { kind: 'open_invoices', file_name: 'gamalt.csv', file });
    const { guid } = await seller.ok('export-account');
    await runJobsWithoutFailure(kvitt);
    const { url } = await seller.ok('get-export', { guid });
    const answer = await fetch(url, { headers: basicAuth(seller) });
    const names = [...unzip(Buffer.from(await answer.arrayBuffer())).keys()];
    assert.deepEqual(
      names.filter((name) => name.startsWith('invoices/')).sort(),
      ['1.pdf', '1.xml', 'imported-1.pdf', 'imported-1.xml'].map((name) => `invoices/${name}`),
    );
  });

  test('replaces the one before it, and is deleted after seven days', async () => {
    const seller = await kvitt.account();
    const first = await seller.ok('export-account');
    await runJobsWithoutFailure(kvitt);
    const second = await seller.ok('export-account');
    await runJobsWithoutFailure(kvitt);
    assert.notEqual(first.guid, second.guid);
    assert.deepEqual(
      (await seller.ok('get-exports')).map((one: { state: string }) => one.state),
      ['ready', 'ready'],
    );
    const later = new Date(kvitt.now().getTime() + 8 * 24 * 3600_000).toISOString().slice(0, 10);
    await runJobsWithoutFailure(kvitt, later);
    assert.deepEqual(await seller.ok('get-exports'), []);
  });
});
