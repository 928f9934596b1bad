import { z } from 'zod';
import type { Caller } from '../../kernel/context.ts';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { toAccount } from '../accounts/account-store.ts';
import { hashNewPassword } from './password.ts';
import {
  consumeReset,
  findReset,
  findResetCandidate,
  insertReset,
  type ResetCandidateRow,
  type ResetRow,
} from './reset-store.ts';
import type { Language } from './schema.ts';
import { personOf, type Session, startSession } from './sign-in.ts';
import { findPerson } from './store.ts';

const RESET_MS = 3600_000;
/** One address may belong to people of several accounts; each gets a mail of its own. */
const MOST_MAILS = 10;

interface Forgetful {
  personId: number;
  personGuid: string;
  lang: Language;
}

const mailReset = defineWrite({
  name: 'mail-password-link',
  summary: 'Mails a person a link by which a new password can be set, once and within an hour.',
  scope: null,
  input: z.custom<Forgetful>(),
  output: z.custom<object>(),
  async run(ctx, { personId, personGuid, lang }) {
    const key = newKey();
    const sealed = ctx.secrets.seal(`${ctx.policy.baseUrl}/new-password?key=${key}`);
    ctx.enqueue('send-access-mail', { about: 'reset', guid: personGuid, sealed, lang });
    const expiresAt = new Date(ctx.now.getTime() + RESET_MS);
    const statement = insertReset(ctx.account.id, personId, digest(key), expiresAt);
    return (await ctx.finishIf({ target: personGuid, ...statement })) ?? fail('person_not_found');
  },
});

/** What was found of it is told to nobody but the owner of the mailbox. */
export async function requestPasswordReset(
  kernel: Kernel,
  attempts: FailedAttemptLimiter,
  name: string,
  { ip, requestId, lang }: Pick<Caller, 'ip' | 'requestId'> & { lang: Language },
): Promise<void> {
  await attempts.failed([
    { subject: `password link for ${name.toLowerCase()}`, most: 5, seconds: 3600 },
    { subject: `password link from ${ip}`, most: 30, seconds: 3600 },
  ]);
  const found: ResetCandidateRow[] = await findResetCandidate(kernel.db, name, MOST_MAILS);
  for (const row of found) {
    const caller: Caller = { account: toAccount(row), via: 'page', ip, requestId };
    const { person_id: personId, person_guid: personGuid, person_lang } = row;
    await runWrite(kernel, mailReset, caller, { personId, personGuid, lang: person_lang ?? lang });
  }
}

export function findResetByToken(kernel: Kernel, key: string): Promise<ResetRow | null> {
  return findReset(kernel.db, digest(key), kernel.clock());
}

const resetPasswordOperation = defineWrite({
  name: 'reset-password',
  summary: 'Sets the password of somebody who holds a link for it, and ends all sessions of that person.',
  scope: null,
  input: object({ key: text(100)(), main: z.boolean(), password: text(200)() }),
  output: z.object({ guid: out.guid('Whose password it is') }),
  refusals: ['link_used'],
  prepare: async ({ secrets }, { password }) => ({ hash: await hashNewPassword(secrets, password) }),
  async run(ctx, { key, main }, { hash }) {
    const statement = consumeReset(ctx.account.id, digest(key), { hash, main, now: ctx.now });
    return (
      (await ctx.finishIf<{ guid: string }>({ target: ctx.account.guid, ...statement })) ?? fail('link_used')
    );
  },
});

/** Sets a new password by a mailed link, and signs the person in. A refused form leaves the link usable. */
export async function resetPassword(
  kernel: Kernel,
  { key, password }: { key: string; password: unknown },
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<Session> {
  const reset = (await findResetByToken(kernel, key)) ?? fail('link_used');
  const account = toAccount(reset);
  const person = { id: reset.person_id, role: reset.person_role };
  const caller: Caller = { account, person, via: 'page', ip, requestId };
  await runWrite(kernel, resetPasswordOperation, caller, { key, main: reset.person_main, password });
  const row = (await findPerson(kernel.db, reset.person_username)) ?? fail('link_used');
  return startSession(kernel, caller, personOf(row));
}
