import { z } from 'zod';
import { CONSENT_DAYS } from '../../domain/bank/consent.ts';
import { addDays } from '../../domain/values/dates.ts';
import { toError } from '../../domain/values/errors.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { type BankFeed, FeedRefused } from '../../kernel/ports/bank-feed.ts';
import { BankUnavailable } from '../../kernel/ports/ports.ts';
import { signedToken } from '../../kernel/security/public-token.ts';
import {
  type ConsentAccount,
  consentAnswer,
  insertConsentsCte,
  listAccountsToAsk,
  selectConsent,
} from './consent-store.ts';

/** What the signed addresses are for to which a bank sends people back. */
export const CONSENT_PURPOSE = 'bank-consent';

export const connectBankAccount = defineWrite({
  name: 'connect-bank-account',
  summary:
    'Asks the bank for consent to read an account, and returns the page of the bank on which a person gives it.',
  description:
    'The consent covers the transactions of this account, and of those that are connected already, because a new consent replaces the former one.',
  access: { scope: null },
  events: [],
  input: object({ guid: guid('The bank account') }),
  output: z.object({
    url: out.outside('The page of the bank; null in a dry run', 'https://bank.example/consent/1').nullable(),
  }),
  refusals: ['bank_account_not_found', 'bank_reports_nothing', 'bank_consent_failed'],
  async prepare(ctx, { guid: target }) {
    const accounts = await listAccountsToAsk(ctx.db, ctx.account.id, target);
    if (!accounts.some((one) => one.guid === target)) fail('bank_account_not_found');
    const feed = ctx.ports.bankFeed ?? fail('bank_reports_nothing');
    const request = { guid: ctx.newGuid(), accounts };
    return { ...request, ...(ctx.isRehearsal ? REHEARSED : await askBank(feed, ctx, request)) };
  },
  async run(ctx, _input, { guid: target, accounts, consentId, url }) {
    const shared = {
      account_id: ctx.account.id,
      guid: target,
      consent_id: consentId,
      state: 'asked' as const,
      valid_to: addDays(ctx.today, CONSENT_DAYS),
      frequency: 1,
      asked_at: ctx.now,
    };
    await ctx.finish({
      target,
      row: consentAnswer,
      ctes: insertConsentsCte(shared, accounts),
      result: selectConsent(target),
    });
    return { url };
  },
});

/** A dry run asks nobody. */
const REHEARSED = { consentId: '', url: null };

async function askBank(
  feed: BankFeed,
  { account, caller, policy, secrets, today }: ReadContext,
  { guid: request, accounts }: { guid: string; accounts: readonly ConsentAccount[] },
): Promise<{ consentId: string; url: string }> {
  const token = signedToken(secrets, CONSENT_PURPOSE, { accountId: account.id, guid: request });
  try {
    return await feed.askConsent({
      accountId: account.id,
      registrationNo: account.registrationNo,
      accounts,
      validTo: addDays(today, CONSENT_DAYS),
      returnUrl: `${policy.baseUrl}/bank-consent/${token}`,
      ip: caller.ip,
    });
  } catch (error) {
    if (!(error instanceof BankUnavailable || error instanceof FeedRefused)) throw error;
    return fail('bank_consent_failed', toError(error).message);
  }
}
