import { z } from 'zod';
import type { Caller } from '../../../kernel/context.ts';
import { type Kernel, runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import type { AttemptLimit, FailedAttemptLimiter } from '../../../kernel/security/rate-limits.ts';
import { digest, newKey } from '../../../kernel/security/secrets.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { requireEnabled } from '../../accounts/rules.ts';
import { findPerson } from '../person-store.ts';
import { type Person, type Session, toPerson } from './session.ts';
import { insertSession } from './session-store.ts';

const openSession = defineWrite({
  name: 'sign-in',
  summary: 'Begins a session of a person in a browser.',
  scope: null,
  input: z.custom<{ personId: number }>(),
  output: z.object({ key: out.text('The session, shown only to the browser') }),
  async run(ctx, { personId }) {
    const key = newKey();
    const insert = insertSession(ctx.account.id, personId, digest(key), ctx.now);
    const opened = await ctx.finishIf({ target: ctx.account.guid, ...insert, secret: { key } });
    // Nothing is inserted for a person who was removed after the password was verified.
    return opened ?? fail('invalid_password');
  },
});

export interface SignIn {
  username: string;
  password: string;
  ip: string;
  requestId: string;
}

/** An unknown username and a wrong password take the same time and give the same answer. */
export async function signIn(
  kernel: Kernel,
  attempts: FailedAttemptLimiter,
  { username, password, ip, requestId }: SignIn,
): Promise<Session> {
  const limits = limitsFor(username, ip);
  await attempts.refuse(limits);
  const row = await findPerson(kernel.db, username);
  if (!(await kernel.secrets.passwords.matches(password, row?.password_hash ?? null)) || !row) {
    await attempts.failed(limits);
    return fail('invalid_password');
  }
  const account = requireEnabled(toAccount(row));
  await attempts.clear(limits.slice(0, 1));
  return startSession(kernel, { account, via: 'page', ip, requestId }, toPerson(row));
}

export async function startSession(kernel: Kernel, caller: Caller, person: Person): Promise<Session> {
  const byPerson = { ...caller, person: { id: person.id, role: person.role } };
  const { output } = await runWrite(kernel, openSession, byPerson, { personId: person.id });
  return { account: caller.account, person, key: output.key };
}

/** A success clears the first limit only. */
function limitsFor(username: string, ip: string): AttemptLimit[] {
  const name = username.toLowerCase();
  return [
    { subject: `sign-in of ${name} from ${ip}`, most: 10, seconds: 900 },
    { subject: `sign-in of ${name}`, most: 100, seconds: 900 },
    { subject: `sign-in from ${ip}`, most: 60, seconds: 900 },
  ];
}
