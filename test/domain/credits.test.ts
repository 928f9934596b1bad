import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Credit, creditable, type OriginalInvoice } from '../../src/domain/credit/quantities.ts';
import { type OriginalLine, type RequestedLine, remainingQuantity } from '../../src/domain/credit/request.ts';
import { totals } from '../../src/domain/invoices/totals.ts';
import { decimal, fixed2, ZERO } from '../../src/domain/values/money.ts';
import { isViolation } from '../../src/domain/values/violation.ts';

type Invoice = OriginalInvoice<OriginalLine>;
type LineText = { qty?: string; credited?: string; price?: string } & Partial<
  Pick<OriginalLine, 'itemGuid' | 'itemNumber' | 'tax' | 'uom' | 'discount' | 'discountIsPercent'>
>;

function line(
  id: string,
  { qty = '10', credited = '0', price = '100', ...rest }: LineText = {},
): OriginalLine {
  return {
    id,
    qty: decimal(qty),
    credited: decimal(credited),
    unitPrice: decimal(price),
    tax: 'S',
    uom: 'C62',
    itemGuid: `item-${id}`,
    itemNumber: `sku-${id}`,
    ...rest,
  };
}

function ask(qty: string, rest: Partial<RequestedLine>): RequestedLine {
  return { qty: decimal(qty), ...rest };
}

function credited(invoice: Invoice, asked?: RequestedLine[]): Credit<OriginalLine> {
  const answer = creditable(invoice, asked);
  if (isViolation(answer)) assert.fail(`refused: ${answer.message}`);
  return answer;
}

function picks(credit: Credit<OriginalLine>): string[] {
  return credit.lines.map((l) => `${l.qty.toFixed()} of ${l.original.id}`);
}

function amountOf(invoice: Invoice, { lines, discount }: Credit<OriginalLine>): string {
  return fixed2(totals(lines, { discount, taxExempt: invoice.taxExempt }).amount);
}

describe('credit note without requested lines', () => {
  test('credits all of an uncredited invoice', () => {
    const credit = credited({ lines: [line('a'), line('b', { qty: '2.5' })] });
    assert.deepEqual(picks(credit), ['10 of a', '2.5 of b']);
    assert.equal(credit.leavesNothing, true);
  });

  test('credits what earlier credit notes left', () => {
    const credit = credited({
      lines: [line('a', { credited: '4' }), line('b', { credited: '10' }), line('c')],
    });
    assert.deepEqual(picks(credit), ['6 of a', '10 of c']);
    assert.equal(credit.leavesNothing, true);
  });

  test('refuses a second full credit note', () => {
    const answer = creditable({ lines: [line('a', { credited: '10' })] });
    assert.ok(isViolation(answer));
    assert.equal(answer.code, 'nothing_left');
  });

  test('refuses an empty list instead of crediting all lines', () => {
    const answer = creditable({ lines: [line('a')] }, []);
    assert.ok(isViolation(answer));
    assert.equal(answer.code, 'no_lines');
  });
});

