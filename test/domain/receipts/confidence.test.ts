import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crossCheck } from '../../../src/domain/receipts/cross-check.ts';
import {
  AUTO_FILL_THRESHOLD,
  CONFIDENCE,
  makeField,
  type ReceiptFields,
} from '../../../src/domain/receipts/fields.ts';
import { capUnproven, mergeReadings } from '../../../src/domain/receipts/merge-readings.ts';

type Values = { [name in keyof ReceiptFields]?: string | boolean };

const read = (values: Values, confidence: number): ReceiptFields =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, makeField(value, confidence, 'test')]),
  );

/** Values, marked with a question mark if below the auto-fill threshold. */
const shown = (fields: ReceiptFields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [
      name,
      `${one.value}${one.confidence >= AUTO_FILL_THRESHOLD ? '' : '?'}`,
    ]),
  );

describe('crossCheck', () => {
  const cases: [name: string, values: Values, expected: Values][] = [
    ['one rate that fits', { amount: '1240', vat_24: '240' }, { amount: '1240.00', vat_24: '240.00' }],
    [
      'two rates that fit',
      { amount: '2350', vat_24: '240', vat_11: '110' },
      { amount: '2350.00', vat_24: '240.00', vat_11: '110.00' },
    ],
    [
      'a part of it without VAT',
      { amount: '5000.00', vat_24: '240' },
      { amount: '5000.00', vat_24: '240.00' },
    ],
    ['more VAT than fits', { amount: '1240', vat_24: '420' }, { amount: '1240.00?', vat_24: '420.00?' }],
    [
      'more VAT than fits, in two rates',
      { amount: '2350', vat_24: '240', vat_11: '190' },
      { amount: '2350.00?', vat_24: '240.00?', vat_11: '190.00?' },
    ],
    [
      'rounding to whole krónur',
      { amount: '12014', vat_24: '2325' },
      { amount: '12014.00', vat_24: '2325.00' },
    ],
    ['no total', { vat_24: '240' }, { vat_24: '240' }],
    ['no sums', { amount: 'abc', vat_24: '-5', vat_11: '0' }, {}],
    ['a kennitala', { supplier_id: '4501230050' }, { supplier_id: '4501230050' }],
    ["the reader's own kennitala", { supplier_id: '5601010070' }, {}],
    ['a number that fails its check', { supplier_id: '4501230051' }, {}],
    ['a day that is none', { issue_date: '2026-02-30' }, {}],
    ['a day to come', { issue_date: '2026-08-01' }, { issue_date: '2026-08-01?' }],
    ['a day long ago', { issue_date: '2012-08-01' }, { issue_date: '2012-08-01?' }],
    ['an unknown currency', { currency: 'kr.' }, {}],
    ['a currency that is not supported', { currency: 'HUF' }, { currency: 'HUF' }],
    ['a currency in small letters', { currency: 'eur' }, { currency: 'EUR' }],
    [
      'a currency that does not exist',
      { amount: '1240', vat_24: '240', currency: 'XYZ' },
      { amount: '1240.00?', vat_24: '240.00?' },
    ],
    ['the sign of a currency', { amount: '5.00', currency: '€' }, { amount: '5.00?' }],
    ['krónur by their sign', { amount: '5.00', currency: 'kr.' }, { amount: '5.00' }],
  ];
  for (const [name, values, expected] of cases)
    test(name, () => {
      const checked = crossCheck(read(values, CONFIDENCE.labelled), {
        own: '5601010070',
        today: '2026-07-01',
      });
      assert.deepEqual(shown(checked), expected);
    });

  test('raises matching figures above the threshold, unless one is too weak', () => {
    const values = { amount: '1240', vat_24: '240' };
    assert.deepEqual(shown(crossCheck(read(values, 0.7))), { amount: '1240.00', vat_24: '240.00' });
    assert.deepEqual(shown(crossCheck(read(values, 0.5))), { amount: '1240.00?', vat_24: '240.00?' });
  });
});

describe('mergeReadings', () => {
  const cases: [name: string, first: [Values, number], second: [Values, number], expected: Values][] = [
    [
      'agree',
      [{ issue_date: '2026-03-05' }, 0.76],
      [{ issue_date: '2026-03-05' }, 0.74],
      { issue_date: '2026-03-05' },
    ],
    [
      'differ',
      [{ issue_date: '2026-03-05' }, 0.9],
      [{ issue_date: '2026-03-06' }, 0.88],
      { issue_date: '2026-03-05?' },
    ],
    ['are one', [{ invoice_number: '12' }, 0.9], [{}, 0], { invoice_number: '12?' }],
    [
      'are one, and it proves itself',
      [{}, 0],
      [{ supplier_id: '4501230050' }, 0.97],
      { supplier_id: '4501230050' },
    ],
    [
      'differ, and one proves itself',
      [{ amount: '1240.00' }, 0.97],
      [{ amount: '1246.00' }, 0.9],
      { amount: '1240.00' },
    ],
    [
      'differ, and both prove themselves',
      [{ amount: '1240.00' }, 0.97],
      [{ amount: '620.00' }, 0.97],
      { amount: '1240.00?' },
    ],
    [
      'agree on what is only a hint',
      [{ amount: '5.00' }, 0.65],
      [{ amount: '5.00' }, 0.65],
      { amount: '5.00?' },
    ],
    [
      'differ in letters that one model does not know',
      [{ supplier_name: 'Kaffihúsið Þóra ehf.' }, 0.9],
      [{ supplier_name: 'Kaffihlisid Pora ehf' }, 0.6],
      { supplier_name: 'Kaffihúsið Þóra ehf.' },
    ],
    [
      'differ in letters that both know',
      [{ supplier_name: 'Bakki ehf.' }, 0.9],
      [{ supplier_name: 'Bekki ehf.' }, 0.9],
      { supplier_name: 'Bakki ehf.?' },
    ],
    [
      'differ in a space',
      [{ supplier_name: 'Orka Suðurlandshf.' }, 0.9],
      [{ supplier_name: 'Orka Sudurlands hf.' }, 0.9],
      { supplier_name: 'Orka Suðurlandshf.?' },
    ],
    [
      'differ in a long name that one model does not know a letter of',
      [{ supplier_name: 'Ж'.repeat(80) }, 0.9],
      [{ supplier_name: 'x'.repeat(162) }, 0.9],
      { supplier_name: `${'Ж'.repeat(80)}?` },
    ],
  ];
  for (const [name, [first, a], [second, b], expected] of cases)
    test(name, () => assert.deepEqual(shown(mergeReadings(read(first, a), read(second, b))), expected));
});

test('keeps only proven values above the threshold on an illegible page, even if both models agree', () => {
  const first = capUnproven({
    ...read({ issue_date: '2026-03-05' }, 0.9),
    ...read({ supplier_id: '4501230050' }, 0.97),
  });
  assert.deepEqual(shown(mergeReadings(first, first)), {
    issue_date: '2026-03-05?',
    supplier_id: '4501230050',
  });
});
