import { decimal, sum } from '../../../../src/domain/values/money.ts';
import type { BankLine } from '../../api/types.ts';

export const PART_TYPES = ['payment', 'cost', 'other', 'fee', 'transfer'] as const;
export type PartType = (typeof PART_TYPES)[number];

/** A part of a line as it is filled in. */
export interface Part {
  key: string;
  type: PartType;
  /** In wire format; empty where it is what the others leave. */
  amount: string;
  /** What was chosen from a search: its guid, and its name on the screen. */
  record: { kind: 'invoice' | 'customer' | 'cost'; guid: string; label: string } | null;
  account: string;
  code: string;
  note: string;
}

export function newPart(type: PartType): Part {
  return { key: crypto.randomUUID(), type, amount: '', record: null, account: '', code: '', note: '' };
}

/** Money that came in is mostly a payment, and money that went out a cost. */
export function firstPart({ amount }: Pick<BankLine, 'amount'>): Part {
  return newPart(amount > 0 ? 'payment' : 'cost');
}

/** The action of a part, as it is sent. */
function toAction({ type, amount, record, account, code, note }: Part) {
  const base = { type, ...(amount.trim() !== '' && { amount }) };
  if (type === 'fee') return base;
  if (type === 'transfer') return { ...base, ...(account && { bank_account_guid: account }) };
  if (type === 'other') return { ...base, ...(code && { code }), note };
  if (type === 'cost') return { ...base, ...(record?.kind === 'cost' && { cost_guid: record.guid }) };
  if (record?.kind === 'invoice') return { ...base, allocations: [{ invoice_guid: record.guid }] };
  return { ...base, ...(record?.kind === 'customer' && { customer_guid: record.guid }) };
}

export function toActions(parts: readonly Part[]) {
  return parts.map(toAction);
}

/** Whether nothing can be said of it yet, because something is still to be chosen. */
export function isUnfinished(parts: readonly Part[]): boolean {
  return parts.some(({ type, record, account, code }) => {
    if (type === 'fee') return false;
    if (type === 'transfer') return account === '';
    return type === 'other' ? code.trim() === '' : record === null;
  });
}

/** What the named amounts leave of the line, for the one part that names none. */
export function remainderOfLine({ amount }: BankLine, parts: readonly Part[]): number {
  const named = parts.map((part) => {
    const value = /^-?\d+(\.\d+)?$/.test(part.amount) ? decimal(part.amount) : decimal(0);
    return part.type === 'fee' && amount > 0 ? value.times(-1) : value;
  });
  return decimal(Math.abs(amount)).minus(sum(named)).toNumber();
}
