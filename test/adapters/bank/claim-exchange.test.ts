import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toClaimPayments } from '../../../src/adapters/bank/claim-payments.ts';
import { type Transaction, transactionList } from '../../../src/adapters/bank/shapes.ts';

const ID = '5501234520010166345678+20260316';

/** A payment in ISK of a claim in EUR as a bank reports it. */
const inIsk = (amount: number, rate: number, fields: object = {}) => ({
  amount,
  depositedAmount: amount,
  totalAmountPaid: amount,
  transactionTimestamp: '2026-03-10T12:00:00Z',
  valueDate: '2026-03-10',
  paymentType: 'Complete',
  currency: 'ISK',
  currencyExchange: { currency: 'EUR', rate },
  ...fields,
});
const read = (...reported: object[]): Transaction[] => transactionList.parse(reported);
const euros = { amount: 100, currency: 'EUR' };
const figures = (claim: { amount: number; currency: string }, ...reported: object[]) =>
  toClaimPayments(ID, claim, [read(...reported)]).payments.map(({ principal, isk }) => [
    principal,
    isk?.principal,
    isk?.rate,
  ]);

describe('payments in ISK of claims in another currency', () => {
  test('settle their amount at the rate, and the last one the remainder', () => {
    const part = { paymentType: 'Partial' };
    assert.deepEqual(figures(euros, inIsk(5000, 151.23, part), inIsk(10_123, 151.23)), [
      ['33.06', '5000.00', '151.23'],
      ['66.94', '10123.00', '151.23'],
    ]);
    const krona = { currency: 'SEK', rate: 13.6 };
    assert.deepEqual(figures({ amount: 0.5, currency: 'SEK' }, inIsk(7, 13.6, { currencyExchange: krona })), [
      ['0.50', '7.00', '13.6'],
    ]);
  });

  test('are recorded once each, however often they are reported', () => {
    const part = inIsk(5000, 151.23, { paymentType: 'Partial' });
    const { payments, isClosed } = toClaimPayments(ID, euros, [read(part, part), read(part)]);
    assert.deepEqual(
      payments.map(({ key }) => key),
      [`${ID}/2026-03-10T12:00:00Z/5000.00`],
    );
    assert.equal(isClosed, false);
  });

  test('may omit the currency of the rate, and a rate is ignored within one currency', () => {
    assert.deepEqual(figures(euros, inIsk(15_000, 150, { currencyExchange: { rate: 150 } })), [
      ['100.00', '15000.00', '150'],
    ]);
    const placeholder = { currency: 'EUR', currencyExchange: { currency: 'string', rate: 0 } };
    assert.deepEqual(figures(euros, inIsk(100, 1, placeholder)), [['100.00', undefined, undefined]]);
  });

  const refused: [what: string, reported: object, why: RegExp][] = [
    ['without a rate', inIsk(15_000, 150, { currencyExchange: null }), /in ISK of a claim in EUR without/],
    ['at a rate of 0', inIsk(15_000, 0), /without the rate: record it by record-payment/],
    [
      'at the rate of another currency',
      inIsk(15_000, 150, { currencyExchange: { currency: 'USD', rate: 150 } }),
      /without the rate/,
    ],
    ['in a third currency', inIsk(110, 1.1, { currency: 'USD' }), /a payment in USD of a claim in EUR/],
    ['at the opposite rate', inIsk(15_000, 0.006667), /do not fit the rate 0\.006667: record it by/],
    ['at the rate of a hundred', inIsk(15_000, 15_000), /do not fit the rate 15000/],
    [
      'whose principal is in the currency of the claim',
      inIsk(15_000, 150, { amount: 100 }),
      /do not fit the rate 150/,
    ],
  ];
  for (const [what, reported, why] of refused)
    test(`are not understood ${what}`, () => assert.throws(() => figures(euros, reported), why));

  test('are not understood the other way round', () => {
    const reported = inIsk(100, 150, { currency: 'EUR', currencyExchange: { currency: 'ISK', rate: 150 } });
    assert.throws(() => figures({ amount: 15_000, currency: 'ISK' }, reported), /in EUR of a claim in ISK/);
  });
});
