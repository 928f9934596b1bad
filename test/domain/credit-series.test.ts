import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { planCreditNote } from '../../src/domain/credit/plan-note.ts';
import { totals } from '../../src/domain/invoices/totals.ts';
import { decimal, round2, ZERO } from '../../src/domain/values/money.ts';
import { isViolation } from '../../src/domain/values/violation.ts';
import { CreditBooks, KINDS, randomInvoice, randomStep } from '../support/credit-books.ts';

describe('the boundary between a rounded price and another price', () => {
  const books = (qty: string, unitPrice: string) => {
    const line = { id: 'a', credited: ZERO, uom: 'HUR', tax: 'S' as const };
    return new CreditBooks({ lines: [{ ...line, qty: decimal(qty), unitPrice: decimal(unitPrice) }] });
  };
  const cases: [what: string, qty: string, sent: string, kinds: string[] | string][] = [
    ['just under one unit below', '2', '99.5001', ['quantity', 'rounding']],
    ['one unit below', '2', '99.5', ['reduction']],
    ['just under one unit above', '2', '100.4999', ['quantity', 'rounding']],
    ['one unit above', '2', '100.5', 'price_higher'],
    ['a tenth of the quantity at ten times the difference', '0.2', '95.01', ['quantity', 'rounding']],
    ['the same price', '2', '100.00', ['quantity']],
  ];
  for (const [what, qty, sent, expected] of cases) {
    test(`${what}: ${expected}`, () => {
      const lines = [{ lineGuid: 'a', qty: decimal(qty), unitPrice: decimal(sent) }];
      const note = planCreditNote(books('4', '100').invoice, { lines });
      const kinds = isViolation(note) ? note.code : note.lines.map(({ kind }) => kind);
      assert.deepEqual(kinds, expected);
      if (isViolation(note)) return;
      const { amount } = totals(note.lines);
      assert.ok(amount.eq(round2(decimal(qty).times(sent).times('1.24'))));
    });
  }

  test('the last quantities may have the sum of their lines or the exact rest', () => {
    for (const [amount, kinds] of [
      ['124.14', ['quantity']],
      ['124.13', ['quantity', 'rounding']],
    ] as const) {
      const three = books('3', '100.11');
      const one = { lineGuid: 'a', qty: decimal(1) };
      for (const _ of [1, 2]) three.credit({ lines: [one] });
      const note = planCreditNote(three.invoice, { lines: [one], amount: decimal(amount) });
      assert.ok(!isViolation(note) && note.leavesNothing);
      assert.deepEqual(
        note.lines.map(({ kind }) => kind),
        kinds,
      );
      assert.ok(totals(note.lines).amount.eq(amount));
    }
  });
});

describe('random series of credit notes of all kinds', () => {
  const steps = fc.array(randomStep, { minLength: 0, maxLength: 8 });

  test('never credits more than is left of a rate, and adds up to the invoice exactly', () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(randomInvoice, steps, (invoice, wanted) => {
        const books = new CreditBooks(invoice);
        for (const step of wanted) {
          const request = books.request(step);
          const sums = books.credit(request);
          counts.set(step.kind, (counts.get(step.kind) ?? 0) + (sums ? 1 : 0));
          const before = books.invoice.remaining.amount.plus(sums?.amount ?? ZERO);
          if (sums && request.amount?.gt(0) && request.amount.lt(before))
            assert.ok(sums.amount.eq(request.amount));
          if (books.invoice.isCredited) break;
        }
        if (!books.invoice.isCredited) {
          assert.ok(books.credit({}));
          assert.ok(books.invoice.isCredited);
          assert.ok(books.invoice.remaining.amount.eq(0), books.invoice.remaining.amount.toFixed());
        }
      }),
      { seed: 5, numRuns: 600 },
    );
    assert.ok(
      KINDS.every((kind) => (counts.get(kind) ?? 0) > 20),
      'the generator misses a kind',
    );
  });
});
