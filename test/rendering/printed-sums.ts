import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planCreditNote } from '../../src/domain/credit/plan-note.ts';
import { payableAmount } from '../../src/domain/invoices/payments.ts';
import { bookedVatRates, type VatCode } from '../../src/domain/invoices/vat.ts';
import type { Lang } from '../../src/domain/values/codes.ts';
import {
  currencyPlaces,
  type Decimal,
  decimal,
  fixed2,
  roundTo,
  sum,
  ZERO,
} from '../../src/domain/values/money.ts';
import { isViolation } from '../../src/domain/values/violation.ts';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { LABELS } from '../../src/rendering/labels.ts';
import { renderPdf } from '../../src/rendering/pdf/render.ts';
import type { PrintableInvoice, PrintableLine } from '../../src/rendering/printable-invoice.ts';
import { lineTexts, sumRows } from '../../src/rendering/printed-totals.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { randomRecord } from './random.ts';
import { wordsOf } from './reading.ts';
import { documentRecord } from './records.ts';
import { treeOf } from './tree.ts';

const RIGHT_EDGE = 545.28;
/** Left edges of the two blocks below the lines. */
const SUMS = RIGHT_EDGE - 224;
const RATES = 50;

interface PrintedSums {
  lines: Decimal[];
  /** Label and figure of each row below the lines, from the top. */
  rows: [label: string, figure: Decimal][];
  /** Net, VAT and gross of each rate. */
  rates: [Decimal, Decimal, Decimal][];
}

/** Reads a printed figure back. */
export function parseFigure(text: string, lang: Lang): Decimal {
  const plain = lang === 'is' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  return decimal(plain.replace('−', '-').replace(/[^\d.-]|\.$/g, ''));
}

/** The figures that a reader of the PDF finds, by where they stand on the page. */
async function readPrintedSums(pdf: Uint8Array, lang: Lang): Promise<PrintedSums> {
  const labels = LABELS[lang];
  const firstRow = [labels.subtotal, labels.net, labels.plainTotal, labels.total, labels.rounding];
  const found: PrintedSums = { lines: [], rows: [], rates: [] };
  let isBelow = false;
  for (const page of await wordsOf(pdf)) {
    const lines = linesOf(page);
    let isTable = false;
    for (const words of lines) {
      const last = words.at(-1);
      const label = words.filter(({ left }) => Math.abs(left - SUMS) < 1)[0]?.text.trim() ?? '';
      if (last?.text === labels.amount && Math.abs(last.right - RIGHT_EDGE) < 1) isTable = true;
      else if (firstRow.some((one) => label === one)) isBelow = true;
      if (!last || Math.abs(last.right - RIGHT_EDGE) > 1) {
        if (isBelow) readRate(words, found, lang);
        continue;
      }
      if (isBelow && label !== '') {
        found.rows.push([label, parseFigure(last.text, lang)]);
        readRate(
          words.filter(({ left }) => left < SUMS - 1),
          found,
          lang,
        );
      } else if (
        isTable &&
        !isBelow &&
        last.text !== labels.amount &&
        /\d/.test(last.text) &&
        last.bottom > 60
      ) {
        found.lines.push(parseFigure(last.text, lang));
      }
    }
  }
  return found;
}

/** Words on about the same height; a label may be smaller than its figure. */
function linesOf<W extends { bottom: number; left: number }>(page: readonly W[]): W[][] {
  const lines: W[][] = [];
  let bottom = Number.POSITIVE_INFINITY;
  for (const word of [...page].sort((a, b) => b.bottom - a.bottom)) {
    if (bottom - word.bottom > 3) lines.push([]);
    bottom = word.bottom;
    lines.at(-1)?.push(word);
  }
  return lines.map((line) => line.sort((a, b) => a.left - b.left));
}

function readRate(words: { text: string; left: number }[], found: PrintedSums, lang: Lang): void {
  const [rate, ...figures] = words;
  if (!rate || Math.abs(rate.left - RATES) > 1 || !/^[\d.,]+ ?%$/.test(rate.text) || figures.length !== 3)
    return;
  found.rates.push(figures.map(({ text }) => parseFigure(text, lang)) as [Decimal, Decimal, Decimal]);
}

export function assertEqual(actual: Decimal, expected: Decimal, what: string): void {
  assert.equal(actual.toFixed(), expected.toFixed(), what);
}

/** What a reader computes from a line. */
export function quantityTimesPrice({
  qty,
  unit_price,
  discount,
  discount_is_percent,
}: PrintableLine): Decimal {
  const base = decimal(qty).times(unit_price);
  return base.minus(discount_is_percent ? base.times(discount).div(100) : discount);
}

export interface PrintedTotals {
  amount: Decimal;
  lines: Decimal[];
  /** What is left to pay. */
  balance: Decimal;
}

