import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Lang } from '../../src/domain/values/codes.ts';
import {
  currencyPlaces,
  type Decimal,
  decimal,
  isZero,
  roundTo,
  sum,
  ZERO,
} from '../../src/domain/values/money.ts';
import { toPrinted } from '../../src/modules/invoices/read/console-view.ts';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import type { InvoiceDocument } from '../../src/rendering/invoice-document.ts';
import { LABELS } from '../../src/rendering/labels.ts';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import {
  type PrintedFigures,
  printedFigures,
  printedSettlement,
} from '../../src/rendering/printed-figures.ts';
import { lineTexts, sumRows } from '../../src/rendering/printed-totals.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { assertEqual, parseFigure, quantityTimesPrice } from './printed-sums.ts';
import { randomRecord } from './random.ts';
import { documentRecord, lineRecord } from './records.ts';
import { treeOf } from './tree.ts';

const CURRENCIES = ['ISK', 'ISK', 'ISK', 'EUR'];

/** What most sellers write: whole prices at both rates, and a few with decimals or a discount. */
const ordinaryLine = fc
  .record({
    qty: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
      fc.constantFrom('0.5', '2.25', '7.333'),
    ),
    unit_price: fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: 200_000 }).map(String) },
      fc.constantFrom('349.5', '0.1234', '33.335', '-990'),
    ),
    tax: fc.constantFrom('S', 'AA'),
    discount: fc.constantFrom('0', '0', '0', '10', '33.3'),
  })
  .map((fields) => lineRecord({ ...fields, discount_is_percent: true }));

const ordinaryRecord: fc.Arbitrary<PrintableInvoice> = fc
  .record({
    lines: fc.array(ordinaryLine, { minLength: 2, maxLength: 6 }),
    currency: fc.constantFrom(...CURRENCIES),
    is_discount: fc.constantFrom(false, false, false, true),
    discount_value: fc.constantFrom('10', '12.345'),
  })
  .map((fields) => documentRecord({ ...fields, discount_is_percent: true }))
  .filter(({ amount }) => !amount.startsWith('-'));

const figuresOf = (record: PrintableInvoice) => printedFigures(buildInvoiceDocument(record));

describe('printed figures', () => {
  test('of 2,000 invoices: lines are quantity times price, columns add up, and all channels agree', () => {
    const seen = { rounding: 0, decimals: 0, discount: 0 };
    fc.assert(
      fc.property(ordinaryRecord, fc.constantFrom<Lang[]>('is', 'en'), (record, lang) => {
        const { rounding, places, discount } = assertEveryChannel(record, lang);
        if (record.currency !== 'ISK') return;
        if (places === 0) assert.ok(rounding.abs().lte(1), `the rounding is ${rounding}`);
        seen.rounding += isZero(rounding) ? 0 : 1;
        seen.decimals += places;
        seen.discount += discount ? 1 : 0;
      }),
      { numRuns: 2000, seed: 20 },
    );
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 50, `${what}: ${count}`);
  });

  test('of invoices with any figures that the service accepts', () => {
    fc.assert(
      fc.property(randomRecord, fc.constantFrom<Lang[]>('is', 'en'), (record, lang) => {
        assertEveryChannel(record, lang);
      }),
      { numRuns: 300, seed: 15 },
    );
  });

  test('leave whole lines at two rates whole, and state the odd króna as rounding', () => {
    const lines = [
      lineRecord({ qty: '12', unit_price: '3490', tax: 'AA' }),
      lineRecord({ qty: '1', unit_price: '24900', tax: 'S' }),
      lineRecord({ qty: '1', unit_price: '1490', tax: 'S' }),
    ];
    const printed = figuresOf(documentRecord({ lines }));
    assert.deepEqual(printed.lines.map(String), ['41880', '24900', '1490']);
    assert.deepEqual(
      [printed.net, ...printed.rates.map(({ vat }) => vat), printed.rounding, printed.amount].map(String),
      ['68270', '6334', '4607', '-1', '79210'],
    );
  });

  for (const [what, [amount, credited, paid, writtenOff], expected] of [
    ['nothing', ['1240.62', '0', '0', '0'], ['0', '0', '0', '0', '1241']],
    ['a part that was paid', ['1240.62', '0', '600', '0'], ['0', '600', '0', '0', '641']],
    ['a part that was paid with aurar', ['1240.62', '0', '600.4', '0'], ['0', '600', '0', '-1', '640']],
    ['all of it, in whole krónur', ['1240.62', '0', '1241', '0'], ['0', '1241', '0', '0', '0']],
    ['credit and payment', ['1240', '240', '500', '0'], ['240', '500', '0', '0', '500']],
    ['halves, of which one is rounded', ['1240.62', '620.31', '620', '0'], ['620', '620', '0', '-1', '0']],
    [
      'credit of what had been paid, which settles nothing',
      ['1240', '620', '1240', '0'],
      ['0', '1240', '0', '0', '0'],
    ],
    ['credit beyond the unpaid part', ['1240', '620', '1000', '0'], ['240', '1000', '0', '0', '0']],
    ['the lost rest', ['1240.62', '0', '600', '640.62'], ['0', '600', '641', '0', '0']],
  ] as const)
    test(`name ${what}, and the remainder after it`, () => {
      const printed = printedSettlement({
        currency: 'ISK',
        amount: decimal(amount),
        credited: decimal(credited),
        paid: decimal(paid),
        writtenOff: decimal(writtenOff),
      });
      const figures = [printed.credited, printed.paid, printed.writtenOff, printed.rounding, printed.left];
      assert.deepEqual(figures.map(String), expected);
    });

  test('never need a rounding row for whole prices at one rate', () => {
    for (const price of ['1', '349', '24900', '144423']) {
      const { rounding } = figuresOf(documentRecord({ lines: [lineRecord({ unit_price: price })] }));
      assert.equal(rounding.toFixed(), '0');
    }
  });

  test('have two decimals where a line has aurar, and the amount has none', () => {
    const lines = [lineRecord({ qty: '2.25', unit_price: '13450.10' }), lineRecord({ qty: '1' })];
    const document = buildInvoiceDocument(documentRecord({ lines }));
    assert.deepEqual(
      sumRows(document).map(({ label, value }) => [label, value]),
      [
        ['Samtals án VSK', '46.162,73'],
        ['VSK 24%', '11.079,05'],
        ['Aurajöfnun', '0,22'],
        ['Samtals með VSK', '57.242 kr.'],
      ],
    );
  });

  test('split a whole discount over the rates so that the table adds up', () => {
    const lines = [
      lineRecord({ qty: '1', unit_price: '1000', tax: 'S' }),
      lineRecord({ qty: '1', unit_price: '500', tax: 'AA' }),
    ];
    const whole = { is_discount: true, discount_is_percent: false, discount_value: '100' };
    const { net, discount, rates, places } = figuresOf(documentRecord({ lines, ...whole }));
    assert.deepEqual([places, net.toFixed(), discount?.toFixed()], [0, '1400', '100']);
    assert.deepEqual(
      rates.map((rate) => rate.net.toFixed()),
      ['933', '467'],
    );
  });
});

