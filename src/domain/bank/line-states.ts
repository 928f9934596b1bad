/** What became of a transaction: nothing yet, it is in the books, or it does not belong there. */
export const LINE_STATES = ['open', 'booked', 'ignored'] as const;
export type LineState = (typeof LINE_STATES)[number];
