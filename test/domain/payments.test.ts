import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountDue } from '../../src/domain/invoices/payments.ts';
import {
  type InvoiceFigures,
  mostPayable,
  partsOfNote,
  refundsOfNotes,
  statusBySettlement,
} from '../../src/domain/payments/settlement.ts';

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

describe('what payments make of an invoice', () => {
  const invoice = (fields: Partial<InvoiceFigures>): InvoiceFigures => ({
    amount: '12400.40',
    currency: 'ISK',
    credited_amount: '0',
    paid_amount: '0',
    credited: false,
    ...fields,
  });
  const statuses: [what: string, Partial<InvoiceFigures>, string][] = [
    ['nothing was paid', {}, 'Sent'],
    ['a part was paid', { paid_amount: '12399' }, 'Sent'],
    ['less than half a króna is left', { paid_amount: '12400' }, 'Paid'],
    ['half a króna is left', { amount: '12400.50', paid_amount: '12400' }, 'Sent'],
    [
      'the rest of it was credited',
      { paid_amount: '6000', credited_amount: '6400.40', credited: true },
      'Paid',
    ],
    ['all of it was credited unpaid', { credited_amount: '12400.40', credited: true }, 'Cancelled'],
    ['nothing was to pay', { amount: '0.40' }, 'Paid'],
    ['half a cent is no cent', { amount: '10.01', currency: 'EUR', paid_amount: '10.00' }, 'Sent'],
  ];
  for (const [what, fields, status] of statuses)
    test(`is ${status} where ${what}`, () => {
      assert.equal(statusBySettlement(invoice(fields), 'Sent'), status);
    });

  const refunds: [paid: string, notes: string[], expected: string[]][] = [
    ['0', ['5000', '7400.40'], ['0', '0']],
    ['12400', ['5000'], ['5000']],
    ['6000', ['5000', '3000'], ['0', '1599.6']],
    ['7400', ['5000', '2000'], ['0', '2000']],
    ['7401', ['4999.80'], ['0']],
  ];
  for (const [paid, notes, expected] of refunds)
    test(`owes ${expected.join(' and ')} for notes of ${notes.join(' and ')} where ${paid} was paid`, () => {
      const found = refundsOfNotes(invoice({ paid_amount: paid }), notes);
      assert.deepEqual(
        found.map((one) => one.toFixed()),
        expected,
      );
    });

  const parts: [amount: string, refund: string, currency: string, expected: [string, string]][] = [
    ['5000', '0', 'ISK', ['5000', '0']],
    ['5000', '5000', 'ISK', ['0', '5000']],
    ['5000', '1000', 'ISK', ['4000', '1000']],
    ['100.50', '50.25', 'ISK', ['51', '50']],
    ['100.50', '50.25', 'EUR', ['50.25', '50.25']],
  ];
  for (const [amount, refund, currency, expected] of parts)
    test(`splits a note of ${amount} ${currency} with ${refund} to pay back into ${expected}`, () => {
      const found = partsOfNote(amount, refund, currency);
      assert.deepEqual([found.reduction.toFixed(), found.refund.toFixed()], expected);
    });

  test('is settled by a payment in whole krónur, and by one to the last eyrir', () => {
    assert.equal(mostPayable(invoice({})).toFixed(), '12400.4');
    assert.equal(mostPayable(invoice({ amount: '12400.60' })).toFixed(), '12401');
  });
});
