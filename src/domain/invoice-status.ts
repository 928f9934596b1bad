import type { PlainDate } from './dates.ts';
import { type InvoiceStatus, transition } from './invoice-states.ts';

/** Where an invoice or credit note stands for the person who looks at it. */
export const STATUS_TABS = ['draft', 'open', 'overdue', 'collection', 'paid', 'credit', 'cancelled'] as const;
export type StatusTab = (typeof STATUS_TABS)[number];

export interface InvoiceStatusFacts {
  status: InvoiceStatus;
  kind: string;
  dueDate: PlainDate;
  /** Nothing of it is left to credit. */
  credited: boolean;
  claimStatus: string;
}

export function statusTab({ status, kind, dueDate }: InvoiceStatusFacts, today: PlainDate): StatusTab {
  if (status === 'Draft') return 'draft';
  if (status === 'Cancelled') return 'cancelled';
  if (kind === 'credit') return 'credit';
  if (status === 'Paid') return 'paid';
  if (status === 'Collection') return 'collection';
  return dueDate < today ? 'overdue' : 'open';
}

/** What can be done with an invoice as it stands, by the rules that those deeds are checked by. */
export function allowedActions({ status, kind, credited, claimStatus }: InvoiceStatusFacts) {
  const isInvoice = kind === 'invoice';
  const pay = transition(status, 'pay') !== null;
  return {
    issue: transition(status, 'issue') !== null,
    pay,
    /** Paying takes back what the bank collects. */
    cancels_claim: pay && claimStatus === 'sent',
    credit: isInvoice && status !== 'Draft' && !credited,
    /** Money has come in, so a credit note may say that it went back. */
    refund: isInvoice && status === 'Paid',
    resend: status !== 'Draft',
    copy: isInvoice,
  };
}
