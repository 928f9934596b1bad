import { type Decimal, decimal } from '../values/money.ts';

/** `act`: writes within the bounds are done. `propose`: every write waits for a person. `read`: writes are refused. */
export const PROGRAM_MODES = ['act', 'propose', 'read'] as const;
export type ProgramMode = (typeof PROGRAM_MODES)[number];

export const RECIPIENT_MODES = ['act', 'propose'] as const;
type RecipientMode = (typeof RECIPIENT_MODES)[number];

/** What a program may do without asking a person. Amounts are in ISK; null means unlimited, 0 means none. */
export interface ProgramLimits {
  mode: ProgramMode;
  max_amount: number | null;
  max_amount_per_day: number | null;
  max_documents_per_day: number | null;
  new_recipients: RecipientMode;
}

/** The limits that are numbers. */
export const BOUND_NAMES = ['max_amount', 'max_amount_per_day', 'max_documents_per_day'] as const;
export type BoundName = (typeof BOUND_NAMES)[number];

/** The names of limits, as a proposal gives them as reasons, in this order. */
export const LIMIT_NAMES = ['mode', ...BOUND_NAMES, 'new_recipients'] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** A program that registered itself is known to nobody, so a person sees everything before it is done. */
export function defaultLimits({ isSelfRegistered }: { isSelfRegistered: boolean }): ProgramLimits {
  const careful = isSelfRegistered ? 'propose' : 'act';
  return {
    mode: careful,
    max_amount: null,
    max_amount_per_day: null,
    max_documents_per_day: null,
    new_recipients: careful,
  };
}

/** Whether any limit can make a write wait. */
export function canMakeWait(limits: ProgramLimits): boolean {
  const { mode, new_recipients } = limits;
  return mode !== 'act' || new_recipients === 'propose' || BOUND_NAMES.some((name) => limits[name] !== null);
}

/**
 * What holds for an invoice of a template that the program has set up. Mode and recipient were asked for when it was set
 * up, so only the bounds are left.
 */
export function limitsOnSchedule(limits: ProgramLimits): ProgramLimits {
  return { ...limits, mode: 'act', new_recipients: 'act' };
}

/** What a write adds. */
interface CountedWrite {
  /** How many documents with a sum it issues or sets up. */
  documents: number;
  /** The largest of them and all together, in ISK; null where no rate of a currency is known. */
  largest: Decimal | null;
  amount: Decimal | null;
  isNewRecipient: boolean;
}

/** What the program has done on the day of the call. */
export interface DailyUse {
  amount: Decimal;
  documents: number;
}

/** The limits that a write exceeds. A sum without a known exchange rate counts as exceeding every limit on amounts. */
export function exceededLimits(limits: ProgramLimits, write: CountedWrite, used: DailyUse): LimitName[] {
  const { amount, largest, documents } = write;
  const isOver = (sum: Decimal | null, bound: number | null) =>
    documents > 0 && bound !== null && (sum === null || sum.gt(decimal(bound)));
  const isExceeded: Record<LimitName, boolean> = {
    mode: limits.mode !== 'act',
    max_amount: isOver(largest, limits.max_amount),
    max_amount_per_day: isOver(amount && used.amount.plus(amount), limits.max_amount_per_day),
    max_documents_per_day: isOver(decimal(used.documents + documents), limits.max_documents_per_day),
    new_recipients: limits.new_recipients === 'propose' && write.isNewRecipient,
  };
  return LIMIT_NAMES.filter((name) => isExceeded[name]);
}

/** Picks the wanted limits that allow more than the current ones: raising one limit never tightens another. */
export function widerLimits<Wanted extends object>(current: ProgramLimits, wanted: Wanted): Partial<Wanted> {
  const entries = Object.entries(wanted).filter(([name, value]) =>
    isWider(current[name as LimitName], value as string | number | Decimal | null | undefined),
  );
  return Object.fromEntries(entries) as Partial<Wanted>;
}

/** Both kinds of modes, the freest first. */
const FREEDOM: readonly string[] = PROGRAM_MODES;

function isWider(
  current: string | number | null,
  wanted: string | number | Decimal | null | undefined,
): boolean {
  if (wanted === undefined || current === null) return false;
  if (typeof current === 'string') return FREEDOM.indexOf(String(wanted)) < FREEDOM.indexOf(current);
  return wanted === null || decimal(wanted).gt(decimal(current));
}
