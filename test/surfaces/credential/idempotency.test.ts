import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invoice } from '../../support/client.ts';
import { basicAuth, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';

const key = (value: string) => ({ 'idempotency-key': value });
const REUSED = 'This Idempotency-Key was used with another request; use a new key for a new request';

onBothDatabases('Idempotency-Key', (kvitt) => {
  test('answers a repeated request with the stored answer, and does nothing', async () => {
    const seller = await kvitt.account();
    const first = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) }, key('a'));
    assert.equal(first.status, true);
    for (let i = 0; i < 3; i++) {
      const repeated = await seller.call(
        'create-invoice',
        { data: invoice({ is_payment_link: 1 }) },
        key('a'),
      );
      assert.deepEqual(repeated, first);
    }
    const body = JSON.stringify({ data: invoice({ is_payment_link: 1 }) });
    const headers = { ...basicAuth(seller), ...key('a'), 'content-type': 'application/json' };
    const json = await send(kvitt.url, '/api/v1/create-invoice', { method: 'POST', body, headers });
    assert.equal(json.body.result, first.result);
    assert.equal(await seller.ok('get-count-invoices'), 1);
  });

  test('covers every kind of write', async () => {
    const seller = await kvitt.account();
    const guid = await seller.ok('create-invoice', { data: invoice() });
    const draft = await seller.ok('create-invoice', { data: invoice({ save: 1 }) });
    const data = {
      name: 'x',
      output_select: 4,
      description: 'x',
      unit_price: 1,
      accounting_status: 'Posted',
    };
    const calls: [string, Record<string, unknown>][] = [
      ['create-customer', { data }],
      ['create-item', { data }],
      ['update-invoice', { guid, data }],
      ['do-paid-invoice', { guid }],
      ['issue-invoice', { guid: draft }],
    ];
    for (const [endpoint, fields] of calls) {
      const first = await seller.call(endpoint, fields, key(endpoint));
      assert.equal(first.status, true, `${endpoint}: ${first.message}`);
      assert.deepEqual(await seller.call(endpoint, fields, key(endpoint)), first);
    }
    assert.equal(await seller.ok('get-count-customers'), 3);
    assert.equal(await seller.ok('get-count-items'), 2);
  });

  test('refuses another request with the same key, and does nothing', async () => {
    const [seller, other] = [await kvitt.account(), await kvitt.account()];
    const guid = await seller.ok('create-invoice', { data: invoice() }, key('a'));
    for (const [endpoint, fields] of [
      ['create-invoice', { data: invoice({ description: 'other' }) }],
      ['create-item', { data: invoice() }],
      ['do-paid-invoice', { guid }],
    ] as const) {
      const { error_code, message } = await seller.expectRefusal(endpoint, fields, key('a'));
      assert.deepEqual([error_code, message], ['idempotency_key_reused', REUSED], endpoint);
    }
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Sent');
    assert.equal(await seller.ok('get-count-invoices'), 1);
    assert.notEqual(await other.ok('create-invoice', { data: invoice() }, key('a')), guid);
  });

  test('creates one invoice from ten concurrent requests', async () => {
    const seller = await kvitt.account();
    const call = () => seller.call('create-invoice', { data: invoice() }, key('a'));
    const replies = await Promise.all(Array.from({ length: 10 }, call));
    for (const reply of replies) assert.deepEqual(reply, replies[0]);
    assert.equal(replies[0]?.status, true);
    const [{ number }, ...more] = await seller.ok('get-invoices');
    assert.deepEqual([number, more], ['1', []]);
    const next = await seller.ok('create-invoice', { data: invoice() }, key('b'));
    assert.equal((await seller.ok('get-invoice', { guid: next })).number, '2');
  });

  test('executes one of several concurrent requests with the same key', async () => {
    const seller = await kvitt.account();
    const call = (description: string) =>
      seller.call('create-invoice', { data: invoice({ description }) }, key('a'));
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map(call));
    assert.equal(replies.filter(({ status }) => status).length, 1);
    const codes = replies.flatMap(({ status, error_code }) => (status ? [] : [error_code]));
    assert.deepEqual(codes, Array(3).fill('idempotency_key_reused'));
    assert.equal(await seller.ok('get-count-invoices'), 1);
  });

  test('stores no refusal: the corrected request may use the same key', async () => {
    const seller = await kvitt.account();
    const wrong = await seller.expectRefusal('create-invoice', { data: invoice({ amount: 1 }) }, key('a'));
    assert.equal(wrong.error_code, 'amount_mismatch');
    await seller.ok('create-invoice', { data: invoice() }, key('a'));
    assert.equal(await seller.ok('get-count-invoices'), 1);
  });

  test('expires after a day', async () => {
    kvitt.now = () => new Date('2026-03-02T10:00:00Z');
    const seller = await kvitt.account();
    const createInvoice = () => seller.ok('create-invoice', { data: invoice() }, key('a'));
    const first = await createInvoice();
    kvitt.now = () => new Date('2026-03-03T09:59:59Z');
    assert.equal(await createInvoice(), first);
    kvitt.now = () => new Date('2026-03-03T10:00:01Z');
    assert.notEqual(await createInvoice(), first);
    assert.equal(await seller.ok('get-count-invoices'), 2);
  });

  test('stores a file once, and refuses another file with the same key', async () => {
    const seller = await kvitt.account();
    const put = (text: string) => {
      const body = new FormData();
      body.set('file', new Blob([text]), 'a.txt');
      return send(kvitt.url, '/api/v1/upload-file', {
        method: 'POST',
        body,
        headers: { ...basicAuth(seller), ...key('a') },
      });
    };
    const first = await put('one');
    assert.deepEqual((await put('one')).body, first.body);
    assert.equal((await put('two')).body.error_code, 'idempotency_key_reused');
  });

  test('must be printable and of limited length', async () => {
    const seller = await kvitt.account();
    const message = 'Field Idempotency-Key must be 1 to 255 printable ASCII characters without spaces';
    for (const wrong of ['', 'x'.repeat(256), 'a b', 'é', 'a\tb']) {
      assert.equal(
        (await seller.expectRefusal('create-invoice', { data: invoice() }, key(wrong))).message,
        message,
        wrong,
      );
    }
    assert.equal(await seller.ok('get-count-invoices'), 0);
    await seller.ok('create-invoice', { data: invoice() }, key(`~!"'\\;--${'x'.repeat(246)}`));
  });
});
