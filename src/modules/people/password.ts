import { z } from 'zod';
import type { Caller } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import type { AttemptLimit, FailedAttemptLimiter } from '../../kernel/security/rate-limits.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';
import { passwordHashOf, replacePassword } from './store.ts';

/** The hash of a password that somebody has chosen. */
export async function hashNewPassword(secrets: Secrets, password: string): Promise<string> {
  if (password.length < 8) fail('field_invalid', 'password', violation('short', 8));
  return secrets.passwords.hash(password);
}

export const changePassword = defineWrite({
  name: 'change-password',
  summary: 'Gives the person who is signed in a new password, and ends all sessions of that person.',
  scope: null,
  confirm: true,
  renewsSession: true,
  input: object({ password: text(200)().describe('At least 8 characters') }),
  output: z.object({ guid: out.guid('Whose password it is') }),
  refusals: ['person_not_found'],
  prepare: async ({ secrets }, { password }) => ({ hash: await hashNewPassword(secrets, password) }),
  async run(ctx, _input, { hash }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const result = replacePassword(ctx.account.id, person.id, hash, ctx.now);
    return (
      (await ctx.finishIf<{ guid: string }>({ target: ctx.account.guid, ...result })) ??
      fail('person_not_found')
    );
  },
});

/** Whoever found a browser open must not be able to take the account over: the password is asked for again. */
export async function confirmPassword(
  kernel: Kernel,
  attempts: FailedAttemptLimiter,
  { account, person, ip }: Caller,
  password: string,
): Promise<void> {
  const counted: AttemptLimit[] = [
    { subject: `password of ${account.id} ${person?.id ?? ''} from ${ip}`, most: 10, seconds: 900 },
    { subject: `sign-in from ${ip}`, most: 60, seconds: 900 },
  ];
  await attempts.refuse(counted);
  const hash = await passwordHashOf(kernel.db, account.id, person?.id);
  if (await kernel.secrets.passwords.matches(password, hash)) return;
  await attempts.failed(counted);
  fail('password_wrong');
}
