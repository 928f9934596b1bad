import { z } from 'zod';
import { ACCESS_CHANGES } from '../../domain/access/access-changes.ts';
import { keysOf } from '../../domain/values/records.ts';

/** A person of the account who asked for the work; the timeline names that person. */
const requestedBy = { person_id: z.number().optional() };

const aboutInvoice = z.object({ invoice_guid: z.string() });
const aboutCost = z.object({ cost_guid: z.string() });
/** All attempts of one series are the same transmission, so the recipient can drop a duplicate. */
const einvoice = aboutInvoice.extend({ series: z.string(), ...requestedBy });

/**
 * Every kind of job with the schema of its payload. A payload is parsed when its job runs: a row that another release
 * wrote, or a person changed by hand, is dead at once instead of failing somewhere inside its handler.
 */
export const JOB_PAYLOADS = {
  'send-claim': aboutInvoice,
  'change-claim': aboutInvoice,
  'cancel-claim': aboutInvoice,
  'read-cost': aboutCost,
  'approve-cost': aboutCost,
  'send-mail': einvoice.extend({
    about: z.enum(['invoice', 'before', 'after', 'receipt', 'tickets', 'released']),
    /** The payment whose receipt goes along. */
    payment_guid: z.string().optional(),
    /** Replaces the customer's own address. */
    email: z.string().optional(),
  }),
  'send-quote-mail': z.object({
    /** The guid of the quote. */
    guid: z.string(),
    series: z.string(),
    /** `answer` goes to the seller, the others to the customer. */
    about: z.enum(['quote', 'reminder', 'answer']),
    /** Replaces the customer's own address. */
    email: z.string().optional(),
  }),
  'end-checkouts': aboutInvoice,
  'export-account': z.object({ guid: z.string() }),
  'import-from-account': z.object({
    guid: z.string(),
    /** The key of the other account, encrypted. */
    sealed: z.string(),
  }),
  'book-bank-lines': z.object({ bank_account_guid: z.string() }),
  'revoke-bank-consent': z.object({ consent_id: z.string() }),
  'send-einvoice': einvoice,
  /** The guid of the answer. */
  'send-einvoice-answer': z.object({ guid: z.string() }),
  'run-delayed-action': z.object({ guid: z.string() }),
  'release-order': z.object({ guid: z.string(), invoice_number: z.string() }),
  'deliver-webhook': z.object({ webhook_guid: z.string(), event_id: z.string() }),
  'send-webhook-mail': z.object({
    webhook_guid: z.string(),
    /** Why it is disabled: the receiver failed for three days, or said that it is gone. */
    why: z.enum(['failing', 'gone']).default('failing'),
  }),
  'send-proposal-mail': z.object({ guid: z.string() }),
  /** `guid` is the question; its answer goes to whoever has asked. */
  'send-question-mail': z.object({ guid: z.string(), about: z.enum(['question', 'answer']) }),
  'send-statement': z.object({ guid: z.string() }),
  'send-receipt': z.object({ guid: z.string() }),
  'send-notifications': z.object({ person_guid: z.string(), mode: z.enum(['now', 'daily']) }),
  'send-access-notice': z.object({
    person_id: z.number(),
    /** What has changed. */
    about: z.enum(ACCESS_CHANGES),
    /** The address that is notified; that of the person when left out. */
    to: z.string().optional(),
  }),
  'send-access-mail': z.object({
    about: z.enum(['invitation', 'reset', 'code']),
    /** The guid of the invitation or of the person. */
    guid: z.string(),
    /** The link or the code, encrypted, because it gives access to the account. */
    sealed: z.string(),
    lang: z.enum(['is', 'en']),
  }),
};

export type JobKind = keyof typeof JOB_PAYLOADS;
export const JOB_KINDS = keysOf(JOB_PAYLOADS);
export type JobPayload = { [K in JobKind]: z.infer<(typeof JOB_PAYLOADS)[K]> };

/** The guids in a payload, by which an operator finds the records that a job is about. */
export function recordsOf(payload: unknown): Record<string, unknown> {
  const fields = typeof payload === 'object' && payload !== null ? Object.entries(payload) : [];
  return Object.fromEntries(fields.filter(([name]) => /(^|_)guid$/.test(name)));
}