describe('matching of requested lines', () => {
  const twice = [
    line('a', { qty: '2', itemGuid: 'i', itemNumber: 'n' }),
    line('b', { qty: '5', itemGuid: 'i', itemNumber: 'n', price: '90' }),
    line('c', { qty: '5', itemGuid: 'other', itemNumber: 'i' }),
  ];
  const table: [what: string, asked: RequestedLine[], picked: string[]][] = [
    ['takes the line that is named', [ask('1', { lineGuid: 'b', itemGuid: 'other' })], ['1 of b']],
    [
      'takes the item where no line has that guid',
      [ask('1', { lineGuid: 'other', itemGuid: 'other' })],
      ['1 of c'],
    ],
    ['takes the item number last', [ask('1', { lineGuid: 'x', itemGuid: 'x', itemNumber: 'i' })], ['1 of c']],
    ['prefers the item to the item number', [ask('1', { itemGuid: 'other', itemNumber: 'n' })], ['1 of c']],
    ['takes the first line of the item', [ask('2', { itemGuid: 'i' })], ['2 of a']],
    ['takes the first line with enough left', [ask('3', { itemNumber: 'n' })], ['3 of b']],
    [
      'counts what lines above have taken',
      [ask('1', { itemGuid: 'i' }), ask('2', { itemGuid: 'i' })],
      ['1 of a', '2 of b'],
    ],
    [
      'takes the line that has the price that was sent',
      [ask('1', { itemGuid: 'i', unitPrice: decimal('90.00') })],
      ['1 of b'],
    ],
    [
      'takes no notice of empty names',
      [ask('1', { lineGuid: '', itemGuid: null, itemNumber: 'i' })],
      ['1 of c'],
    ],
  ];
  for (const [what, asked, picked] of table) {
    test(what, () => {
      const credit = credited({ lines: twice }, asked);
      assert.deepEqual(picks(credit), picked);
      assert.equal(credit.leavesNothing, false);
    });
  }

  const half = [line('a', { qty: '10', credited: '7' }), line('b', { qty: '1', credited: '1' })];
  const refused: [what: string, asked: RequestedLine[], code: string, at: number, says: RegExp][] = [
    ['more than is left', [ask('4', { lineGuid: 'a' })], 'over_credited', 1, /only 3 are left.*qty 3/],
    [
      'more than is left in two lines',
      [ask('2', { lineGuid: 'a' }), ask('2', { lineGuid: 'a' })],
      'over_credited',
      2,
      /only 1 are left/,
    ],
    [
      'a line that is used up',
      [ask('1', { lineGuid: 'b' })],
      'over_credited',
      1,
      /0 are left.*leave this line out/,
    ],
    [
      'an unknown line',
      [ask('1', { lineGuid: 'a' }), ask('1', { lineGuid: 'zzz' })],
      'unknown_line',
      2,
      /guid or item_number/,
    ],
    ['a line without any name', [ask('1', {})], 'unknown_line', 1, /guid or item_number/],
    [
      'another price',
      [ask('1', { lineGuid: 'a', unitPrice: decimal('99.99') })],
      'price_differs',
      1,
      /unit_price 100 /,
    ],
    ['another tax', [ask('1', { lineGuid: 'a', tax: 'AA' })], 'tax_differs', 1, /tax S /],
    ['a quantity of zero', [ask('0', { lineGuid: 'a' })], 'bad_quantity', 1, /greater than 0/],
    ['a negative quantity', [ask('-1', { lineGuid: 'a' })], 'bad_quantity', 1, /greater than 0/],
  ];
  for (const [what, asked, code, at, says] of refused) {
    test(`refuses ${what}`, () => {
      const answer = creditable({ lines: half }, asked);
      assert.ok(isViolation(answer));
      assert.equal(answer.code, code);
      assert.equal(answer.line, at);
      assert.match(answer.message, says);
    });
  }

  test('reports the largest quantity left on one line of the item', () => {
    const lines = [line('a', { qty: '3', itemGuid: 'i' }), line('b', { qty: '1', itemGuid: 'i' })];
    const answer = creditable({ lines }, [ask('4', { itemGuid: 'i' })]);
    assert.ok(isViolation(answer));
    assert.match(answer.message, /only 3 are left/);
  });

  test('accepts the price and tax of the original', () => {
    const asked = [ask('3', { lineGuid: 'a', unitPrice: decimal('100.0'), tax: 'S' })];
    assert.equal(credited({ lines: half }, asked).leavesNothing, true);
  });
});

describe('credit line', () => {
  test('inherits price, tax and unit from the invoice', () => {
    const invoice = { lines: [line('a', { price: '33.335', tax: 'AA', uom: 'HUR' })] };
    const [first] = credited(invoice, [ask('0.5', { lineGuid: 'a' })]).lines;
    assert.deepEqual([first?.unitPrice.toFixed(), first?.tax, first?.uom], ['33.335', 'AA', 'HUR']);
  });

  test('inherits a percentage discount unchanged', () => {
    const invoice = { lines: [line('a', { discount: decimal('10'), discountIsPercent: true })] };
    const credit = credited(invoice, [ask('1', { lineGuid: 'a' })]);
    assert.equal(credit.lines[0]?.discount?.toFixed(), '10');
    assert.equal(amountOf(invoice, credit), '111.60');
  });

  test('inherits an amount discount in proportion to the quantity', () => {
    const invoice = { lines: [line('a', { discount: decimal('50') })] };
    const credit = credited(invoice, [ask('3', { lineGuid: 'a' })]);
    assert.equal(credit.lines[0]?.discount?.toFixed(), '15');
    assert.equal(amountOf(invoice, credit), '353.40');
  });

  test('rounds an infinite discount to ten decimals, so that the stored note reproduces its amount', () => {
    const invoice = { lines: [line('a', { qty: '3', discount: decimal('10') })] };
    const credit = credited(invoice, [ask('2', { lineGuid: 'a' })]);
    assert.equal(credit.lines[0]?.discount?.toFixed(), '6.6666666667');
  });

  test('inherits the exact amount discount if the whole line is credited', () => {
    const invoice = { lines: [line('a', { qty: '3', discount: decimal('0.123456789012') })] };
    assert.equal(credited(invoice).lines[0]?.discount?.toFixed(), '0.123456789012');
  });

  test('inherits a percentage invoice discount unchanged', () => {
    const invoice = { lines: [line('a')], discount: { value: decimal('20'), isPercent: true } };
    const credit = credited(invoice, [ask('1', { lineGuid: 'a' })]);
    assert.equal(amountOf(invoice, credit), '99.20');
  });

  test('inherits an amount invoice discount in proportion to the net', () => {
    const lines = [
      line('a', { qty: '3', discount: decimal('30') }),
      line('b', { qty: '1', price: '130', tax: 'Z' }),
    ];
    const invoice = { lines, discount: { value: decimal('40'), isPercent: false } };
    const credit = credited(invoice, [ask('1', { lineGuid: 'a' })]);
    assert.equal(credit.discount?.value.toFixed(), '9');
    assert.equal(amountOf(invoice, credit), '100.44');
  });

  test('has no VAT for a tax-exempt customer', () => {
    const invoice = { lines: [line('a')], taxExempt: true };
    assert.equal(amountOf(invoice, credited(invoice)), '1000.00');
  });
});

