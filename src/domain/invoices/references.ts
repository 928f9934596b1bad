import { keysOf, recordOf } from '../values/records.ts';
/**
 * The references of an invoice, order, draft, quote or template: short texts by which the buyer or the seller finds it
 * in its own books. A new one is a row here, a column of both tables and its labels; schemas, stores, forms and prints
 * follow from this table.
 */
export const REFERENCES = {
  booking: { meaning: 'Booking reference', isInherited: false },
  cost_provide: { meaning: 'Cost location or reference of the buyer', isInherited: false },
  order_number: { meaning: "Number of the buyer's purchase order", isInherited: true },
  contract_number: { meaning: 'Number of the contract with the buyer', isInherited: true },
  accounting_cost: { meaning: "The buyer's account for its own books", isInherited: true },
  project_reference: { meaning: 'Number or name of the project that it is for', isInherited: true },
} as const satisfies Record<string, Reference>;

interface Reference {
  /** What it is, in the documentation of the APIs. */
  meaning: string;
  /** A credit note has that of its invoice, unless it is sent with its own. */
  isInherited: boolean;
}

export type ReferenceName = keyof typeof REFERENCES;
export type ReferenceTexts = Record<ReferenceName, string>;
export const REFERENCE_NAMES = keysOf(REFERENCES);
export const INHERITED_REFERENCES = REFERENCE_NAMES.filter((name) => REFERENCES[name].isInherited);

/** The longest text that a reference may have. */
export const REFERENCE_LENGTH = 200;

/** A value for each reference. */
export function eachReference<T>(value: (name: ReferenceName) => T): Record<ReferenceName, T> {
  return recordOf(REFERENCE_NAMES, value);
}
