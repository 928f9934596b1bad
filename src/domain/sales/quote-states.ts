import type { PlainDate } from '../values/dates.ts';

/** Where a quote stands. `invoiced` is stored for an accepted one, because accepting it makes the invoice. */
export type QuoteState = 'open' | 'expired' | 'declined' | 'accepted';

interface StoredQuote {
  status: string;
  valid_until: PlainDate | null;
}

/** The last day of validity counts. The seller may accept an expired or declined quote, the customer may not. */
export function quoteState({ status, valid_until }: StoredQuote, today: PlainDate): QuoteState {
  if (status === 'invoiced') return 'accepted';
  if (status === 'declined') return 'declined';
  return valid_until !== null && valid_until < today ? 'expired' : 'open';
}