describe('lines with negative prices', () => {
  const deposit = { lines: [line('work', { qty: '1' }), line('deposit', { qty: '1', price: '-60' })] };

  test('cannot be credited alone', () => {
    const answer = creditable(deposit, [ask('1', { lineGuid: 'deposit' })]);
    assert.ok(isViolation(answer));
    assert.equal(answer.code, 'negative_credit');
  });

  test('cannot be left uncredited, which would credit more than the invoice', () => {
    const answer = creditable(deposit, [ask('1', { lineGuid: 'work' })]);
    assert.ok(isViolation(answer));
    assert.equal(answer.code, 'exceeds_invoice');
  });

  test('are credited with the lines that they reduce', () => {
    const credit = credited(deposit, [ask('1', { lineGuid: 'work' }), ask('1', { lineGuid: 'deposit' })]);
    assert.equal(amountOf(deposit, credit), '49.60');
  });

  test('do not prevent a full credit, even if only VAT keeps the total positive', () => {
    const invoice = { lines: [line('a', { qty: '1' }), line('b', { qty: '1', price: '-110', tax: 'Z' })] };
    assert.equal(amountOf(invoice, credited(invoice)), '14.00');
  });

  test('are compared without VAT for a tax-exempt customer', () => {
    const lines = [line('a', { qty: '1', price: '110', tax: 'Z' }), line('b', { qty: '1', price: '-100' })];
    const invoice = { lines, taxExempt: true };
    assert.equal(amountOf(invoice, credited(invoice)), '10.00');
  });

  test('cannot make an inherited discount negative', () => {
    const lines = [
      line('a', { qty: '1' }),
      line('b', { qty: '2' }),
      line('c', { qty: '1', price: '-110', tax: 'Z' }),
    ];
    const invoice = { lines, discount: { value: decimal('10'), isPercent: false } };
    const answer = creditable(invoice, [ask('1', { lineGuid: 'a' }), ask('1', { lineGuid: 'c' })]);
    assert.ok(isViolation(answer));
    assert.equal(answer.code, 'negative_credit');
  });
});

describe('random series of credit notes', () => {
  const invoiceLine = fc.record({
    qty: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 10, max: 99_999 }),
    tax: fc.constantFrom('S', 'AA', 'Z'),
    off: fc.option(fc.integer({ min: 0, max: 100 })),
    percent: fc.boolean(),
  });
  const discountOff = fc.option(
    fc.record({ value: fc.integer({ min: 1, max: 100 }), isPercent: fc.boolean() }),
  );

  test('adds up to the invoice within the rounding of each note, and leaves nothing', () => {
    fc.assert(
      fc.property(
        fc.array(invoiceLine, { minLength: 1, maxLength: 4 }),
        discountOff,
        fc.infiniteStream(fc.nat()),
        (rows, off, random) => {
          const discount = off
            ? { value: decimal(off.value).times('0.01'), isPercent: off.isPercent }
            : undefined;
          let lines: OriginalLine[] = rows.map(({ qty, price, tax, off: lineOff, percent }, i) => {
            const figures = line(`${i}`, { qty: `${qty}`, price: `${price}`, tax });
            return lineOff === null
              ? figures
              : { ...figures, discount: decimal(lineOff).times('0.01'), discountIsPercent: percent };
          });
          const whole = totals(lines, { discount }).amount;
          let sumOfNotes = ZERO;
          let notes = 0;
          for (const n of random) {
            const open = lines.filter((l) => remainingQuantity(l).gt(0));
            const target = open[n % open.length];
            assert.ok(target);
            const part = ask(`${1 + (n % Number(remainingQuantity(target).toFixed()))}`, {
              lineGuid: target.id,
            });
            const credit = credited({ lines, discount }, n % 5 === 0 ? undefined : [part]);
            sumOfNotes = sumOfNotes.plus(amountOf({ lines, discount }, credit));
            notes += 1;
            for (const c of credit.lines) {
              lines = lines.map((l) =>
                l.id === c.original.id ? { ...l, credited: l.credited.plus(c.qty) } : l,
              );
            }
            if (credit.leavesNothing) break;
          }
          assert.ok(lines.every((l) => l.credited.eq(l.qty)));
          const drift = sumOfNotes.minus(whole).abs();
          assert.ok(drift.lte(decimal('0.0051').times(notes + 1)), `${drift.toFixed()} after ${notes}`);
        },
      ),
      { seed: 3, numRuns: 500 },
    );
  });
});
