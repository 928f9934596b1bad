import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountDue, assessPayment } from '../../src/domain/invoices/payments.ts';

const owed = { remaining: '1240.00', paymentFee: '160.00', currency: 'ISK' };
const received = { amount: '1400.00', currency: 'ISK', paidOn: '2026-03-03' };

describe('amountDue', () => {
  const cases: [remaining: string, fee: string, currency: string, due: string][] = [
    ['1240.00', '160.00', 'ISK', '1400'],
    ['1240.49', '0.00', 'ISK', '1240'],
    ['1240.25', '0.25', 'ISK', '1240'],
    ['1240.50', '190.50', 'ISK', '1432'],
    ['1000.50', '0', 'JPY', '1001'],
    ['1000.50', '0', 'KRW', '1001'],
    ['1000.50', '0', 'VND', '1001'],
    ['12.81', '0.40', 'EUR', '13.21'],
    ['0.00', '0.00', 'EUR', '0'],
  ];
  for (const [remaining, paymentFee, currency, due] of cases) {
    test(`is ${due} ${currency} for ${remaining} and a fee of ${paymentFee}`, () => {
      assert.equal(amountDue({ remaining, paymentFee, currency }).toFixed(), due);
    });
  }
});

describe('assessPayment', () => {
  test('settles an exact payment, rounded as it was charged', () => {
    assert.deepEqual(assessPayment(false, owed, received), { settles: true, note: '' });
    assert.deepEqual(assessPayment(false, { ...owed, remaining: '1239.60' }, received), {
      settles: true,
      note: '',
    });
  });
  test('settles an overpayment and asks for a refund of the excess', () => {
    assert.deepEqual(assessPayment(false, { ...owed, remaining: '620.00' }, received), {
      settles: true,
      note: '1400.00 ISK came in by the payment link on 2026-03-03, when 780.00 ISK were due: refund 620.00 to the payer',
    });
  });
  test('does not settle an underpayment or a payment in another currency', () => {
    const less = assessPayment(false, owed, { ...received, amount: '1399.00' });
    assert.equal(less.settles, false);
    assert.match(less.note, /^1399\.00 ISK came in .*less than the 1400\.00 ISK/);
    const foreign = assessPayment(false, owed, { ...received, currency: 'EUR' });
    assert.equal(foreign.settles, false);
    assert.match(foreign.note, /^1400\.00 EUR came in .*not 1400\.00 ISK/);
  });
  test('asks for a full refund if the invoice was already settled', () => {
    const again = assessPayment(true, owed, received);
    assert.equal(again.settles, false);
    assert.match(again.note, /already settled: refund it/);
  });
});
