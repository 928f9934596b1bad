import { buildInvoiceDocument } from '../src/rendering/build-invoice-document.ts';
import { printInvoice } from '../src/rendering/pdf/printer.ts';
import { renderPdf } from '../src/rendering/pdf/render.ts';
import { renderUbl } from '../src/rendering/ubl/invoice-ubl.ts';
import { documentRecord, lineRecord } from '../test/rendering/records.ts';

/** Measures how many invoices of five lines one core prints per second, with the e-invoice attached, and how many the threads of a node do. */
const SECONDS = 5;
/** More than wait until another thread is started. */
const IN_FLIGHT = 32;
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

await measure('one core', 1, print);
await measure('a node', IN_FLIGHT, async (number) => {
  const { pdf } = await printInvoice(number % 8, { ...record, number: String(number) });
  return pdf;
});

async function measure(
  name: string,
  inFlight: number,
  work: (number: number) => Promise<{ length: number }>,
): Promise<void> {
  let count = 0;
  let bytes = 0;
  const run = (isOver: () => boolean) =>
    Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (!isOver()) {
          const { length } = await work(count++);
          bytes += length;
        }
      }),
    );
  // V8 compiles the hot code of each thread anew.
  await run(() => count >= 1000);
  [count, bytes] = [0, 0];
  const before = process.cpuUsage();
  const beginning = performance.now();
  await run(() => performance.now() - beginning >= SECONDS * 1000);
  const { user, system } = process.cpuUsage(before);
  const perSecond = (count / (performance.now() - beginning)) * 1000;
  console.log(
    `${name}: ${perSecond.toFixed(0)} PDFs/s, ${((user + system) / 1000 / count).toFixed(1)} ms of processor time and ${(bytes / count / 1024).toFixed(1)} kB each`,
  );
}
