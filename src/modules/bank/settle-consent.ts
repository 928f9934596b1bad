import { runTransaction } from '../../kernel/execute.ts';
import type { Caller } from '../../kernel/operations/caller.ts';
import type { Kernel } from '../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import type { BankFeed, FeedConsent } from '../../kernel/ports/bank-feed.ts';
import {
  type ConsentAccount,
  consentAnswer,
  dropFormerConsents,
  dropRequestCte,
  type GivenConsent,
  giveConsentCtes,
  listAsked,
  selectConsent,
} from './consent-store.ts';

/**
 * Asks the bank what has become of a consent, after the person came back or some time later, and stores it. Returns whether it
 * has an end now. Rejects with the errors of the bank.
 */
export async function settleConsent(kernel: Kernel, caller: Caller, guid: string): Promise<boolean> {
  const { bankFeed } = kernel.ports;
  const now = caller.now ?? kernel.clock();
  const accountId = caller.account.id;
  const asked = await listAsked(kernel.db, accountId, guid, now);
  const [first] = asked;
  if (!bankFeed || !first) return false;
  const access = { accountId, consentId: first.consent_id };
  const { state, ...consent } = first.is_abandoned ? REFUSED : await readConsent(bankFeed, access, asked);
  if (state === 'asked') return false;
  await runTransaction(kernel, settleBankConsent, caller, { guid, ...consent });
  return true;
}

interface ReadConsent extends Omit<GivenConsent, 'guid'> {
  state: FeedConsent['state'];
}

const REFUSED: ReadConsent = { state: 'ended', validTo: '', frequency: 0, accounts: [] };

/** The consent at the bank, with the accounts that it opens. */
async function readConsent(
  feed: BankFeed,
  access: { accountId: number; consentId: string },
  asked: readonly ConsentAccount[],
): Promise<ReadConsent> {
  const consent = await feed.findConsent(access);
  const resources = consent.state === 'given' ? await feed.findResources(access, asked) : [];
  const accounts = asked.flatMap(({ id }, at) => {
    const resourceId = resources[at];
    return resourceId ? [{ id, resourceId }] : [];
  });
  return { ...consent, accounts };
}

/** A consent without accounts was refused, or opens none of those that were asked for. */
const settleBankConsent = defineTransaction({
  name: 'settle-bank-consent',
  events: [],
  async run(ctx, given: GivenConsent) {
    const { tx, account } = ctx;
    await dropFormerConsents(tx, account.id, given);
    return ctx.finish({
      target: given.guid,
      row: consentAnswer,
      ctes:
        given.accounts.length > 0
          ? giveConsentCtes(account.id, given)
          : dropRequestCte(account.id, given.guid),
      result: selectConsent(given.guid),
    });
  },
});
