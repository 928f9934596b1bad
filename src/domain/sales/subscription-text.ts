import type { Lang } from '../values/codes.ts';
import type { PlainDate } from '../values/dates.ts';
import { formatDate } from '../values/format.ts';
import { inLanguages } from '../values/in-languages.ts';
import type { Interval } from './recurrence.ts';

interface Subscription {
  interval: Interval;
  next_date: PlainDate;
}

const TEXTS = inLanguages({
  every: {
    weekly: ['í hverri viku', 'every week'],
    monthly: ['í hverjum mánuði', 'every month'],
    quarterly: ['á þriggja mánaða fresti', 'every three months'],
    yearly: ['á hverju ári', 'every year'],
  },
  says: [
    (every: string, next: string, stop: string) =>
      `Þetta er áskrift: reikningur kemur ${every}, sá næsti ${next}. Til að segja upp hefurðu samband við seljanda${stop}.`,
    (every: string, next: string, stop: string) =>
      `This is a subscription: an invoice comes ${every}, the next one on ${next}. To cancel it, contact the seller${stop}.`,
  ],
});

/** Tells a subscriber how often invoices come, when the next one does, and how to stop them. */
export function subscriptionText(
  { interval, next_date }: Subscription,
  seller: { email: string },
  lang: Lang,
): string {
  const { every, says } = TEXTS[lang];
  return says(every[interval], formatDate(next_date, lang), seller.email && ` (${seller.email})`);
}
