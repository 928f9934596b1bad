import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { printInvoice } from '../../src/rendering/pdf/printer.ts';
import { renderPdf } from '../../src/rendering/pdf/render.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { attachmentsOf } from './reading.ts';
import { BUYER, documentRecord, lineRecord } from './records.ts';

const mailed = { ...BUYER, output_select: '3' };

describe('PDF worker thread', () => {
  test('gives the same result as direct rendering, for many concurrent jobs', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1));
    const records = numbers.map((number) => documentRecord({ number, buyer: mailed }));
    const printed = await Promise.all(records.map((record) => printInvoice(record)));
    for (const [index, { pdf, fileName }] of printed.entries()) {
      const record = records[index] ?? documentRecord();
      assert.equal(fileName, `reikningur-${record.number}.pdf`);
      assert.ok(pdf.equals(await renderPdf(buildInvoiceDocument(record))));
    }
  });

  test('attaches the e-invoice for its recipients, unless the network would reject it', async () => {
    const record = documentRecord();
    const files = await attachmentsOf((await printInvoice(record)).pdf);
    assert.equal(files.get('1043.xml'), renderUbl(buildInvoiceDocument(record)));
    for (const fields of [
      { buyer: mailed },
      { buyer: { ...BUYER, zip: '' } },
      { number: null, status: 'Draft' },
    ]) {
      const { pdf } = await printInvoice(documentRecord(fields));
      assert.equal((await attachmentsOf(pdf)).size, 0);
    }
  });

  test('does not block the event loop during a long job', async () => {
    const lines = Array.from({ length: 500 }, (_, index) => lineRecord({ item_number: `V-${index}` }));
    await printInvoice(documentRecord());
    const long = printInvoice(documentRecord({ lines }));
    let turns = 0;
    for (let done = false; !done; turns++) {
      done = await Promise.race([
        long.then(() => true),
        new Promise<false>((next) => setTimeout(next, 5, false)),
      ]);
    }
    assert.ok(turns > 5, `only ${turns} turns`);
    assert.ok((await long).pdf.length > 50_000);
  });

  test('rejects a job that fails and continues with the next', async () => {
    const good = printInvoice(documentRecord());
    await assert.rejects(printInvoice(documentRecord({ exchange_rate: 'much' })));
    assert.ok((await good).pdf.length > 0);
    assert.ok((await printInvoice(documentRecord())).pdf.length > 0);
  });
});
