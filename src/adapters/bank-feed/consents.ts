import type { ConsentRequest, FeedConsent } from '../../kernel/ports/bank-feed.ts';

/** What the bank is asked for: the transactions of these accounts and of no others, until a day, so often a day. */
export function toConsentBody({ accounts, validTo }: ConsentRequest, frequencyPerDay: number) {
  const references = accounts.map(({ account_no, iban }) => (iban ? { iban } : { bban: account_no }));
  return {
    access: { accounts: references, balances: references, transactions: references },
    recurringIndicator: true,
    validUntil: validTo,
    frequencyPerDay,
    combinedServiceIndicator: false,
  };
}

const OPEN = ['received', 'partiallyAuthorised'];

/** A status beyond those of the standard counts as the end of the consent, because accounts cannot be read with it. */
export function toConsentState(status: string): FeedConsent['state'] {
  if (status === 'valid') return 'given';
  return OPEN.includes(status) ? 'asked' : 'ended';
}
