import { defineTransaction } from '../../kernel/operations/operation.ts';
import { announceEndStatement } from './consent-store.ts';

interface EndingConsent {
  guid: string;
  bank_account_id: number;
  valid_to: string;
}

/** Emits the event by which people and programs learn that a consent ends soon, once for each consent. */
export const announceEndingConsent = defineTransaction({
  name: 'announce-ending-consent',
  events: ['bank.consent_ending'],
  run(ctx, { guid, bank_account_id, valid_to }: EndingConsent) {
    ctx.emit('bank.consent_ending', { guid, ends_on: valid_to });
    return ctx.finishIf({ target: guid, ...announceEndStatement(ctx.account.id, bank_account_id) });
  },
});
