import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LineFigures, TotalsOptions } from '../../src/domain/invoices/line-figures.ts';
import { checkFigures, totals } from '../../src/domain/invoices/totals.ts';
import type { VatCode } from '../../src/domain/invoices/vat.ts';
import { decimal, decimalPlaces, fixed2, sum } from '../../src/domain/values/money.ts';

type Extra = { off?: string; percent?: string };

function line(qty: string, price: string, tax: VatCode, { off, percent }: Extra = {}): LineFigures {
  const figures: LineFigures = { qty: decimal(qty), unitPrice: decimal(price), tax };
  if (off !== undefined) figures.discount = decimal(off);
  if (percent !== undefined) return { ...figures, discount: decimal(percent), discountIsPercent: true };
  return figures;
}

function discount(value: string, isPercent: boolean): TotalsOptions {
  return { discount: { value: decimal(value), isPercent } };
}

describe('amount', () => {
  const table: [what: string, lines: LineFigures[], options: TotalsOptions, amount: string][] = [
    ['1 × 1000 at 24 %', [line('1', '1000', 'S')], {}, '1240.00'],
    ['3 × 33.335 at 24 %, rounded once', [line('3', '33.335', 'S')], {}, '124.01'],
    ['an exact half at the end, rounded up', [line('1', '0.125', 'Z')], {}, '0.13'],
    [
      'lines whose own rounding would lose a cent',
      [line('1', '0.004', 'Z'), line('1', '0.004', 'Z')],
      {},
      '0.01',
    ],
    ['lines whose own rounding would add cents', Array(3).fill(line('1', '0.005', 'Z')), {}, '0.02'],
    ['every rate', [line('2', '100', 'S'), line('1', '100', 'AA'), line('1', '100', 'Z')], {}, '459.00'],
    ['a percentage off a line', [line('4', '25', 'S', { percent: '12.5' })], {}, '108.50'],
    ['an amount off the whole line, not each unit', [line('4', '25', 'S', { off: '10' })], {}, '111.60'],
    ['a deposit taken off', [line('1', '1000', 'S'), line('1', '-400', 'S')], {}, '744.00'],
    [
      'a percentage off the invoice',
      [line('1', '100', 'S'), line('1', '100', 'AA')],
      discount('10', true),
      '211.50',
    ],
    [
      'an amount off the invoice, shared by net',
      [line('1', '300', 'S'), line('1', '100', 'Z')],
      discount('40', false),
      '424.80',
    ],
    ['thirds off the invoice', [line('1', '1', 'S'), line('2', '1', 'AA')], discount('1', false), '2.31'],
    ['everything off', [line('1', '100', 'S')], discount('100', false), '0.00'],
    ['100 % off', [line('1', '100', 'S')], discount('100', true), '0.00'],
    [
      'a customer exempt from VAT',
      [line('1', '100', 'S'), line('1', '50', 'AA')],
      { taxExempt: true },
      '150.00',
    ],
    ['no lines', [], {}, '0.00'],
    ['hours with three decimals', [line('1.125', '12000', 'S')], {}, '16740.00'],
  ];
  for (const [what, lines, options, amount] of table) {
    test(`${what}: ${amount}`, () => {
      assert.equal(checkFigures(lines, options), null);
      assert.equal(fixed2(totals(lines, options).amount), amount);
    });
  }
});

describe('totals', () => {
  test('sums net and VAT by rate after all discounts', () => {
    const lines = [line('1', '300', 'S'), line('1', '120', 'AA', { off: '20' }), line('1', '100', 'Z')];
    const t = totals(lines, discount('50', false));
    assert.deepEqual(Object.values(t.net).map(fixed2), ['270.00', '90.00', '90.00']);
    assert.deepEqual(Object.values(t.vat).map(fixed2), ['64.80', '9.90', '0.00']);
    assert.equal(fixed2(t.discountTotal), '70.00');
    assert.deepEqual(
      t.lines.map((l) => fixed2(l.discount)),
      ['30.00', '30.00', '10.00'],
    );
    assert.deepEqual(
      t.lines.map((l) => fixed2(l.gross)),
      ['334.80', '99.90', '90.00'],
    );
  });

  test('counts all net under the zero rate for a tax-exempt customer', () => {
    const t = totals([line('1', '100', 'S'), line('1', '50', 'AA')], { taxExempt: true });
    assert.deepEqual(Object.values(t.net).map(fixed2), ['0.00', '0.00', '150.00']);
    assert.equal(fixed2(t.vatTotal), '0.00');
    assert.deepEqual(
      t.lines.map((l) => fixed2(l.vat)),
      ['0.00', '0.00'],
    );
  });

  test('lets the net total absorb the cent of separate rounding', () => {
    const t = totals([line('1', '0.014', 'S')]);
    assert.deepEqual([t.amount, t.vatTotal, t.netTotal, t.net.S].map(fixed2), [
      '0.02',
      '0.00',
      '0.02',
      '0.01',
    ]);
  });

  test('does not round line figures', () => {
    const [first] = totals([line('3', '33.335', 'S')]).lines;
    assert.equal(first?.net.toFixed(), '100.005');
    assert.equal(first?.vat.toFixed(), '24.0012');
    assert.equal(first?.gross.toFixed(), '124.0062');
  });

  test('splits an amount discount into shares that add up to it', () => {
    const lines = [line('1', '1', 'S'), line('1', '1', 'AA'), line('1', '1', 'Z')];
    const off = sum(totals(lines, discount('1', false)).lines.map((l) => l.discount));
    assert.ok(off.minus(1).abs().lt(decimal('1e-30')), off.toFixed());
    assert.ok(decimalPlaces(off) >= 39);
  });

  test('refuses to split an amount over lines with a net of zero', () => {
    assert.throws(() => totals([line('1', '0', 'S')], discount('5', false)), RangeError);
  });
});

