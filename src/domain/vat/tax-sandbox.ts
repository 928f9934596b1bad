/**
 * What the embedded tax office does with the next return: it refuses it, hangs without accepting it, accepts it without
 * an answer, or accepts it and reports a duplicate.
 */
export const NEXT_TAX_ANSWERS = ['refuse', 'hang', 'fail_after', 'duplicate'] as const;
export type NextTaxAnswer = (typeof NEXT_TAX_ANSWERS)[number];
