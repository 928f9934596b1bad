import assert from 'node:assert/strict';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { renderPdf } from '../../src/rendering/pdf/render.ts';
import type { PrintableInvoice } from '../../src/rendering/printable-invoice.ts';
import { SAMPLES } from './samples.ts';

export function sample(name: string): PrintableInvoice {
  const record = SAMPLES[name];
  assert.ok(record, `There is no sample ${name}`);
  return record;
}

export function print(record: PrintableInvoice, ubl: string | null = null): Promise<Buffer> {
  return renderPdf(buildInvoiceDocument(record), ubl);
}