describe('checkFigures', () => {
  const ok: [what: string, lines: LineFigures[], options?: TotalsOptions][] = [
    ['a discount of the whole line', [line('2', '50', 'S', { off: '100' })]],
    ['a percentage of 0', [line('2', '50', 'S', { percent: '0' })]],
    ['a percentage of 100', [line('2', '50', 'S', { percent: '100' })]],
    [
      'an amount off a negative line up to its size',
      [line('1', '500', 'S'), line('1', '-50', 'S', { off: '50' })],
    ],
    ['a total of nothing', [line('1', '50', 'S'), line('1', '-50', 'S')]],
    ['a total that rounds to nothing from below', [line('1', '-0.004', 'Z')]],
    ['no discount on lines worth nothing', [line('1', '0', 'S')], discount('0', false)],
    ['a negative net that VAT lifts above zero', [line('1', '100', 'S'), line('1', '-110', 'Z')]],
  ];
  for (const [what, lines, options] of ok) {
    test(`accepts ${what}`, () => assert.equal(checkFigures(lines, options), null));
  }

  const bad: [
    what: string,
    lines: LineFigures[],
    options: TotalsOptions,
    code: string,
    line: number | undefined,
    says: RegExp,
  ][] = [
    [
      'a line percentage above 100',
      [line('1', '1', 'S'), line('1', '9', 'S', { percent: '100.01' })],
      {},
      'line_discount_percent',
      2,
      /Line 2.*0 to 100/,
    ],
    [
      'a negative line percentage',
      [line('1', '9', 'S', { percent: '-1' })],
      {},
      'line_discount_percent',
      1,
      /0 to 100/,
    ],
    [
      'a line amount above the line',
      [line('2', '50', 'S', { off: '100.01' })],
      {},
      'line_discount_amount',
      1,
      /0 to 100$/,
    ],
    [
      'a negative line amount',
      [line('2', '50', 'S', { off: '-0.01' })],
      {},
      'line_discount_amount',
      1,
      /from 0/,
    ],
    [
      'an amount off a negative line above its size',
      [line('1', '500', 'S'), line('1', '-50', 'S', { off: '51' })],
      {},
      'line_discount_amount',
      2,
      /0 to 50$/,
    ],
    [
      'an invoice percentage above 100',
      [line('1', '9', 'S')],
      discount('101', true),
      'invoice_discount_percent',
      undefined,
      /0 to 100/,
    ],
    [
      'a negative invoice percentage',
      [line('1', '9', 'S')],
      discount('-5', true),
      'invoice_discount_percent',
      undefined,
      /0 to 100/,
    ],
    [
      'an invoice amount above the net',
      [line('1', '100', 'S', { off: '10' })],
      discount('90.01', false),
      'invoice_discount_amount',
      undefined,
      /0 to 90$/,
    ],
    [
      'a negative invoice amount',
      [line('1', '100', 'S')],
      discount('-1', false),
      'invoice_discount_amount',
      undefined,
      /0 to 100$/,
    ],
    [
      'an invoice amount off lines worth nothing',
      [line('1', '0', 'S')],
      discount('1', false),
      'invoice_discount_amount',
      undefined,
      /0 to 0$/,
    ],
    [
      'an invoice amount off a negative net',
      [line('1', '100', 'S'), line('1', '-110', 'Z')],
      discount('1', false),
      'invoice_discount_amount',
      undefined,
      /0 to 0$/,
    ],
    [
      'a negative total',
      [line('1', '10', 'S'), line('1', '-20', 'S')],
      {},
      'negative_total',
      undefined,
      /-12\.40/,
    ],
    [
      'a total that VAT makes negative',
      [line('1', '110', 'Z'), line('1', '-100', 'S')],
      {},
      'negative_total',
      undefined,
      /-14\.00/,
    ],
  ];
  for (const [what, lines, options, code, at, says] of bad) {
    test(`refuses ${what}`, () => {
      const problem = checkFigures(lines, options);
      assert.equal(problem?.code, code);
      assert.equal(problem?.line, at);
      assert.match(problem?.message ?? '', says);
    });
  }

  test('ignores VAT for a tax-exempt customer', () => {
    const lines = [line('1', '110', 'Z'), line('1', '-100', 'S')];
    assert.equal(checkFigures(lines, { taxExempt: true }), null);
  });
});
