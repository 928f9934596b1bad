import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toEinvoice } from '../../../src/adapters/receipt-reader/ubl-document.ts';
import { parseXml } from '../../../src/adapters/receipt-reader/xml.ts';
import { checkEinvoice } from '../../../src/domain/receipts/check-einvoice.ts';
import type { Einvoice } from '../../../src/domain/receipts/einvoice.ts';
import { ublInvoice } from '../../receipts/ubl.ts';

const OWN = '5601010070';
const { einvoice } = toEinvoice(parseXml(Buffer.from(ublInvoice.xml))) ?? assert.fail();
const [vat24, vat11] = einvoice.vat;
assert.ok(vat24 && vat11);
const line = {
  ...(einvoice.lines[0] ?? assert.fail()),
  ...{ quantity: '2', price: '6250', amount: '12500', vat_percent: '24' },
};
/** Every sum is stated, and right. */
const right: Einvoice = {
  ...einvoice,
  due_date: '2026-04-14',
  lines: [line, { ...line, number: '2', quantity: '1', price: '13000', amount: '13000' }],
  totals: { ...einvoice.totals, lines: '25500', net: '25500', vat: '4430' },
};
const { totals } = right;
const check = (changes: Partial<Einvoice>, today = '2026-04-01') =>
  checkEinvoice({ ...right, ...changes }, { kennitala: OWN, today });

describe('the checks of an e-invoice', () => {
  it('find nothing in one that is right', () => {
    assert.deepEqual(check({}), []);
    assert.deepEqual(
      checkEinvoice(einvoice, { kennitala: OWN, today: '2026-04-01' }),
      [],
      'sums that are not stated',
    );
  });

  const sums: [what: string, changes: Partial<Einvoice>, code: string, values: string[]][] = [
    [
      'the lines',
      { totals: { ...totals, lines: '25501', net: null } },
      'einvoice_lines',
      ['25500.00', '25501.00'],
    ],
    [
      'the net',
      { totals: { ...totals, net: '25490', gross: '29920', payable: '29920' } },
      'einvoice_net',
      ['25500.00', '25490.00'],
    ],
    ['the VAT', { vat: [vat24] }, 'einvoice_vat', ['3000.00', '4430.00']],
    [
      'the total',
      { totals: { ...totals, gross: '29000', payable: '29000' } },
      'einvoice_gross',
      ['29930.00', '29000.00'],
    ],
    [
      'what is to be paid',
      { totals: { ...totals, payable: '100' } },
      'einvoice_payable',
      ['29930.00', '100.00'],
    ],
  ];
  for (const [what, changes, code, values] of sums) {
    it(`refuse a document where ${what} differ by one or more`, () => {
      assert.deepEqual(
        check(changes).map((one) => [one.code, one.values, one.isFatal]),
        [[code, values, true]],
      );
    });
  }

  it('accept a difference below one as rounding', () => {
    const [first, ...more] = check({ totals: { ...totals, payable: '29930.99' } });
    assert.deepEqual([first?.code, first?.isFatal, more], ['einvoice_payable', false, []]);
    assert.deepEqual(
      check({ totals: { ...totals, rounding: '0.40', payable: '29930' } }),
      [],
      'in the total already',
    );
  });

  const allowance = { ...{ reason: '', percent: null, base: null, vat_category: 'S', vat_percent: '24' } };
  it('count discounts and charges', () => {
    const allowances = [
      { ...allowance, is_charge: false, amount: '500' },
      { ...allowance, is_charge: true, amount: '200' },
    ];
    const less = { ...totals, net: '25200', gross: '29630', payable: '29630' };
    assert.deepEqual(check({ allowances, totals: less }), []);
    const stated = { ...less, allowances: '500', charges: '200' };
    assert.deepEqual(check({ allowances: [], totals: stated }), [], 'by their sums alone');
    const discounted = {
      ...line,
      amount: '12400',
      allowances: [{ ...allowance, is_charge: false, amount: '100' }],
    };
    const rest = right.lines.slice(1);
    const sum = { ...totals, lines: '25400', net: '25400', gross: '29830', payable: '29830' };
    assert.deepEqual(check({ lines: [discounted, ...rest], totals: sum }), []);
  });

  const odd: [what: string, changes: Partial<Einvoice>, code: string, values: string[]][] = [
    [
      'a line',
      { lines: [{ ...line, price: '7000' }, ...right.lines.slice(1)] },
      'einvoice_line',
      ['1', '14000.00', '12500.00'],
    ],
    [
      'VAT that is not its rate',
      { vat: [{ ...vat24, base: '10000' }, vat11] },
      'einvoice_rate',
      ['24', '10000.00', '2400.00', '3000.00'],
    ],
    [
      'VAT of another country',
      { vat: [{ ...vat24, percent: '25', base: '12000' }, vat11] },
      'einvoice_foreign_vat',
      ['25', '3000.00'],
    ],
    ['a day that does not exist', { due_date: '2026-02-30' }, 'einvoice_date', ['2026-02-30']],
    ['a due date before the date', { due_date: '2026-03-30' }, 'einvoice_due', ['2026-03-30', '2026-03-31']],
    ['an unknown currency', { currency: 'XXX' }, 'einvoice_currency', ['XXX']],
    ['an unknown kind', { type_code: '999' }, 'einvoice_type', ['999']],
    ['an unknown category', { vat: [{ ...vat24, category: 'Q' }, vat11] }, 'einvoice_category', ['Q']],
    [
      'another receiver',
      { buyer: { ...right.buyer, kennitala: '5501234520' } },
      'einvoice_buyer',
      ['5501234520'],
    ],
    [
      'a prepaid part',
      { totals: { ...totals, prepaid: '930', payable: '29000' } },
      'einvoice_prepaid',
      ['930.00', '29000.00'],
    ],
  ];
  for (const [what, changes, code, values] of odd) {
    it(`show ${what} without a refusal`, () => {
      assert.deepEqual(
        check(changes).map((one) => [one.code, one.values, one.isFatal]),
        [[code, values, false]],
      );
    });
  }

  it('show a date after today', () => {
    assert.deepEqual(
      check({}, '2026-03-30').map(({ code }) => code),
      ['einvoice_future'],
    );
  });
});
