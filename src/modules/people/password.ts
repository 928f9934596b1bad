import { z } from 'zod';
import type { Attempts, Bound } from '../../kernel/attempts.ts';
import type { Caller } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failure.ts';
import { object, text } from '../../kernel/fields.ts';
import { write as operation } from '../../kernel/operation.ts';
import { because } from '../../kernel/reasons.ts';
import { hashPassword, isPassword } from '../../kernel/secrets.ts';
import { shown } from '../../kernel/shown.ts';
import { passwordHashOf, replacePassword } from './store.ts';

/** The hash of a password that somebody has chosen. */
export async function hashChosen(password: string): Promise<string> {
  if (password.length < 8) fail('field_invalid', 'password', because('short', 8));
  return hashPassword(password);
}

export const changePassword = operation({
  name: 'change-password',
  summary: 'Gives the person who is signed in a new password, and ends all sessions of that person.',
  scope: null,
  confirm: true,
  input: object({ password: text(200)().describe('At least 8 characters') }),
  output: z.object({ guid: shown.guid('Whose password it is') }),
  refusals: ['person_not_found'],
  prepare: async (_ctx, { password }) => ({ hash: await hashChosen(password) }),
  async run(ctx, _input, { hash }) {
    const { person } = ctx.caller;
    if (!person) return fail('person_not_found');
    const answer = replacePassword(ctx.account.id, person.id, hash, ctx.now);
    return (
      (await ctx.finish<{ guid: string }>({ target: ctx.account.guid, ...answer })) ??
      fail('person_not_found')
    );
  },
});

/** Whoever found a browser open must not be able to take the account over: the password is asked for again. */
export async function confirmPassword(
  kernel: Kernel,
  attempts: Attempts,
  { account, person, ip }: Caller,
  password: string,
): Promise<void> {
  const counted: Bound[] = [
    { subject: `password of ${account.id} ${person?.id ?? ''} from ${ip}`, most: 10, seconds: 900 },
    { subject: `sign-in from ${ip}`, most: 60, seconds: 900 },
  ];
  await attempts.refuse(counted);
  if (await isPassword(password, await passwordHashOf(kernel.db, account.id, person?.id))) return;
  await attempts.failed(counted);
  fail('password_wrong');
}
