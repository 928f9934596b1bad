import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../src/domain/invoices/invoice-states.ts';
import {
  allowedActions,
  type Bucket,
  type InvoiceKind,
  OWED_TABS,
  PAST_DUE_TABS,
  REMINDED_TABS,
  remaining,
  type StatusTab,
  statusCase,
  statusTab,
} from '../../src/domain/invoices/invoice-status.ts';
import { toWire } from '../../src/domain/values/money.ts';

const TODAY = '2026-03-15';
const YESTERDAY = '2026-03-14';

const DEFAULTS = {
  kind: 'invoice' as InvoiceKind,
  due_date: TODAY,
  credited: false,
  claim_status: '',
  written_off_on: null as string | null,
};
const facts = (status: InvoiceStatus, more: Partial<typeof DEFAULTS> = {}) => ({
  status,
  ...DEFAULTS,
  ...more,
});

describe('where an invoice stands', () => {
  const cases: [facts: ReturnType<typeof facts>, tab: StatusTab, bucket: Bucket | null, isOwed: boolean][] = [
    [facts('Draft', { due_date: '2026-01-01' }), 'draft', null, false],
    [facts('Draft', { kind: 'credit' }), 'draft', null, false],
    [facts('Sent'), 'open', 'sent', true],
    [facts('Sent', { due_date: '2026-03-16' }), 'open', 'sent', true],
    [facts('Sent', { due_date: YESTERDAY }), 'overdue', 'overdue', true],
    [facts('Sent', { due_date: TODAY, kind: 'credit' }), 'credit', 'sent', false],
    [facts('Sent', { due_date: YESTERDAY, kind: 'credit' }), 'credit', 'sent', false],
    [facts('Collection'), 'collection', 'collection', true],
    [facts('Collection', { due_date: YESTERDAY }), 'collection', 'collection', true],
    [facts('Sent', { written_off_on: TODAY }), 'written_off', null, false],
    [facts('Collection', { written_off_on: TODAY, due_date: YESTERDAY }), 'written_off', null, false],
    [facts('Paid'), 'paid', 'paid', false],
    [facts('Paid', { due_date: '2026-01-01' }), 'paid', 'paid', false],
    [facts('Paid', { kind: 'credit' }), 'credit', null, false],
    [facts('Cancelled', { due_date: YESTERDAY }), 'cancelled', null, false],
    [facts('Cancelled', { kind: 'credit' }), 'cancelled', null, false],
  ];
  for (const [invoice, tab, bucket, isOwed] of cases) {
    const { status, kind, due_date } = invoice;
    it(`a ${kind} that is ${status} and due ${due_date} is under ${tab}`, () => {
      const found = statusCase(invoice, TODAY);
      assert.deepEqual([found.tab, found.bucket, found.isOwed], [tab, bucket, isOwed]);
      assert.equal(statusTab(invoice, TODAY), tab);
    });
  }

  test('a credit note is never owed, nor in a summary as paid, overdue or in collection', () => {
    for (const status of INVOICE_STATUSES) {
      const { bucket, isOwed } = statusCase(facts(status, { kind: 'credit', due_date: YESTERDAY }), TODAY);
      assert.ok(bucket === null || bucket === 'sent', status);
      assert.equal(isOwed, false);
    }
  });

  test('the groups of tabs match the cases', () => {
    assert.deepEqual(OWED_TABS, ['open', 'overdue', 'collection']);
    assert.deepEqual(PAST_DUE_TABS, ['overdue', 'collection']);
    assert.deepEqual(REMINDED_TABS, ['open', 'overdue']);
  });
});

describe('what is left to pay', () => {
  test('is the remainder after credit notes and payments where the case says that it is owed, else zero', () => {
    for (const status of INVOICE_STATUSES) {
      for (const kind of ['invoice', 'credit'] as const) {
        for (const due_date of [YESTERDAY, TODAY]) {
          const invoice = {
            ...facts(status, { kind, due_date }),
            amount: '1240.00',
            credited_amount: '248.00',
            paid_amount: '92.00',
            refund_amount: '192.00',
          };
          // Of a credit note it is what is still to be paid back, until it is settled.
          const toPayBack = status === 'Paid' ? 0 : 100;
          const expected = kind === 'credit' ? toPayBack : statusCase(invoice, TODAY).isOwed ? 900 : 0;
          assert.equal(toWire(remaining(invoice)), expected, `${status} ${kind} due ${due_date}`);
        }
      }
    }
  });
});

describe('what can be done with an invoice', () => {
  const can = (of: ReturnType<typeof facts>) =>
    Object.entries(allowedActions(of))
      .filter(([, may]) => may)
      .map(([what]) => what);
  const cases: [string, ReturnType<typeof facts>, string[]][] = [
    ['a draft', facts('Draft'), ['issue', 'copy']],
    ['an unpaid one', facts('Sent'), ['pay', 'credit', 'write_off', 'resend', 'copy']],
    [
      'one that is written off',
      facts('Sent', { written_off_on: TODAY }),
      ['undo_write_off', 'resend', 'copy'],
    ],
    [
      'one that the bank collects',
      facts('Collection', { claim_status: 'sent' }),
      ['pay', 'cancels_claim', 'credit', 'write_off', 'resend', 'copy'],
    ],
    ['a paid one', facts('Paid', { claim_status: 'sent' }), ['credit', 'resend', 'copy']],
    ['one credited in full', facts('Cancelled', { credited: true }), ['resend', 'copy']],
    ['an open credit note', facts('Sent', { kind: 'credit' }), ['pay', 'resend']],
  ];
  for (const [what, of, may] of cases) it(what, () => assert.deepEqual(can(of), may));
});
