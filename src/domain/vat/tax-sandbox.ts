/**
 * What the embedded tax office can be told to do with the next return: refuse it, not answer and not take it, take it and not
 * answer, or take it and say that it has one already.
 */
export const NEXT_TAX_ANSWERS = ['refuse', 'hang', 'fail_after', 'duplicate'] as const;
export type NextTaxAnswer = (typeof NEXT_TAX_ANSWERS)[number];
