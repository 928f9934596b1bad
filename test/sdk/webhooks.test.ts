import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { verifyWebhook } from '../../sdk/src/webhooks.ts';

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const BODY = JSON.stringify({
  type: 'invoice.paid',
  timestamp: '2026-03-02T12:00:00.000Z',
  data: { guid: 'g', note: 'Þórður' },
});

function sign(id: string, timestamp: string | number, body: string | Uint8Array, secret = SECRET): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]);
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function headersOf(seconds = Math.floor(Date.now() / 1000)): Record<string, string> {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': sign('evt_1', seconds, BODY),
  };
}

describe('verifyWebhook', () => {
  test('returns the event of a signed delivery', async () => {
    const event = await verifyWebhook(BODY, headersOf(), SECRET);
    assert.deepEqual(event, {
      id: 'evt_1',
      type: 'invoice.paid',
      at: '2026-03-02T12:00:00.000Z',
      timestamp: '2026-03-02T12:00:00.000Z',
      data: { guid: 'g', note: 'Þórður' },
    });
  });
  test('returns the sequence number of the event', async () => {
    const body = JSON.stringify({ ...JSON.parse(BODY), sequence: 17 });
    const seconds = Math.floor(Date.now() / 1000);
    const headers = { ...headersOf(seconds), 'webhook-signature': sign('evt_1', seconds, body) };
    assert.equal((await verifyWebhook(body, headers, SECRET)).sequence, 17);
  });
  test('accepts the body as bytes, and headers of every type', async () => {
    const headers = headersOf();
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const form of [headers, new Headers(headers), capitals])
      assert.equal((await verifyWebhook(Buffer.from(BODY), form, SECRET)).type, 'invoice.paid');
    const marked = Buffer.from(`\uFEFF${BODY}`);
    const seconds = Math.floor(Date.now() / 1000);
    const signed = {
      ...headers,
      'webhook-signature': sign('evt_1', seconds, marked),
      'webhook-timestamp': `${seconds}`,
    };
    assert.equal((await verifyWebhook(marked, signed, SECRET)).type, 'invoice.paid');
  });
  test('accepts one right signature among several, and one right secret', async () => {
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    const headers = headersOf();
    const wrong = sign('evt_1', headers['webhook-timestamp'] ?? '', BODY, other);
    const both = { ...headers, 'webhook-signature': `v1a,xyz ${wrong} ${headers['webhook-signature']}` };
    assert.equal((await verifyWebhook(BODY, both, SECRET)).id, 'evt_1');
    assert.equal((await verifyWebhook(BODY, headers, [other, SECRET])).id, 'evt_1');
    await assert.rejects(verifyWebhook(BODY, headers, other), { code: 'webhook_signature_invalid' });
  });
  const now = Math.floor(Date.now() / 1000);
  const refused: [what: string, headers: Record<string, string>, body: string, code: string][] = [
    ['a changed body', headersOf(), BODY.replace('paid', 'sent'), 'webhook_signature_invalid'],
    ['a changed id', { ...headersOf(), 'webhook-id': 'evt_2' }, BODY, 'webhook_signature_invalid'],
    ['another version', { ...headersOf(), 'webhook-signature': 'v2,abc' }, BODY, 'webhook_signature_invalid'],
    ['no base64', { ...headersOf(), 'webhook-signature': 'v1,%%%' }, BODY, 'webhook_signature_invalid'],
    ['an old delivery', headersOf(now - 310), BODY, 'webhook_timestamp_invalid'],
    ['a delivery from the future', headersOf(now + 330), BODY, 'webhook_timestamp_invalid'],
    [
      'a time that is no number',
      { ...headersOf(), 'webhook-timestamp': 'now' },
      BODY,
      'webhook_timestamp_invalid',
    ],
    ['no signature', { ...headersOf(), 'webhook-signature': '' }, BODY, 'webhook_header_missing'],
  ];
  for (const [what, headers, body, code] of refused)
    test(`refuses ${what}`, async () => {
      await assert.rejects(verifyWebhook(body, headers, SECRET), { name: 'KvittError', code });
    });
  test('refuses a malformed secret', async () => {
    await assert.rejects(verifyWebhook(BODY, headersOf(), 'whsec_'), { code: 'webhook_secret_invalid' });
  });
});
