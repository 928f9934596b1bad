export const INVOICE_STATUSES = ['Draft', 'Sent', 'Cancelled', 'Paid', 'Collection'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** `cancel`: the invoice was credited in full while unpaid. `collect`: its claim is unpaid after the settlement date. */
export const INVOICE_EVENTS = ['issue', 'pay', 'cancel', 'collect'] as const;
export type InvoiceEvent = (typeof INVOICE_EVENTS)[number];

export const ACCOUNTING_STATUSES = ['Created', 'Posted', 'Skipped', 'Error'] as const;
export type AccountingStatus = (typeof ACCOUNTING_STATUSES)[number];

const TRANSITIONS: Readonly<Record<InvoiceStatus, Partial<Record<InvoiceEvent, InvoiceStatus>>>> = {
  Draft: { issue: 'Sent' },
  Sent: { pay: 'Paid', cancel: 'Cancelled', collect: 'Collection' },
  Collection: { pay: 'Paid', cancel: 'Cancelled' },
  Paid: {},
  Cancelled: {},
};

// A posted document is locked. Skipped and failed documents may get another status, so that a corrected one can still
// be posted. No document returns to Created.
const ACCOUNTING: Readonly<Record<AccountingStatus, readonly AccountingStatus[]>> = {
  Created: ['Posted', 'Skipped', 'Error'],
  Posted: [],
  Skipped: ['Posted', 'Skipped', 'Error'],
  Error: ['Posted', 'Skipped', 'Error'],
};

/** The status after the event, or null when the event cannot happen to an invoice in this status. */
export function transition(status: InvoiceStatus, event: InvoiceEvent): InvoiceStatus | null {
  return TRANSITIONS[status][event] ?? null;
}

/** `to` when bookkeeping may set that status, else null. */
export function accountingTransition(from: AccountingStatus, to: AccountingStatus): AccountingStatus | null {
  return ACCOUNTING[from].includes(to) ? to : null;
}
