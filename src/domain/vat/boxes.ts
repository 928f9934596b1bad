import { type Decimal, decimal, roundTo, sum, toWire, ZERO } from '../values/money.ts';
import { keysOf } from '../values/records.ts';

/**
 * The boxes of the VAT return that documents fill, and how each changes what is to pay. A is `turnover_*`, C is `zero_rated`:
 * turnover that is exempt by article 12 of act 50/1988. What article 2 leaves outside of VAT is in no box.
 */
const EFFECTS = {
  turnover_24: 0,
  turnover_11: 0,
  zero_rated: 0,
  output_24: 1,
  output_11: 1,
  input_24: -1,
  input_11: -1,
  bad_debt_24: -1,
  bad_debt_11: -1,
} as const;

export type Box = keyof typeof EFFECTS;
export const BOXES = keysOf(EFFECTS);

/**
 * What a return states beside its boxes: turnover that is in none, and the VAT that is owed on services from abroad, which is declared on a
 * form of its own (regulation 194/1990, article 6).
 */
const BESIDE_BOXES = ['outside_vat', 'abroad_24', 'abroad_11'] as const;
export type BesideBox = (typeof BESIDE_BOXES)[number];

export function isBeside(box: string): box is BesideBox {
  return BESIDE_BOXES.some((one) => one === box);
}

/** What documents are listed for. */
export const LISTED_BOXES = [...BOXES, ...BESIDE_BOXES] as const;
export type ListedBox = (typeof LISTED_BOXES)[number];

/** Exact sums, with aurar. */
export type BoxSums = Partial<Record<ListedBox, Decimal>>;

export type WholeBoxes = Record<Box | 'to_pay', number>;

/** The boxes as they are handed in; the tax office computes what is to pay. */
export type FiledBoxes = Record<Box, number>;

export function toFiled({ to_pay: _toPay, ...boxes }: WholeBoxes): FiledBoxes {
  return boxes;
}

export function toPayOf(boxes: FiledBoxes): number {
  return BOXES.reduce((sum, box) => sum + boxes[box] * EFFECTS[box], 0);
}

/** Each box is rounded once to whole krónur, and what is to pay comes from the rounded boxes, as on the form. */
export function wholeBoxes(sums: BoxSums): WholeBoxes {
  const rounded = BOXES.map((box) => [box, wholeKronur(sums[box])] as const);
  const to_pay = sum(rounded.map(([box, amount]) => amount.times(EFFECTS[box])));
  const boxes = Object.fromEntries(rounded.map(([box, amount]) => [box, toWire(amount)]));
  return { ...(boxes as Record<Box, number>), to_pay: toWire(to_pay) };
}

/** What stands beside the boxes, each rounded as they are. */
export function wholeBeside(sums: BoxSums): Record<BesideBox, number> {
  const rounded = BESIDE_BOXES.map((box) => [box, toWire(wholeKronur(sums[box]))] as const);
  return Object.fromEntries(rounded) as Record<BesideBox, number>;
}

export function wholeKronur(amount: Decimal = ZERO): Decimal {
  return roundTo(amount, 0);
}

export interface BoxAmount {
  box: ListedBox;
  amount: string;
}

export function sumBoxes(rows: readonly BoxAmount[]): BoxSums {
  const sums: BoxSums = {};
  for (const { box, amount } of rows) sums[box] = (sums[box] ?? ZERO).plus(decimal(amount));
  return sums;
}
