import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { InvoiceStatus } from '../../src/domain/invoice-states.ts';
import {
  allowedActions,
  type InvoiceStatusFacts,
  type StatusTab,
  statusTab,
} from '../../src/domain/invoice-status.ts';

const TODAY = '2026-03-15';

const standing = (status: InvoiceStatus, more: Partial<InvoiceStatusFacts> = {}): InvoiceStatusFacts => ({
  status,
  kind: 'invoice',
  dueDate: TODAY,
  credited: false,
  claimStatus: '',
  ...more,
});

describe('where an invoice stands', () => {
  const cases: [InvoiceStatusFacts, StatusTab][] = [
    [standing('Draft', { dueDate: '2026-01-01' }), 'draft'],
    [standing('Sent'), 'open'],
    [standing('Sent', { dueDate: '2026-03-14' }), 'overdue'],
    [standing('Sent', { dueDate: '2026-03-14', kind: 'credit' }), 'credit'],
    [standing('Collection'), 'collection'],
    [standing('Paid', { dueDate: '2026-01-01' }), 'paid'],
    [standing('Paid', { kind: 'credit' }), 'credit'],
    [standing('Cancelled', { kind: 'credit' }), 'cancelled'],
  ];
  for (const [{ status, kind, dueDate }, tab] of cases) {
    it(`a ${kind} that is ${status} and due ${dueDate} is under ${tab}`, () =>
      assert.equal(statusTab(standing(status, { kind, dueDate }), TODAY), tab));
  }
});

describe('what can be done with an invoice', () => {
  const can = (of: InvoiceStatusFacts) =>
    Object.entries(allowedActions(of))
      .filter(([, may]) => may)
      .map(([what]) => what);
  const cases: [string, InvoiceStatusFacts, string[]][] = [
    ['a draft', standing('Draft'), ['issue', 'copy']],
    ['an unpaid one', standing('Sent'), ['pay', 'credit', 'resend', 'copy']],
    [
      'one that the bank collects',
      standing('Collection', { claimStatus: 'sent' }),
      ['pay', 'cancels_claim', 'credit', 'resend', 'copy'],
    ],
    ['a paid one', standing('Paid', { claimStatus: 'sent' }), ['credit', 'refund', 'resend', 'copy']],
    ['one credited in full', standing('Cancelled', { credited: true }), ['resend', 'copy']],
    ['an open credit note', standing('Sent', { kind: 'credit' }), ['pay', 'resend']],
  ];
  for (const [what, of, may] of cases) it(what, () => assert.deepEqual(can(of), may));
});