function assertEveryChannel(record: PrintableInvoice, lang: Lang): PrintedFigures {
  const document = buildInvoiceDocument(record);
  const printed = printedFigures(document);
  assertAddsUp(record, printed);
  assertTextsAgree(document, printed, lang);
  assertScreenAgrees(record, printed);
  assertXmlAgrees(document, printed);
  return printed;
}

function assertAddsUp(record: PrintableInvoice, printed: PrintedFigures): void {
  const { places, rates, net, amount, rounding } = printed;
  for (const [index, line] of record.lines.entries())
    assertEqual(printed.lines[index] ?? ZERO, roundTo(quantityTimesPrice(line), 2), 'quantity times price');
  assertEqual(sum(printed.lines), printed.subtotal ?? net, 'lines');
  if (printed.subtotal && printed.discount)
    assertEqual(printed.subtotal.minus(printed.discount), net, 'discount');
  for (const rate of rates) assertEqual(rate.net.plus(rate.vat), rate.gross, 'row of the VAT table');
  assertEqual(sum(rates.map((rate) => rate.net)), net, 'net');
  assertEqual(sum(rates.map((rate) => rate.gross)).plus(rounding), amount, 'gross');
  for (const { code, vat } of rates)
    assertEqual(vat, roundTo(decimal({ S: record.vat_s, AA: record.vat_aa, Z: '0' }[code]), places), 'VAT');
  assertEqual(amount, roundTo(decimal(record.amount), currencyPlaces(record.currency)), 'amount');
}

/** Mails, payment page and PDF print these texts. */
function assertTextsAgree(document: InvoiceDocument, printed: PrintedFigures, lang: Lang): void {
  const read = (text: string) => parseFigure(text, lang).toFixed();
  assert.deepEqual(
    lineTexts(document, lang).map(({ amount }) => read(amount)),
    printed.lines.map((one) => one.toFixed()),
  );
  const rows = new Map(sumRows(document, lang).map(({ label, value }) => [label, read(value)]));
  const labels = LABELS[lang];
  if (!isZero(printed.rounding)) assert.equal(rows.get(labels.rounding), printed.rounding.toFixed());
  assert.equal(rows.has(labels.rounding), !isZero(printed.rounding));
  if (!document.isOutsideVat) assert.equal(rows.get(labels.net), printed.net.toFixed());
  assert.equal(rows.get(document.isOutsideVat ? labels.plainTotal : labels.total), printed.amount.toFixed());
}

function assertScreenAgrees(record: PrintableInvoice, printed: PrintedFigures): void {
  const screen = toPrinted(record);
  const vat = sum(printed.rates.map((rate) => rate.vat));
  assert.deepEqual(screen.lines.map(String), printed.lines.map(String));
  for (const [shown, figure] of [
    [screen.net, printed.net],
    [screen.vat, vat],
    [screen.discount, printed.discount ?? ZERO],
    [screen.rounding, printed.rounding],
    [screen.amount, printed.amount],
    [screen.settled.paid, record.status === 'Paid' ? printed.amount : ZERO],
  ] as [number, Decimal][])
    assert.equal(shown, figure.toNumber());
}

/** The e-invoice has two decimals in every currency; where fewer are printed, only the VAT is rounded further. */
function assertXmlAgrees(
  document: InvoiceDocument,
  { lines, net, places, rounding, amount }: PrintedFigures,
): void {
  const tree = treeOf(renderUbl(document));
  const stated = [...tree.all('InvoiceLine'), ...tree.all('CreditNoteLine')];
  assert.deepEqual(
    stated.map((line) => Number(line.at('LineExtensionAmount'))),
    lines.map((line) => line.toNumber()),
  );
  const sums = tree.one('LegalMonetaryTotal');
  const figure = (name: string) => decimal(sums.at(name) ?? '0');
  assertEqual(figure('TaxExclusiveAmount'), net, 'net of the XML');
  assertEqual(figure('PayableAmount').plus(figure('PrepaidAmount')), amount, 'amount of the XML');
  if (places === 2) assertEqual(figure('PayableRoundingAmount'), rounding, 'rounding of the XML');
}
