import type { VatCode } from '../invoices/vat.ts';
import { type Decimal, isZero, round2, sum, ZERO } from '../values/money.ts';
import type { JournalKey } from './accounts.ts';

/** The kinds of entries. A document has at most one entry of a kind. Of one day they are listed in this order. */
export const ENTRY_KINDS = [
  ...([
    'invoice',
    'credit_note',
    'payment',
    'reversal',
    'write_off',
    'cost',
    'bank_line',
    'unbooking',
  ] as const),
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** Whose subledger a line belongs to. */
export interface Party {
  type: 'customer' | 'supplier';
  /** What tells it apart where its kennitala may change: the guid of a customer; empty for a supplier. */
  guid: string;
  /** Its kennitala; where it has none its number or name. */
  code: string;
  name: string;
}

export interface JournalLine {
  key: JournalKey;
  /** In ISK: debit above zero, credit below. */
  amount: Decimal;
  /** The VAT code of sales, purchases and their VAT; empty on other lines. */
  vatCode: VatCode | '';
  party: Party | null;
}

/** What one document changes in the books on one day. Its lines add up to zero. */
export interface JournalEntry {
  kind: EntryKind;
  /** The id of the invoice, payment, cost or booking. */
  documentId: number;
  date: string;
  /** The number of the voucher. */
  number: string;
  text: string;
  /** The currency of the document; amounts are in ISK at its rate. */
  currency: string;
  lines: readonly JournalLine[];
}

export function toIsk(amount: Decimal, rate: string): Decimal {
  return round2(amount.times(rate));
}

export function line(
  key: JournalKey,
  amount: Decimal,
  { vatCode = '', party = null }: { vatCode?: VatCode | ''; party?: Party | null } = {},
): JournalLine {
  return { key, amount, vatCode, party };
}

/** What is missing until the lines add up to zero. */
export function missingOf(lines: readonly JournalLine[]): Decimal {
  return ZERO.minus(sum(lines.map(({ amount }) => amount)));
}

/** The lines of an entry without those of nothing. Throws when they do not balance: no such entry may reach a file. */
export function balanced(lines: readonly JournalLine[]): JournalLine[] {
  if (!isZero(missingOf(lines))) throw new Error(`A journal entry misses ${missingOf(lines).toFixed()}`);
  return lines.filter(({ amount }) => !isZero(amount));
}

/** The same lines the other way round, which take an entry back. */
export function reversed<L extends { amount: Decimal }>(lines: readonly L[]): L[] {
  return lines.map((one) => ({ ...one, amount: ZERO.minus(one.amount) }));
}
