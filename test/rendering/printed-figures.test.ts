import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Lang } from '../../src/domain/codes.ts';
import { currencyPlaces, decimal, sum } from '../../src/domain/money.ts';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { printedFigures } from '../../src/rendering/printed-figures.ts';
import { lineTexts, sumRows } from '../../src/rendering/printed-totals.ts';
import { assertEqual, parseFigure } from './printed-sums.ts';
import { randomRecord } from './random.ts';
import { documentRecord, lineRecord } from './records.ts';

describe('printed figures', () => {
  test('add up in every column, and are off by less than two units of their last decimal', () => {
    fc.assert(
      fc.property(randomRecord, (record) => {
        const document = buildInvoiceDocument(record);
        const printed = printedFigures(document);
        const { rates, net, amount } = printed;
        assertEqual(sum(printed.lines), printed.subtotal ?? net, 'lines');
        if (printed.subtotal && printed.discount)
          assertEqual(printed.subtotal.minus(printed.discount), net, 'discount');
        for (const rate of rates) assertEqual(rate.net.plus(rate.vat), rate.gross, 'row of the VAT table');
        assertEqual(sum(rates.map((rate) => rate.net)), net, 'net');
        assertEqual(sum(rates.map((rate) => rate.gross)).plus(printed.rounding), amount, 'gross');
        const max = decimal(`2e-${currencyPlaces(document.currency)}`);
        for (const [index, figure] of printed.lines.entries()) {
          const exact = document.lines[index]?.net ?? decimal('0');
          assert.ok(figure.minus(exact).abs().lt(max), `${exact} is printed as ${figure}`);
        }
      }),
      { numRuns: 1000, seed: 15 },
    );
  });

  test('are the ones of the payment page and of mails, in both languages', () => {
    fc.assert(
      fc.property(randomRecord, fc.constantFrom<Lang[]>('is', 'en'), (record, lang) => {
        const document = buildInvoiceDocument(record);
        const lines = lineTexts(document, lang).map(({ amount }) => parseFigure(amount, lang));
        const rows = sumRows(document, lang).map(({ value }) => parseFigure(value, lang));
        assertEqual(rows[0] ?? decimal('0'), sum(lines), 'the first row is the sum of the lines');
      }),
      { numRuns: 200, seed: 16 },
    );
  });

  test('leave whole lines as they are before a discount on the invoice', () => {
    const lines = [
      lineRecord({ qty: '1', unit_price: '15000', discount: '10', discount_is_percent: true, tax: 'S' }),
      lineRecord({ qty: '3', unit_price: '999.99', tax: 'AA' }),
      lineRecord({ qty: '1', unit_price: '500', tax: 'Z' }),
    ];
    const whole = { is_discount: true, discount_is_percent: true, discount_value: '12.5' };
    const printed = printedFigures(buildInvoiceDocument(documentRecord({ lines, ...whole })));
    assert.deepEqual(printed.lines.map(String), ['13500', '3000', '500']);
    assert.deepEqual([printed.subtotal, printed.discount, printed.net].map(String), [
      '17000',
      '2125',
      '14875',
    ]);
  });

  test('give the odd króna to the lines with the largest remainder', () => {
    const line = lineRecord({ qty: '1', uom: 'C62', unit_price: '33.335' });
    const { lines, net, rates, amount } = printedFigures(
      buildInvoiceDocument(documentRecord({ lines: [line, line, line] })),
    );
    assert.deepEqual([...lines, net, rates[0]?.vat, amount].map(String), [
      '33',
      '34',
      '33',
      '100',
      '24',
      '124',
    ]);
  });
});
