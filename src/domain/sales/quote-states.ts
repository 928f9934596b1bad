import { type Case, firstCase } from '../values/cases.ts';
import type { PlainDate } from '../values/dates.ts';

/** Where a quote stands. `invoiced` is stored for an accepted one, because accepting it makes the invoice. */
export type QuoteState = 'open' | 'expired' | 'declined' | 'accepted';

interface StoredQuote {
  status: string;
  valid_until: PlainDate | null;
}

export interface QuoteFacts {
  status: string;
  isPastLastDay: boolean;
}

/** The last day of validity counts. The seller may accept an expired or declined quote, the customer may not. */
export const QUOTE_CASES: readonly (Case<QuoteFacts> & { state: QuoteState })[] = [
  { when: { status: 'invoiced' }, state: 'accepted' },
  { when: { status: 'declined' }, state: 'declined' },
  { when: { status: 'open', isPastLastDay: true }, state: 'expired' },
  { when: { status: 'open' }, state: 'open' },
];

export function quoteState({ status, valid_until }: StoredQuote, today: PlainDate): QuoteState {
  const isPastLastDay = valid_until !== null && valid_until < today;
  return firstCase(QUOTE_CASES, { status, isPastLastDay }).state;
}
