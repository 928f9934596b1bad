import type { Lang } from '../../../domain/values/codes.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { TooManyAttempts } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import type { RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { toAccount } from '../../accounts/account-store.ts';

import { findKnownDevice } from '../sessions/known-device.ts';
import { findResetCandidates, insertReset, type ResetCandidateRow } from './password-store.ts';

const LIFETIME_MS = 3600_000;
/** One address may belong to people of several accounts; each gets a mail of its own. */
const MAX_MAILS = 10;
/** Links in an hour: for a name from one address, and for a person over all addresses. */
const MAX_MAILS_PER_HOUR = 5;

interface Recipient {
  personId: number;
  personGuid: string;
  lang: Lang;
}

/** Mails a person a link by which a new password can be set, once and within an hour. */
const mailPasswordLink = defineTransaction({
  name: 'mail-password-link',
  events: [],
  async run(ctx, { personId, personGuid, lang }: Recipient) {
    const key = newKey();
    const sealed = ctx.secrets.seal(`${ctx.policy.baseUrl}/new-password?key=${key}`);
    ctx.enqueue('send-access-mail', { about: 'reset', guid: personGuid, sealed, lang });
    const expiresAt = new Date(ctx.now.getTime() + LIFETIME_MS);
    return ctx.finish({
      target: personGuid,
      ...insertReset(ctx.account.id, personId, digest(key), expiresAt),
    });
  },
});

/**
 * Bounds the mails that a person gets, whoever asks and by whichever name. Strangers can use the bound up, so it is silent
 * and a known device has one of its own; for anybody else the newest link is in the mailbox already, and still valid.
 */
async function mayMail(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  { person_id, person_guid: guid, password_hash, account_id }: ResetCandidateRow,
  devices: string,
): Promise<boolean> {
  const owner = { guid, passwordHash: password_hash ?? '' };
  const device = findKnownDevice(kernel.secrets, devices, owner);
  const subject = device
    ? `password mails on device ${device}`
    : `password mails to ${account_id} ${person_id}`;
  try {
    await rateLimiter.record([{ subject, max: MAX_MAILS_PER_HOUR, seconds: 3600 }]);
    return true;
  } catch (error) {
    if (error instanceof TooManyAttempts) return false;
    throw error;
  }
}

interface ResetRequester extends Pick<Caller, 'ip' | 'requestId'> {
  lang: Lang;
  /** The cookie of known devices. */
  devices: string;
}

/** The answer does not depend on whether the name is known, so that nobody can probe for people. */
export async function requestPasswordReset(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  name: string,
  { ip, requestId, lang, devices }: ResetRequester,
): Promise<void> {
  await rateLimiter.record([
    {
      subject: `password link for ${name.toLowerCase()}`,
      address: ip,
      max: MAX_MAILS_PER_HOUR,
      seconds: 3600,
    },
    { subject: 'password link', address: ip, max: 30, seconds: 3600 },
  ]);
  for (const row of await findResetCandidates(kernel.db, name, MAX_MAILS)) {
    if (!(await mayMail(kernel, rateLimiter, row, devices))) continue;
    const caller: Caller = { by: 'visitor', account: toAccount(row), via: 'page', ip, requestId };
    const { person_id: personId, person_guid: personGuid, person_lang } = row;
    await runTransaction(kernel, mailPasswordLink, caller, {
      personId,
      personGuid,
      lang: person_lang ?? lang,
    });
  }
}
