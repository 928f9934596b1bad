import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseEvent } from '../../../src/adapters/payments/events.ts';
import { fromMinorUnits, toMinorUnits } from '../../../src/adapters/payments/minor-units.ts';
import { isSignedBody, signatureHeader } from '../../../src/adapters/payments/signature.ts';
import { buildSessionEvent, signAsStripe } from '../../support/payments.ts';

const SECRET = 'whsec_of_the_tests';
const NOW = new Date('2026-03-02T10:00:00Z');
const t = NOW.getTime() / 1000;
const BODY = '{"id": "evt_1", "name": "Þórður"}';
const v1 = signAsStripe(SECRET, BODY, NOW.getTime()).split('v1=')[1] ?? '';
const isSigned = (header: unknown, now = NOW) => isSignedBody(SECRET, Buffer.from(BODY), header, now);

describe('webhook signature', () => {
  test('equals that of Stripe', () => {
    assert.equal(signatureHeader(SECRET, Buffer.from(BODY), NOW), signAsStripe(SECRET, BODY, NOW.getTime()));
    assert.match(v1, /^[0-9a-f]{64}$/);
    assert.ok(isSigned(`t=${t},v1=${v1}`));
  });
  test('is accepted among others, as during the rotation of a secret', () => {
    assert.ok(isSigned(`t=${t},v1=${'0'.repeat(64)},v1=${v1},v0=${'1'.repeat(64)}`));
  });
  test('is valid for five minutes in either direction', () => {
    const after = (seconds: number) => isSigned(`t=${t},v1=${v1}`, new Date(NOW.getTime() + seconds * 1000));
    assert.deepEqual([-301, -300, 300, 301].map(after), [false, true, true, false]);
  });
  const wrong: [what: string, header: unknown][] = [
    ['no header', undefined],
    ['several headers', [`t=${t},v1=${v1}`]],
    ['an empty one', ''],
    ['no time', `v1=${v1}`],
    ['two times', `t=${t},t=${t + 1},v1=${v1}`],
    ['another time', `t=${t + 1},v1=${v1}`],
    ['a time that is none', `t=abc,v1=${v1}`],
    ['no v1', `t=${t},v0=${v1}`],
    ['a v1 of another secret', signAsStripe('whsec_other', BODY, NOW.getTime())],
    ['a v1 of another body', signAsStripe(SECRET, `${BODY} `, NOW.getTime())],
    ['half of it', `t=${t},v1=${v1.slice(0, 32)}`],
    ['an odd half of it', `t=${t},v1=${v1.slice(0, 31)}`],
    ['an empty v1', `t=${t},v1=`],
    ['capitals', `t=${t},v1=${v1.toUpperCase()}`],
    ['too many parts', `${'v1=00,'.repeat(50)}t=${t},v1=${v1}`],
  ];
  for (const [title, header] of wrong)
    test(`is refused: ${title}`, () => assert.equal(isSigned(header), false));
});

describe('minor units', () => {
  const same: [amount: string, currency: string, units: string][] = [
    ['1400.00', 'ISK', '140000'],
    ['1400.00', 'JPY', '1400'],
    ['500.00', 'KRW', '500'],
    ['25000.00', 'VND', '25000'],
    ['13.21', 'EUR', '1321'],
    ['999999999999.99', 'USD', '99999999999999'],
  ];
  for (const [amount, currency, units] of same) {
    test(`are ${units} for ${amount} ${currency}`, () => {
      assert.equal(toMinorUnits(amount, currency), units);
      assert.equal(fromMinorUnits(Number(units), currency), amount);
    });
  }
  test('refuse fractions of zero-decimal currencies, zero and negative amounts', () => {
    for (const [amount, currency] of [
      ['1400.50', 'ISK'],
      ['1.50', 'JPY'],
      ['1.005', 'EUR'],
      ['0', 'EUR'],
      ['-1', 'ISK'],
    ] as const) {
      assert.throws(() => toMinorUnits(amount, currency), RangeError, `${amount} ${currency}`);
    }
  });
});

