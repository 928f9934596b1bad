import { LANGS } from '../../domain/values/codes.ts';
import { keysOf } from '../../domain/values/records.ts';
import { type BoxSums, wholeBeside, wholeBoxes } from '../../domain/vat/boxes.ts';
import { BOX_TEXTS } from '../../domain/vat/return-texts.ts';
import { choice, object } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { printVatReturn } from '../../rendering/pdf/printer.ts';
import { vatReturnFileName } from '../../rendering/pdf/vat-return-name.ts';
import { readLogoBytes } from '../accounts/logo-store.ts';
import { sellerSnapshot } from '../invoices/records/seller.ts';
import { PERIOD_MEANING, periodName } from './schema.ts';
import { readVatReturn } from './vat-return.ts';

const input = object({
  period: periodName(PERIOD_MEANING),
  lang: choice(LANGS).optional('Language of the file; Icelandic when left out'),
});

const output = component('VatReturnFile', {
  period: out.own('The period', '2026-10'),
  file_name: out.own('What to call the file', 'vsk-skyrsla-2026-10.pdf'),
  file: out.base64('The file, base64'),
});

const common = { access: { scope: 'dashboard_data' }, input, output, refusals: ['field_invalid'] } as const;

export const getVatReturnPdf = defineRead({
  name: 'get-vat-return-pdf',
  summary:
    'Reads the VAT return of a settlement period as a PDF, to type into the form of the tax office and to keep.',
  description:
    'The PDF compares the boxes with those of the period before and of a year before, and lists what is missing. The answer has the file in base64.',
  ...common,
  async run(ctx, { period: name, lang = 'is' }) {
    const { db, account, today } = ctx;
    const [read, logo] = await Promise.all([readVatReturn(ctx, name), readLogoBytes(db, account.id)]);
    const { period, last, yearBefore, missing, submitted } = read;
    const { fileName, pdf } = await printVatReturn(
      account.id,
      {
        seller: sellerSnapshot(account),
        lang,
        ...{ period: period.period, from: period.from, to: period.to, due: period.due, today },
        boxes: toPrinted(read.sums),
        last: { period: last.period, boxes: toPrinted(read.lastSums) },
        yearBefore: { period: yearBefore.period, boxes: toPrinted(read.yearBeforeSums) },
        missing: missing.map(({ kind, name: text, date }) => ({ kind, name: text, date })),
        submitted: submitted && { at: submitted.submitted_at ?? '', claim_no: submitted.claim_no },
      },
      logo,
    );
    return { period: name, file_name: fileName, file: pdf.toString('base64') };
  },
});

export const getVatReturnCsv = defineRead({
  name: 'get-vat-return-csv',
  summary: 'Reads the VAT return of a settlement period as a CSV, one row for each box.',
  description:
    'Columns: box, name, amount, and the amounts of the period before and of a year before; separated by semicolons, UTF-8. The answer has the file in base64.',
  ...common,
  async run(ctx, { period: name, lang = 'is' }) {
    const read = await readVatReturn(ctx, name);
    const { period, last, yearBefore } = read;
    const columns = [read.sums, read.lastSums, read.yearBeforeSums].map(toPrinted);
    const rows = keysOf(BOX_TEXTS[lang]).map((box) => [
      box,
      BOX_TEXTS[lang][box],
      ...columns.map((boxes) => boxes[box]),
    ]);
    const header = ['box', lang === 'is' ? 'reitur' : 'name', period.period, last.period, yearBefore.period];
    const text = [header, ...rows].map((row) => `${row.join(';')}\r\n`).join('');
    const file = Buffer.from(`\uFEFF${text}`).toString('base64');
    return { period: name, file_name: `${vatReturnFileName({ lang, period: name })}.csv`, file };
  },
});

function toPrinted(sums: BoxSums) {
  return { ...wholeBoxes(sums), ...wholeBeside(sums) };
}
