import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createAgent } from '../support/agents/agent.ts';
import { type Client, invoice } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { DatabaseDigest } from '../support/database-digest.ts';
import { CALLBACK, postJson, registerClient } from '../support/person.ts';
import { basicAuth, credentialsQuery, send } from '../support/requests.ts';
import { onBothDatabases } from '../support/service.ts';

const mailed = { name: 'Jón ehf.', output_select: 3, email: 'jon@example.is', registration_no: '5501234520' };
const json = { 'content-type': 'application/json' };

onBothDatabases('the flag of a dry run', (kvitt) => {
  let seller: Client;
  let digest: DatabaseDigest;
  before(async () => {
    seller = await kvitt.account();
    digest = await DatabaseDigest.of(kvitt.service.engine.kernel.db);
  });
  const countInvoices = () => seller.ok('get-count-invoices');
  const post = (body: object, query = '', headers = {}) =>
    send(kvitt.url, `/api/v1/create-invoice?${credentialsQuery(seller)}${query}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...json, ...headers },
    });

  test('distinguishes a reminder from an invoice that is sent again', async () => {
    const other = await kvitt.account();
    const guid = await other.ok('create-invoice', {
      data: invoice({ customer: { name: 'A', email: 'a@b.is' } }),
    });
    const kinds = [];
    for (const call of ['remind-invoice', 'resend-invoice']) {
      const { would } = await other.call(call, { guid }, { 'kvitt-dry-run': '1' });
      kinds.push([would.kind, would.deliver[0].to]);
    }
    assert.deepEqual(kinds, [
      ['reminder', 'a@b.is'],
      ['delivery', 'a@b.is'],
    ]);
  });

  test('describes the effect of the call, without ids that are not kept', async () => {
    await seller.ok('create-invoice', { data: invoice() });
    const data = invoice({ customer: mailed, is_payment_link: 1 });
    const { headers, body } = await post({ data, dry_run: true });
    assert.equal(headers.get('kvitt-dry-run'), '1');
    assert.deepEqual(body as object, {
      status: true,
      message: 'OK',
      result: null,
      payment_link: null,
      dry_run: true,
      would: {
        kind: 'invoice',
        number: '2',
        receiver: { kennitala: '5501234520', name: 'Jón ehf.', addresses: ['email:jon@example.is'] },
        amount: 1240,
        currency: 'ISK',
        lines: [
          {
            item_number: 'SKU-1',
            description: 'A thing',
            uom: 'C62',
            tax: 'S',
            qty: '1',
            unit_price: '1000',
            discount: '0',
          },
        ],
        vat: [{ tax: 'S', rate: 24, net: 1000, vat: 240 }],
        dates: { issue_date: '2026-03-02', due_date: '2026-03-16', settlement_date: '2026-03-23' },
        fields: [
          { name: 'is_payment_link', to: true },
          { name: 'customer.output_select', to: '3' },
          { name: 'customer.email', to: 'jon@example.is' },
          { name: 'customer.lang', to: 'is' },
          { name: 'customer.currency', to: 'ISK' },
          { name: 'customer.due_days', to: 3 },
          { name: 'customer.settlement_days', to: 7 },
        ],
        deliver: [{ channel: 'email', to: 'jon@example.is' }],
        claim: false,
        events: ['invoice.issued', 'customer.created'],
      },
    });
  });

  test('is read from header, query, form and JSON, and never ignored', async () => {
    const before = await countInvoices();
    const data = invoice();
    for (const value of ['1', 'true', 'on', 'yes', '', 'FALSE', '00', ' ']) {
      const query = `&dry_run=${encodeURIComponent(value)}`;
      assert.equal((await post({ data }, query)).body.dry_run, true, `query ${value}`);
      assert.equal((await seller.call('create-invoice', { data, dry_run: value })).dry_run, true, value);
    }
    for (const dry_run of [true, 1, '', null, 'maybe', {}, [], ['0', '1']])
      assert.equal((await post({ data, dry_run })).body.dry_run, true, JSON.stringify(dry_run));
    for (const value of ['1', 'true', '', 'x'])
      assert.equal((await post({ data }, '', { 'Kvitt-Dry-Run': value })).body.dry_run, true, value);
    // Any of several spellings is enough.
    assert.equal((await post({ data, dry_run: 0 }, '&dry_run=1')).body.dry_run, true);
    assert.equal((await post({ data }, '&dry_run=1&dry_run=0')).body.dry_run, true);
    assert.equal((await post({ data }, '&dry_run[]=1')).body.dry_run, true);
    assert.equal(await countInvoices(), before);
    for (const dry_run of [false, 0, '0', 'false', 'off'])
      assert.match((await post({ data, dry_run })).body.result, /^[0-9a-f-]{36}$/);
    assert.match((await post({ data }, '', { 'Kvitt-Dry-Run': '0' })).body.result, /^[0-9a-f-]{36}$/);
    assert.equal(await countInvoices(), before + 6);
  });

  test('is refused inside data', async () => {
    for (const fields of [
      { data: { ...invoice(), dry_run: 1 } },
      { data: JSON.stringify({ ...invoice(), dry_run: 0 }) },
    ]) {
      const { status, body } = await post(fields);
      assert.deepEqual([status, body.error_code], [400, 'dry_run_misplaced']);
    }
  });

  test('is answered with the refusal of the real call, and marks it', async () => {
    const wrong = { data: invoice({ amount: 1 }) };
    const real = await post(wrong);
    const { headers, status, body } = await post({ ...wrong, dry_run: 1 });
    assert.deepEqual([status, body], [real.status, real.body]);
    assert.equal(headers.get('kvitt-dry-run'), '1');
    const unknown = await fetch(`${kvitt.url}/api/v1/create-invoice`, {
      method: 'POST',
      headers: { 'kvitt-dry-run': '1' },
    });
    assert.deepEqual([unknown.status, unknown.headers.get('kvitt-dry-run')], [401, '1']);
    const broken = await post({}, '', { 'kvitt-dry-run': '1', 'content-type': 'text/csv' });
    assert.deepEqual([broken.status, broken.headers.get('kvitt-dry-run')], [400, '1']);
  });

  test('is honoured when a program is registered, and refused where codes and tokens are used', async () => {
    const client = await registerClient(seller, { name: 'Known' });
    const before = await digest.read();
    const register = (fields: object, headers = {}) =>
      send(kvitt.url, '/agent/register', {
        method: 'POST',
        body: JSON.stringify(fields),
        headers: { ...json, ...basicAuth(seller), ...headers },
      });
    const program = { name: 'Rehearsed', redirect_uri: 'https://app.example/callback' };
    const rehearsed = await register({ ...program, dry_run: true });
    assert.equal(rehearsed.headers.get('kvitt-dry-run'), '1');
    const { existing, client_id, client_secret, dry_run } = rehearsed.body;
    assert.deepEqual([existing, client_id, client_secret, dry_run], [false, null, null, true]);
    const rotate = { name: 'Known', redirect_uri: CALLBACK, rotate_secret: true };
    const rotated = await register(rotate, { 'kvitt-dry-run': '1' });
    assert.deepEqual(
      [rotated.body.client_id, rotated.body.client_secret, rotated.body.rotated],
      [client.client_id, null, true],
    );
    const refused = await register({ ...program, name: '', dry_run: 1 });
    assert.deepEqual([refused.status, refused.headers.get('kvitt-dry-run')], [422, '1']);
    const decision = { client_id: client.client_id, response_type: 'code', decision: 'allow' };
    for (const [path, fields] of [
      ['/oauth/register', { redirect_uris: ['https://app.example/callback'] }],
      ['/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'x' }],
      ['/agent/revoke', { token: 'x', client_id: 'x' }],
      ['/oauth/authorize', decision],
      ['/agent/authorize', decision],
    ] as const) {
      const { status, headers, body } = await postJson(`${kvitt.url}${path}`, { ...fields, dry_run: '' });
      assert.deepEqual([status, body.error], [400, 'invalid_request'], path);
      assert.equal(headers.get('kvitt-dry-run'), '1', path);
    }
    // After an earlier consent the page issues a code at once.
    const started = await send(kvitt.url, `/oauth/authorize?client_id=${client.client_id}&dry_run=1`);
    assert.deepEqual([started.status, started.body.error], [400, 'invalid_request']);
    assert.deepEqual(await digest.read(), before);
  });

  test('is refused by every route that writes and cannot rehearse', async () => {
    const before = await digest.read();
    const post = (path: string, sent: RequestInit) =>
      fetch(`${kvitt.url}${path}`, { method: 'POST', ...sent });
    const flagged = { 'kvitt-dry-run': '1' };
    for (const path of [
      '/sign-in',
      '/sign-out',
      '/forgotten',
      '/new-password',
      '/pay/x',
      '/quote/x',
      '/sell/x',
    ]) {
      const byHeader = await post(path, { headers: flagged });
      assert.deepEqual([byHeader.status, byHeader.headers.get('kvitt-dry-run')], [400, '1'], path);
      const form = new URLSearchParams({ username: seller.username, password: 'x', dry_run: '1' });
      assert.equal((await post(path, { body: form })).status, 400, path);
    }
    const multipart = new FormData();
    multipart.set('dry_run', '1');
    assert.equal((await post('/oauth/token', { body: multipart })).status, 400);
    const opened = await kvitt.operator('POST', '/accounts', { username: 'rehearsed', dry_run: 1 });
    assert.deepEqual([opened.status, opened.body.error], [400, 'dry_run_refused']);
    assert.deepEqual(await digest.read(), before);
  });

  test('sends nothing to the bank and does not count against limits', async () => {
    const collected = invoice({ is_claim: 1, customer: mailed });
    const guid = await seller.ok('create-invoice', { data: collected });
    await kvitt.operator('POST', '/jobs/run', {});
    const claims = async () =>
      (await kvitt.operator('GET', `/sandbox/claims?account=${seller.username}`)).body;
    const open = await claims();
    const { dry_run, would } = await seller.call('do-paid-invoice', { guid }, { 'kvitt-dry-run': '1' });
    assert.deepEqual([dry_run, would.amount], [true, 1240]);
    assert.deepEqual(await claims(), open);
    for (let n = 0; n < 31; n++)
      assert.equal((await seller.call('add-bookkeeper', { bookkeeper: 'nobody', dry_run: 1 })).dry_run, true);
  });

  test('rehearses what programs and people do', async () => {
    const agent = await createAgent(seller);
    const person = await signInToConsole(seller);
    const before = await digest.read();
    const body = { data: invoice(), dry_run: true };
    const rehearsed = await agent.call('POST', '/invoices', body);
    assert.deepEqual(
      [rehearsed.body.result, rehearsed.body.invoice_id, rehearsed.body.dry_run],
      [null, null, true],
    );
    const { data: rows } = (
      await send(kvitt.url, `/api/v1/agent/audit?action_id=${rehearsed.body.action_id}`, {
        headers: basicAuth(seller),
      })
    ).body;
    assert.equal(rows[0].outcome, 'dry_run');
    // Without `data` the body is the record.
    const bare = { ...invoice(), dry_run: '1' };
    assert.equal((await agent.call('POST', '/invoices', bare)).body.dry_run, true);
    const marked = { 'kvitt-dry-run': '1' };
    const inConsole = await person.call('create-invoice', invoice(), marked);
    assert.deepEqual([inConsole.body.guid, inConsole.body.dry_run], [null, true]);
    const secret = await person.call('rotate-api-key', { current_password: 'a good password' }, marked);
    assert.deepEqual([secret.body.api_key, secret.body.dry_run], [null, true]);
    const headers = { ...basicAuth(seller), ...marked };
    const revoked = await send(kvitt.url, `/api/v1/agents/${agent.clientId}`, { method: 'DELETE', headers });
    assert.equal(revoked.body.dry_run, true);
    assert.equal((await agent.call('GET', '/status')).status, 200);
    const { audit_log: _audited, ...others } = await digest.read();
    const { audit_log: _before, ...same } = before;
    assert.deepEqual(others, same);
  });
});
