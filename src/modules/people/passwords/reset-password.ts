import { z } from 'zod';
import { runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { longText, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { findLogin } from '../person-store.ts';
import { completeSignIn, type SignInStep } from '../sessions/challenge.ts';
import { hashOwnPassword } from './own-password.ts';
import { consumeReset, findReset, type ResetRow } from './password-store.ts';

const setPasswordByLink = defineWrite({
  name: 'reset-password',
  summary: 'Sets a new password by a reset link, and ends all sessions of the person.',
  access: { scope: null },
  events: [],
  input: object({ key: text(100)(), main: z.boolean(), password: longText(200)() }),
  output: z.object({ guid: out.guid('Whose password it is') }),
  refusals: ['link_used'],
  prepare: async (ctx, { password }) => ({ hash: await hashOwnPassword(ctx, password) }),
  async run(ctx, { key, main }, { hash }) {
    if (ctx.caller.person)
      ctx.enqueue('send-access-notice', { person_id: ctx.caller.person.id, about: 'password' });
    const update = consumeReset(ctx.account.id, digest(key), { hash, main, now: ctx.now });
    return (await ctx.finishIf({ target: ctx.account.guid, ...update })) ?? fail('link_used');
  },
});

/** Null where the link was used or has expired. */
export function findResetByToken(kernel: Kernel, key: string): Promise<ResetRow | null> {
  return findReset(kernel.db, digest(key), kernel.clock());
}

/**
 * Sets a new password by a mailed link, and signs the person in. The link replaces the password only: a second factor is
 * asked for as at any sign-in. A refused form leaves the link usable.
 */
export async function resetPassword(
  kernel: Kernel,
  { key, password }: { key: string; password: unknown },
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<SignInStep> {
  const reset = (await findResetByToken(kernel, key)) ?? fail('link_used');
  const account = toAccount(reset);
  const person = { id: reset.person_id, role: reset.person_role };
  const caller: Caller = { by: 'person', account, person, via: 'page', ip, requestId };
  await runWrite(kernel, setPasswordByLink, caller, { key, main: reset.person_main, password });
  const row = (await findLogin(kernel.db, reset.person_username)) ?? fail('link_used');
  return completeSignIn(kernel, caller, row);
}
