import { buildInvoiceDocument } from '../src/rendering/build-invoice-document.ts';
import { renderPdf } from '../src/rendering/pdf/render.ts';
import { renderUbl } from '../src/rendering/ubl/invoice-ubl.ts';
import { documentRecord, lineRecord } from '../test/rendering/records.ts';

/** Measures how many invoices of five lines one core prints per second, with the e-invoice attached. */
const SECONDS = 5;
const record = documentRecord({
  lines: Array.from({ length: 5 }, (_, index) =>
    lineRecord({ item_number: `V-${index + 1}`, qty: String(index + 1), tax: index % 2 ? 'AA' : 'S' }),
  ),
  description: 'Takk fyrir viðskiptin.',
});

const print = async (number: number) => {
  const document = buildInvoiceDocument({ ...record, number: String(number) });
  return renderPdf(document, renderUbl(document));
};

for (let warm = 0; warm < 100; warm++) await print(warm);
const before = process.cpuUsage();
const beginning = performance.now();
let count = 0;
let bytes = 0;
while (performance.now() - beginning < SECONDS * 1000) bytes += (await print(count++)).length;
const { user, system } = process.cpuUsage(before);
const perSecond = (count / (performance.now() - beginning)) * 1000;
console.log(
  `${perSecond.toFixed(0)} PDFs/s, ${((user + system) / 1000 / count).toFixed(1)} ms of processor time and ${(bytes / count / 1024).toFixed(1)} kB each`,
);