/** Reads the text of a PDF, and checks that every column adds up to the sum below it. */
export async function assertPdfAddsUp(
  pdf: Uint8Array,
  { lang, isOutsideVat, lineCount }: { lang: Lang; isOutsideVat: boolean; lineCount: number },
): Promise<PrintedTotals> {
  const labels = LABELS[lang];
  const { lines, rows: all, rates } = await readPrintedSums(pdf, lang);
  assert.equal(lines.length, lineCount, 'lines on paper');
  const end = all.findIndex(([name]) => name === (isOutsideVat ? labels.plainTotal : labels.total));
  const [rows, settled] = [all.slice(0, end + 1), all.slice(end + 1)];
  const row = (label: string) => rows.find(([name]) => name === label)?.[1];
  const discount = rows.find(([name]) => name.startsWith(labels.wholeDiscount))?.[1];
  const amount = row(isOutsideVat ? labels.plainTotal : labels.total) ?? ZERO;
  const subtotal = row(labels.subtotal);
  const net = row(labels.net) ?? (isOutsideVat ? amount.minus(row(labels.rounding) ?? ZERO) : ZERO);
  assertEqual(sum(lines), subtotal ?? net, 'lines');
  if (subtotal) assertEqual(subtotal.plus(discount ?? ZERO), net, 'discount');
  const vats = rows.filter(([name]) => name.startsWith(`${labels.vat} `)).map(([, figure]) => figure);
  assertEqual(net.plus(sum(vats)).plus(row(labels.rounding) ?? ZERO), amount, 'total');
  if (!isOutsideVat) {
    for (const [taxable, vat, gross] of rates) assertEqual(taxable.plus(vat), gross, 'rate');
    assertEqual(sum(rates.map(([taxable]) => taxable)), net, 'taxable column');
    assertEqual(sum(rates.map(([, vat]) => vat)), sum(vats), 'VAT column');
    assertEqual(
      sum(rates.map(([, , gross]) => gross)),
      amount.minus(row(labels.rounding) ?? ZERO),
      'gross column',
    );
  }
  const rest = settled.findIndex(([name]) => name === labels.balance);
  const balance = rest < 0 ? amount : (settled[rest]?.[1] ?? ZERO);
  if (rest >= 0)
    assertEqual(amount.plus(sum(settled.slice(0, rest).map(([, figure]) => figure))), balance, 'balance');
  return { amount, lines, balance };
}

/** Prints an invoice, reads its text, and compares every sum with the others, the books, payment page, XML and claim. */
export async function assertPrintAddsUp(record: PrintableInvoice): Promise<void> {
  const document = buildInvoiceDocument(record);
  const { lang, currency, isOutsideVat } = document;
  const paper = { lang, isOutsideVat, lineCount: record.lines.length };
  const { amount, lines, balance } = await assertPdfAddsUp(await renderPdf(document), paper);
  for (const [index, line] of record.lines.entries())
    assertEqual(lines[index] ?? ZERO, roundTo(quantityTimesPrice(line), 2), 'quantity times price');
  assertChannelsAgree(record, document, { amount, lines });
  if (document.kind === 'invoice') assertEqual(balance, leftOf(record), 'what is left');
  assert.equal(currencyPlaces(currency) === 0 && decimal(amount.toFixed()).round().cmp(amount) !== 0, false);
}

/** What a payer has left to pay, by the sums of the books. */
function leftOf({ amount, currency, status, ...record }: PrintableInvoice): Decimal {
  const left = decimal(amount).minus(record.credited_amount).minus(record.paid_amount);
  return status === 'Paid' ? ZERO : roundTo(left, currencyPlaces(currency));
}

function assertChannelsAgree(
  record: PrintableInvoice,
  document: ReturnType<typeof buildInvoiceDocument>,
  { amount, lines }: { amount: Decimal; lines: Decimal[] },
): void {
  const { lang, currency } = document;
  assertEqual(amount, roundTo(decimal(record.amount), currencyPlaces(currency)), 'books');
  const page = lineTexts(document, lang).map((line) => parseFigure(line.amount, lang));
  assert.deepEqual(page.map(String), lines.map(String), 'lines of the payment page');
  const total = sumRows(document, lang).find(({ isTotal }) => isTotal);
  assertEqual(parseFigure(total?.value ?? '', lang), amount, 'total of the payment page');
  const sums = treeOf(renderUbl(document)).one('LegalMonetaryTotal');
  const stated = (name: string) => decimal(sums.at(name) ?? '0');
  const paid =
    record.kind === 'credit' ? ZERO : roundTo(decimal(record.paid_amount), currencyPlaces(currency));
  const prepaid = document.payment.kind === 'paid' ? amount : paid;
  assertEqual(stated('PrepaidAmount'), prepaid, 'what the XML states as paid');
  assertEqual(stated('PayableAmount'), amount.minus(prepaid), 'XML');
  if (record.is_claim) assertEqual(payableAmount(record.amount, currency), amount, 'claim');
}

