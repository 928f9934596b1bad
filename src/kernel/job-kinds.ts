/** Every kind of work that may follow a change, with what it needs to know. */
export interface JobPayload {
  'send-claim': { invoice_guid: string };
  'change-claim': { invoice_guid: string };
  'cancel-claim': { invoice_guid: string };
  'read-cost': { cost_guid: string };
  'approve-cost': { cost_guid: string };
  'send-mail': MailJob;
  'send-einvoice': { invoice_guid: string; series: string };
}
export type JobKind = keyof JobPayload;

/** A mail about an invoice. All tries of one series are the same mail. */
export interface MailJob {
  invoice_guid: string;
  series: string;
  about: 'invoice' | 'before' | 'after' | 'receipt' | 'tickets';
  /** Goes there instead of to the customer's own address. */
  email?: string;
}
