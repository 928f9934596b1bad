import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fixed2 } from '../../src/domain/values/money.ts';
import { buildInvoiceDocument } from '../../src/rendering/build-invoice-document.ts';
import { renderUbl } from '../../src/rendering/ubl/invoice-ubl.ts';
import { CreditBooks, randomInvoice, randomStep } from '../support/credit-books.ts';
import { brokenRules } from '../support/ubl-rules/all.ts';
import { documentRecord, lineRecord } from './records.ts';
import { treeOf } from './tree.ts';

/** The record of the last note, with lines as they are stored. */
function noteRecord({ last, invoice: { taxExempt = false } }: CreditBooks) {
  assert.ok(last);
  const { lines, discount } = last;
  return documentRecord({
    kind: 'credit',
    refer_number: '1042',
    refer_issue_date: '2026-02-01',
    tax_exempt: taxExempt,
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    lines: lines.map(({ kind, qty, unitPrice, tax, discount: off, discountIsPercent = false }) =>
      lineRecord({
        item_number: kind === 'quantity' ? 'V-1' : '',
        qty: qty.toFixed(),
        unit_price: unitPrice.toFixed(),
        tax,
        discount: off?.toFixed() ?? '0',
        discount_is_percent: discountIsPercent,
      }),
    ),
  });
}

describe('e-invoice of a credit note', () => {
  test('satisfies every rule for random notes of all kinds, and has the amount that was booked', () => {
    let notes = 0;
    const steps = fc.array(randomStep, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(randomInvoice, steps, (invoice, wanted) => {
        const books = new CreditBooks(invoice);
        for (const step of wanted) {
          const sums = books.credit(books.request(step));
          if (!sums) continue;
          const record = noteRecord(books);
          assert.equal(record.amount, fixed2(sums.amount));
          assert.deepEqual(brokenRules(treeOf(renderUbl(buildInvoiceDocument(record)))), []);
          notes += 1;
          if (books.invoice.isCredited) break;
        }
      }),
      { seed: 12, numRuns: 150 },
    );
    assert.ok(notes > 100, `only ${notes} notes were made`);
  });
});
