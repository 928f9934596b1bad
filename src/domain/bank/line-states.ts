/** The state of a transaction: it waits, it is in the books, or it does not belong there. */
export const LINE_STATES = ['open', 'booked', 'ignored'] as const;
export type LineState = (typeof LINE_STATES)[number];