describe('parseEvent', () => {
  const invoice = { accountId: 7, guid: '0198c0de-0000-7000-8000-000000000001' };
  const about = { invoice, checkout: 'cs_1' };
  const news = (more: object = {}) =>
    parseEvent(Buffer.from(buildSessionEvent({ ...about, created: t, ...more })));
  const closed = { kind: 'closed', checkoutId: 'cs_1', invoice };

  test('returns a payment if the money has arrived', () => {
    const paid = {
      kind: 'paid',
      checkoutId: 'cs_1',
      invoice,
      amount: '1400.00',
      currency: 'ISK',
      paidAt: NOW,
      reference: '',
    };
    assert.deepEqual(news(), paid);
    assert.deepEqual(news({ type: 'async_payment_succeeded' }), paid);
  });
  test('returns pending and failed payments', () => {
    assert.deepEqual(news({ payment_status: 'unpaid' }), { ...closed, kind: 'pending' });
    assert.deepEqual(news({ type: 'async_payment_failed', payment_status: 'unpaid' }), closed);
    assert.deepEqual(news({ type: 'expired', payment_status: 'unpaid' }), closed);
  });
  test('returns refunds that have succeeded or failed, and disputes whose money moves', () => {
    const refund = { id: 're_1', object: 'refund', amount: 40_000, currency: 'isk', payment_intent: 'pi_1' };
    const dispute = { ...refund, id: 'dp_1', object: 'dispute', reason: 'fraudulent' };
    const rows: [type: string, object: object, what: string | null][] = [
      ['refund.created', { ...refund, status: 'succeeded' }, 'taken'],
      ['refund.updated', { ...refund, status: 'succeeded' }, 'taken'],
      ['charge.refund.updated', { ...refund, status: 'succeeded' }, 'taken'],
      ['refund.created', { ...refund, status: 'pending' }, null],
      ['refund.failed', { ...refund, status: 'failed' }, 'returned'],
      ['charge.dispute.created', { ...dispute, status: 'needs_response' }, 'opened'],
      ['charge.dispute.updated', { ...dispute, status: 'under_review' }, null],
      ['charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' }, 'taken'],
      ['charge.dispute.funds_reinstated', { ...dispute, status: 'won' }, 'returned'],
      ['charge.dispute.closed', { ...dispute, status: 'lost' }, 'lost'],
      ['charge.dispute.closed', { ...dispute, status: 'won' }, null],
      ['refund.created', { ...refund, status: 'succeeded', payment_intent: null }, null],
    ];
    for (const [type, object, what] of rows) {
      const event = { type, created: t, data: { object } };
      const parsed = parseEvent(Buffer.from(JSON.stringify(event)));
      if (what === null) assert.deepEqual(parsed, { kind: 'other' }, type);
      else {
        assert.ok(parsed?.kind === 'report', type);
        const { reportId, reference, amount, currency, at } = parsed;
        assert.deepEqual(
          [parsed.what, reportId, reference, amount, currency, at],
          [what, (object as { id: string }).id, 'pi_1', '400.00', 'ISK', NOW],
          type,
        );
      }
    }
  });
  test('ignores all other events and checkouts of other programs', () => {
    assert.deepEqual(news({ type: 'created' }), { kind: 'other' });
    const other = buildSessionEvent(about).replace('kvitt_invoice', 'order_id');
    assert.deepEqual(parseEvent(Buffer.from(other)), { kind: 'other' });
    for (const object of [null, 5, {}, { object: 'charge', id: 'ch_1' }]) {
      const event = { type: 'charge.succeeded', created: t, data: { object } };
      assert.deepEqual(parseEvent(Buffer.from(JSON.stringify(event))), { kind: 'other' });
    }
  });
  test('returns null for other input', () => {
    for (const body of ['', 'x', 'null', '[]', '{}', '{"type":1,"created":1,"data":{}}', '\u0000'])
      assert.equal(parseEvent(Buffer.from(body)), null, body);
  });
});
