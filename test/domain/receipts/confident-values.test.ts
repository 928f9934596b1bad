import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ConfidentValues, confidentValues } from '../../../src/domain/receipts/confident-values.ts';
import type { ReceiptFields } from '../../../src/domain/receipts/fields.ts';

const sure = <T>(value: T) => ({ value, confidence: 0.9, found: '' });
const unsure = <T>(value: T) => ({ value, confidence: 0.79, found: '' });

const CASES: [what: string, read: ReceiptFields, values: ConfidentValues][] = [
  ['nothing', {}, {}],
  [
    'all that is sure',
    { supplier_name: sure('A'), supplier_id: sure('5501234520'), issue_date: sure('2026-03-02') },
    { supplier_name: 'A', supplier_id: '5501234520', issue_date: '2026-03-02' },
  ],
  ['nothing that is not', { supplier_name: unsure('A'), issue_date: unsure('2026-03-02') }, {}],
  [
    'krónur where no currency is printed, but Icelandic VAT',
    { amount: sure('1240.00'), vat_24: sure('240.00'), vat_11: unsure('1.00') },
    { amount: '1240.00', currency: 'ISK', vat_24: '240.00' },
  ],
  [
    'krónur where no currency is printed, but a kennitala',
    { amount: sure('1240.00'), supplier_id: unsure('5501234520') },
    { amount: '1240.00', currency: 'ISK' },
  ],
  [
    'no figures where nothing says which currency',
    { amount: sure('1240.00'), supplier_name: sure('A') },
    { supplier_name: 'A' },
  ],
  ['krónur in doubt', { amount: sure('5.00'), currency: unsure('ISK') }, { amount: '5.00', currency: 'ISK' }],
  ['euros', { amount: sure('5.00'), currency: sure('EUR') }, { amount: '5.00', currency: 'EUR' }],
  [
    'no figures if it may be euros, but the currency, so that nobody books krónur',
    { amount: sure('5.00'), currency: unsure('EUR'), vat_24: sure('1.00') },
    { currency: 'EUR' },
  ],
  ['no figures in what is no known currency', { amount: sure('5.00'), currency: sure('THB') }, {}],
  ['no amount of nothing', { amount: sure('0.00') }, {}],
  ['no VAT without an amount', { amount: unsure('5.00'), vat_24: sure('1.00') }, {}],
  ['which way the money goes', { is_credit_note: sure(true) }, { credit_note: true }],
  ['names that fit', { supplier_name: sure('x'.repeat(300)) }, { supplier_name: 'x'.repeat(200) }],
];

describe('confidentValues', () => {
  for (const [what, read, values] of CASES) test(what, () => assert.deepEqual(confidentValues(read), values));
});
