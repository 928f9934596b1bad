import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compareWithPage } from '../../../src/domain/receipts/compare-with-page.ts';
import { CONFIDENCE, makeField } from '../../../src/domain/receipts/fields.ts';

const certain = <T>(value: T) => makeField(value, CONFIDENCE.proven, 'ubl');
const reading = (supplier: string, amount: string) => ({
  supplier_name: certain(supplier),
  supplier_id: certain('5501234520'),
  amount: certain(amount),
  vat_24: certain('2400.00'),
  issue_date: certain('2026-03-05'),
});

describe('an XML that is attached to a PDF', () => {
  const shown: [page: string, supplier: string, amount: string][] = [
    ['Efnissalan ehf Samtals 12.400 kr 5.3.2026', 'Efnissalan ehf.', '12400.00'],
    ['EFNISSALAN\nTotal 12,400.00', 'Efnissalan ehf.', '12400.00'],
    ['Kt. 550123-4520\nTil greiðslu 12 400,50', 'Allt annað nafn', '12400.50'],
  ];
  for (const [page, supplier, amount] of shown)
    test(`is certain where the page shows the same: ${page.slice(0, 20)}`, () => {
      const fields = reading(supplier, amount);
      assert.deepEqual(compareWithPage(fields, page), fields);
    });

  test('is not certain where the page shows another supplier and another total, and says so', () => {
    const page = 'Efnissalan ehf Samtals 12.400 kr 5.3.2026';
    const fields = compareWithPage(reading('Mallory ehf', '9912400.00'), page);
    for (const name of ['supplier_name', 'supplier_id', 'amount', 'vat_24'] as const) {
      assert.equal(fields[name]?.confidence, CONFIDENCE.contradicted, name);
      assert.equal(fields[name]?.found, 'ubl: the page does not show it', name);
    }
    assert.equal(fields.issue_date?.confidence, CONFIDENCE.proven);
  });

  test('is not certain on a page without text', () => {
    assert.equal(compareWithPage(reading('A', '1.00'), '').amount?.confidence, CONFIDENCE.contradicted);
  });
});
