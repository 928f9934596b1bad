import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ACCOUNTING_STATUSES,
  type AccountingStatus,
  accountingTransition,
  INVOICE_EVENTS,
  INVOICE_STATUSES,
  type InvoiceStatus,
  transition,
} from '../../src/domain/invoices/invoice-states.ts';

type Row = [
  issue: InvoiceStatus | null,
  pay: InvoiceStatus | null,
  cancel: InvoiceStatus | null,
  collect: InvoiceStatus | null,
];

const expected: Record<InvoiceStatus, Row> = {
  Draft: ['Sent', null, null, null],
  Sent: [null, 'Paid', 'Cancelled', 'Collection'],
  Collection: [null, 'Paid', 'Cancelled', null],
  Paid: [null, null, null, null],
  Cancelled: [null, null, null, null],
};

describe('invoice status', () => {
  test('the table covers every status and event', () => {
    assert.deepEqual([...INVOICE_STATUSES].sort(), Object.keys(expected).sort());
    assert.deepEqual([...INVOICE_EVENTS], ['issue', 'pay', 'cancel', 'collect']);
  });

  for (const status of INVOICE_STATUSES) {
    for (const [i, event] of INVOICE_EVENTS.entries()) {
      const to = expected[status][i] ?? null;
      test(`${status} on ${event} becomes ${to ?? 'nothing else'}`, () => {
        assert.equal(transition(status, event), to);
      });
    }
  }
});

describe('accounting status', () => {
  const open: Record<AccountingStatus, boolean> = {
    Created: true,
    Skipped: true,
    Error: true,
    Posted: false,
  };
  for (const from of ACCOUNTING_STATUSES) {
    for (const to of ACCOUNTING_STATUSES) {
      const allowed = open[from] && to !== 'Created';
      test(`${from} ${allowed ? 'may' : 'may not'} become ${to}`, () => {
        assert.equal(accountingTransition(from, to), allowed ? to : null);
      });
    }
  }
});
