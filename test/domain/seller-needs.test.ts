import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingSellerDetails } from '../../src/domain/invoices/seller-needs.ts';

const COMPLETE = {
  vat_no: '145678',
  address: 'Hafnarstræti 12',
  zip: '600',
  city: 'Akureyri',
  bank_account: '010126123456',
};

test('lists the details of the seller that an invoice lacks', () => {
  const rows: [Partial<typeof COMPLETE>, boolean, boolean, string[]][] = [
    [{}, true, true, []],
    [{ vat_no: ' ' }, true, true, ['vat_no']],
    [{ vat_no: '' }, false, true, []],
    [{ address: '' }, true, true, ['address']],
    [{ zip: '', city: '' }, true, true, ['address']],
    [{ zip: '' }, true, true, []],
    [{ bank_account: '' }, true, true, ['bank_account']],
    [{ bank_account: '' }, true, false, []],
    [{ vat_no: '', address: '', bank_account: '' }, true, true, ['vat_no', 'address', 'bank_account']],
  ];
  for (const [change, hasVat, isPaidByTransfer, missing] of rows) {
    assert.deepEqual(
      missingSellerDetails({ ...COMPLETE, ...change }, { hasVat, isPaidByTransfer }),
      missing,
      JSON.stringify(change),
    );
  }
});