/** An invoice and the lines of up to so many random ones, at most 80. */
function invoiceWithLines(max: number) {
  return fc.array(randomRecord, { minLength: 1, maxLength: max }).map((records) => {
    const [first = documentRecord()] = records;
    const lines = records.flatMap((record) => record.lines).slice(0, 80);
    return { record: first, lines };
  });
}

/** Ordinary invoices have few lines; one of five has up to 80. */
export const invoiceOfAnyLength = fc.oneof(
  { weight: 4, arbitrary: invoiceWithLines(1) },
  { weight: 1, arbitrary: invoiceWithLines(8) },
);

/** Invoices of 1 to 80 lines in krónur, euro and dollars, and credit notes of them: whole, by line and by amount. */
export const printedRecord: fc.Arbitrary<PrintableInvoice> = fc
  .record({
    base: invoiceWithLines(8),
    part: fc.integer({ min: 1, max: 99 }),
    how: fc.constantFrom('whole', 'line', 'amount'),
    settled: fc.constantFrom({ credited: 0, paid: 0 }, { credited: 0, paid: 37 }, { credited: 29, paid: 33 }),
  })
  .map(({ base: { record, lines }, part, how, settled }) => {
    const plain = lines.map((line, index) => ({ ...line, item_number: `V-${index}`, description: 'Vara' }));
    const invoice = documentRecord({
      ...sameFields(record),
      // A discount as an amount may not fit other lines than those that it was made for.
      is_discount: record.is_discount && record.discount_is_percent,
      lines: plain,
    });
    return record.kind === 'credit'
      ? (creditNote(invoice, how, part) ?? documentRecord({ ...invoice, kind: 'invoice' }))
      : { ...invoice, ...partsOf(invoice, settled) };
  })
  .filter(({ amount }) => !amount.startsWith('-'));

/** Percents of an owed invoice that were credited and paid. */
function partsOf(
  { status, amount }: PrintableInvoice,
  { credited, paid }: { credited: number; paid: number },
) {
  if (status === 'Paid') return {};
  const part = (percent: number) => fixed2(decimal(amount).times(percent).div(100));
  return { credited_amount: part(credited), paid_amount: part(paid) };
}

export function sameFields({
  amount: _a,
  net_s: _s,
  net_aa: _aa,
  net_z: _z,
  vat_s: _v,
  vat_aa: _w,
  paid_amount: _p,
  ...rest
}: PrintableInvoice) {
  return { ...rest, payment_fee: '0' };
}

/** The credit note as the service plans it; null where the rules refuse it. */
export function creditNote(invoice: PrintableInvoice, how: string, part: number): PrintableInvoice | null {
  const { lines, amount } = invoice;
  const plan = planCreditNote(
    {
      lines: lines.map((line, index) => ({
        ...toFigures(line),
        id: String(index),
        credited: ZERO,
        itemNumber: line.item_number,
        uom: line.uom,
      })),
      discount: invoice.is_discount
        ? { value: decimal(invoice.discount_value), isPercent: invoice.discount_is_percent }
        : undefined,
      taxExempt: invoice.tax_exempt,
      rates: bookedVatRates(invoice.issue_date),
      amount: decimal(amount),
      isCredited: false,
      remaining: {
        amount: decimal(amount),
        net: { S: decimal(invoice.net_s), AA: decimal(invoice.net_aa), Z: decimal(invoice.net_z) },
        vat: { S: decimal(invoice.vat_s), AA: decimal(invoice.vat_aa), Z: ZERO },
        notes: 0,
      },
    } as never,
    {
      lines: how === 'line' ? [{ lineGuid: '0', qty: decimal(lines[0]?.qty ?? '1') } as never] : undefined,
      amount: how === 'amount' ? roundTo(decimal(amount).times(part).times('0.01'), 2) : undefined,
      isPart: how === 'amount',
    },
  );
  if (isViolation(plan)) return null;
  const noteLines: PrintableLine[] = plan.lines.map((line, index) => ({
    item_number: `V-${index}`,
    description: 'Vara',
    qty: line.qty.toFixed(),
    uom: 'C62',
    tax: line.tax,
    vat_kind: null,
    unit_price: line.unitPrice.toFixed(),
    discount: line.discount?.toFixed() ?? '0',
    discount_is_percent: line.discountIsPercent ?? false,
  }));
  if (noteLines.length === 0) return null;
  return documentRecord({
    ...sameFields(invoice),
    kind: 'credit',
    lines: noteLines,
    is_discount: plan.discount !== undefined,
    discount_is_percent: plan.discount?.isPercent ?? false,
    discount_value: plan.discount ? plan.discount.value.toFixed() : '0',
    is_claim: false,
    refer_number: '1042',
    refer_issue_date: invoice.issue_date,
    credited_amount: fixed2(ZERO),
  });
}

function toFigures(line: PrintableLine) {
  return {
    qty: decimal(line.qty),
    unitPrice: decimal(line.unit_price),
    tax: line.tax as VatCode,
    discount: decimal(line.discount),
    discountIsPercent: line.discount_is_percent,
  };
}
