import { z } from 'zod';
import type { Attempts, Bound } from '../../kernel/attempts.ts';
import type { Caller } from '../../kernel/context.ts';
import { type Kernel, write } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failure.ts';
import { object, text } from '../../kernel/fields.ts';
import { write as operation } from '../../kernel/operation.ts';
import { hashPassword, isPassword } from '../../kernel/secrets.ts';
import { shown } from '../../kernel/shown.ts';
import { passwordHashOf, replacePassword } from './store.ts';

const setPassword = operation({
  name: 'change-password',
  summary: 'Gives the account a new password and ends all its sessions.',
  scope: null,
  input: object({ password: text(200)() }),
  output: z.object({ guid: shown.guid('The account') }),
  prepare: async (_ctx, { password }) => {
    if (password.length < 8) fail('field_invalid', 'password', 'must have at least 8 characters');
    return { hash: await hashPassword(password) };
  },
  async run(ctx, _input, { hash }) {
    const answer = replacePassword(ctx.account.id, hash, ctx.now);
    const done = await ctx.finish<{ guid: string }>({ target: ctx.account.guid, answer });
    return done ?? fail('account_not_found');
  },
});

/** Whoever found a browser open must not be able to take the account over: the password is asked for again. */
export async function confirmPassword(
  kernel: Kernel,
  attempts: Attempts,
  { account, ip }: Caller,
  password: string,
): Promise<void> {
  const counted: Bound[] = [
    { subject: `password of ${account.id} from ${ip}`, most: 10, seconds: 900 },
    { subject: `sign-in from ${ip}`, most: 60, seconds: 900 },
  ];
  await attempts.refuse(counted);
  if (await isPassword(password, await passwordHashOf(kernel.db, account.id))) return;
  await attempts.failed(counted);
  fail('invalid_password');
}

export async function changePassword(
  kernel: Kernel,
  attempts: Attempts,
  caller: Caller,
  { current, password }: { current: string; password: string },
): Promise<void> {
  await confirmPassword(kernel, attempts, caller, current);
  await write(kernel, setPassword, caller, { password });
}
