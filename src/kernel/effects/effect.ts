import type { DescribedLine } from '../../domain/access/effect-text.ts';
import { decimal, sum } from '../../domain/values/money.ts';
import type { Database } from '../database/database.ts';

/** The kinds of records that a write of a program makes or acts on. */
export const RECORD_KINDS = [
  'invoice',
  'credit_note',
  'draft',
  'order',
  'quote',
  'recurring',
  'cost',
  'customer',
  'item',
  'task',
  'time_log',
  'file',
  'payment',
  'bank_line',
] as const;
type RecordKind = (typeof RECORD_KINDS)[number];

/** What a write does: it makes a record of this kind, or it does this with a record that exists. */
export const EFFECT_KINDS = [
  ...RECORD_KINDS,
  'documents',
  'delivery',
  'reminder',
  'change',
  'deletion',
] as const;
type EffectKind = (typeof EFFECT_KINDS)[number];

/**
 * All that a write does, described once by the operation. It serves the answer of a dry run (`would`), the limits of a
 * program, the preview of a proposal and its digest, the mail about it, and the audit row (`describe-effect.ts`).
 *
 * `amount` and `receiver` are what the limits of a program look at. A write with an amount counts as a document of that
 * sum. A write with a receiver waits where the receiver is new: the document goes there, or, of a change without amount
 * and delivery, documents that exist already or that others make will go there from now on (a redirection).
 */
export interface Effect {
  kind: EffectKind;
  /** What the record that it makes is called; unset where it has lines. */
  name?: string;
  /** The record that it acts on: the invoice that is credited, paid or sent, the draft that is issued, what is changed. */
  record?: EffectRecord;
  /** With VAT, in `currency`. Null where something goes out that adds no sum, such as an invoice that is sent again. */
  amount: string | null;
  /** Charged on top of `amount` when the claim or the payment link is paid; unset where there is none. */
  fee?: string;
  currency: string;
  /** ISK for one unit of the currency, as the document has it. */
  rate?: string | null;
  receiver?: Receiver;
  lines?: readonly EffectLine[];
  /** The sums of each rate of VAT. */
  vat?: readonly EffectVat[];
  /** By the names under which they are sent. */
  dates?: Readonly<Record<string, string | null>>;
  deliver: readonly Delivery[];
  /** Whether a claim is made at the bank. */
  claim: boolean;
  /** The write changes where documents of others go; `receiver` is who gets them from then on. */
  redirects?: Redirection;
  /** It is paid, or given back, by this write. */
  payment?: EffectPayment;
  /** What is attached. */
  files?: readonly EffectFile[];
  /** Everything else that is stored, and of a change also what it was before (`changedFields`). */
  fields?: readonly EffectField[];
  /**
   * The names of dates, fields and of the rate that were not sent. They follow from the day, or are the next in a
   * series, so an approval may find others: they are shown, and are no part of the digest.
   */
  defaults?: readonly string[];
  /** The effect of each document, of a write that makes several. */
  documents?: readonly Effect[];
  /** Prints the document that the write makes or sends; unset where there is none. `db` reads what only a print needs. */
  print?(db: Database): Promise<PrintedDocument>;
}

/** The fields of an effect that adds no sum and sends nothing. */
export const NOTHING_OUTSIDE = { amount: null, currency: 'ISK', deliver: [], claim: false } as const;

/** The effect of a write that makes several documents. It has a sum where all are of one kind and one currency. */
export function effectOfDocuments(documents: readonly Effect[]): Effect {
  const [first] = documents;
  const isSame = documents.every(
    ({ kind, currency, amount }) => kind === first?.kind && currency === first.currency && amount !== null,
  );
  const amount = first && isSame ? sum(documents.map((one) => decimal(one.amount ?? 0))).toFixed() : null;
  return { kind: 'documents', ...NOTHING_OUTSIDE, amount, currency: first?.currency ?? 'ISK', documents };
}

/** What a write does to its limits and receivers: as one document, or as each of several. */
export function partsOf(effect: Effect): readonly Effect[] {
  return effect.documents ?? [effect];
}

export function changeOf(record: EffectRecord, fields: readonly EffectField[]): Effect {
  return { kind: 'change', record, ...NOTHING_OUTSIDE, fields };
}

/** `fields`: what is lost with it. */
export function deletionOf(record: EffectRecord, fields: readonly EffectField[] = []): Effect {
  return { kind: 'deletion', record, ...NOTHING_OUTSIDE, fields };
}

/**
 * Whose documents a write sends elsewhere. `others`: documents that others have made or will make for another receiver.
 * Else those that name one profile, which a program may change as long as it made the profile itself and nobody else has
 * used it; `kennitalas` are those of the profile before and after.
 */
export type Redirection = 'others' | { customer: string; kennitalas: readonly string[] };

export interface PrintedDocument {
  fileName: string;
  pdf: Buffer;
}

export interface EffectRecord {
  kind: RecordKind;
  guid: string;
  /** Empty where it has none. */
  number: string;
  /** The name of its customer or supplier, or its own; empty where there is none. */
  name: string;
}

export interface Receiver {
  /** Empty where none is known. */
  kennitala: string;
  name: string;
  /** The profile of the receiver; null where this write creates it. */
  customer: string | null;
  /** Where the document goes, now or when it is issued: `email:…` and `einvoice:…`. Empty where nothing is sent. */
  addresses: readonly string[];
}

export interface EffectLine extends DescribedLine {
  /** The task whose time it bills. */
  task_guid?: string;
}

export interface EffectVat {
  tax: string;
  /** In percent. */
  rate: string;
  net: string;
  vat: string;
}

interface EffectPayment {
  /** In the currency of the document. */
  amount: string;
  /** How it was paid, by its code; null where nothing says it. */
  method: number | null;
}

export interface EffectFile {
  name: string;
  /** In hexadecimal. */
  sha256: string;
}

export function toEffectFile({ name, sha256 }: { name: string; sha256: Buffer }): EffectFile {
  return { name, sha256: sha256.toString('hex') };
}

/** A value of the record that is stored. `from`: what it replaces; unset in a new record. */
export interface EffectField {
  name: string;
  from?: unknown;
  to: unknown;
}

export interface Delivery {
  channel: 'email' | 'einvoice';
  to: string;
}
