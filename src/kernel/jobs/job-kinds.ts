/** Every kind of work that may follow a change, with what it needs to know. */
export interface JobPayload {
  'send-claim': { invoice_guid: string };
  'change-claim': { invoice_guid: string };
  'cancel-claim': { invoice_guid: string };
  'read-cost': { cost_guid: string };
  'approve-cost': { cost_guid: string };
  'send-mail': MailJob;
  'end-checkouts': { invoice_guid: string };
  'send-einvoice': EinvoiceJob;
  'release-order': { guid: string; invoice_number: string };
  'send-access-mail': AccessMailJob;
}
export type JobKind = keyof JobPayload;

export interface EinvoiceJob {
  invoice_guid: string;
  series: string;
  /** Who of the account's people asked for it. */
  person_id?: number;
}

/** A mail about an invoice. All tries of one series are the same mail. */
export interface MailJob extends EinvoiceJob {
  about: 'invoice' | 'before' | 'after' | 'receipt' | 'tickets' | 'released';
  /** Goes there instead of to the customer's own address. */
  email?: string;
}

/** A link by which somebody gets in. The key in it is a secret, so it is kept sealed. */
export interface AccessMailJob {
  about: 'invitation' | 'reset';
  /** Of the invitation or the person; all tries are the same mail. */
  guid: string;
  sealed: string;
  lang: 'is' | 'en';
}
