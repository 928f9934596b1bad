import { type Case, firstCase } from '../values/cases.ts';
import { decimal, isZero } from '../values/money.ts';
import type { InvoiceStatus } from './invoice-states.ts';
import type { InvoiceKind } from './invoice-status.ts';

export interface RenditionFacts {
  status: InvoiceStatus;
  kind: InvoiceKind;
  isCredited: boolean;
  isWrittenOff: boolean;
  isSettledInPart: boolean;
}

/** A PDF that is kept, because somebody may have received it. */
export const RENDITION_KINDS = ['issued', 'paid', 'credited'] as const;
export type RenditionKind = (typeof RENDITION_KINDS)[number];

interface RenditionCase extends Case<RenditionFacts> {
  /** What is stamped on it. */
  mark: 'draft' | 'paid' | 'credited' | 'written_off' | null;
  /** Under which kind its PDF is stored. Null: it is printed every time. */
  rendition: RenditionKind | null;
}

/**
 * What the PDF of an invoice looks like. A credit note is settled by the invoice that it credits, so it is never marked.
 * Nobody has received a draft yet, a write-off may be undone, and what is left of an owed invoice changes with each credit
 * note and payment.
 */
export const RENDITION_CASES: readonly RenditionCase[] = [
  { when: { status: 'Draft' }, mark: 'draft', rendition: null },
  { when: { kind: 'credit' }, mark: null, rendition: 'issued' },
  { when: { isCredited: true }, mark: 'credited', rendition: 'credited' },
  { when: { status: 'Cancelled' }, mark: 'credited', rendition: 'credited' },
  { when: { status: 'Paid' }, mark: 'paid', rendition: 'paid' },
  { when: { isWrittenOff: true }, mark: 'written_off', rendition: null },
  { when: { isSettledInPart: true }, mark: null, rendition: null },
  { when: {}, mark: null, rendition: 'issued' },
];

interface RenditionColumns {
  status: string;
  kind: InvoiceKind;
  credited: boolean;
  credited_amount: string;
  paid_amount: string;
  written_off_on: string | null;
}

export function renditionCase(columns: RenditionColumns): RenditionCase {
  const { status, kind, credited, credited_amount, paid_amount, written_off_on } = columns;
  const isSettledInPart = !isZero(decimal(credited_amount)) || !isZero(decimal(paid_amount));
  return firstCase(RENDITION_CASES, {
    status: status as InvoiceStatus,
    kind,
    isCredited: credited,
    isWrittenOff: written_off_on !== null,
    isSettledInPart,
  });
}
