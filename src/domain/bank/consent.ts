import { addDays, type PlainDate } from '../values/dates.ts';

/** What a bank account says of the consent to read it at the bank. */
export const CONSENTS = ['none', 'given', 'ending', 'ended'] as const;
export type Consent = (typeof CONSENTS)[number];

/** How long a consent is asked for; the bank may shorten it. */
export const CONSENT_DAYS = 180;
/** How long before its end a company is asked to renew it. */
export const RENEWAL_DAYS = 14;

export function consentOn(
  today: PlainDate,
  stored: { state: 'asked' | 'given' | 'ended'; validTo: PlainDate } | null,
): Consent {
  if (!stored || stored.state === 'asked') return 'none';
  if (stored.state === 'ended' || stored.validTo < today) return 'ended';
  return stored.validTo <= addDays(today, RENEWAL_DAYS) ? 'ending' : 'given';
}
