import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { PersonCaller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { newDeviceToken } from './known-device.ts';
import type { OpenedSession, Person } from './session.ts';
import { insertSession } from './session-store.ts';

interface NewSession {
  personId: number;
  passwordHash: string | null;
}

/** Begins a session of a person in a browser. */
const openSession = defineTransaction({
  name: 'sign-in',
  events: [],
  async run(ctx, { personId, passwordHash }: NewSession) {
    const key = newKey();
    const session = { accountId: ctx.account.id, personId, digest: digest(key), passwordHash };
    const opened = await ctx.finishIf({ target: ctx.account.guid, ...insertSession(session, ctx.now) });
    // Nothing is inserted for a person whose access has changed after the password was verified.
    if (!opened) return fail('invalid_password');
    const { guid, password_hash } = opened;
    const device =
      password_hash === null ? null : newDeviceToken(ctx.secrets, { guid, passwordHash: password_hash });
    return { key, device };
  },
});

/** `passwordHash`: that of the password which was verified; left out where the session replaces one. */
export async function startSession(
  kernel: Kernel,
  { account, ip, requestId, via }: Pick<PersonCaller, 'account' | 'ip' | 'requestId' | 'via'>,
  person: Person,
  passwordHash: string | null = null,
): Promise<OpenedSession> {
  const { id, role } = person;
  const byPerson: PersonCaller = { by: 'person', via, account, ip, requestId, person: { id, role } };
  const { output } = await runTransaction(kernel, openSession, byPerson, {
    personId: person.id,
    passwordHash,
  });
  return { account, person, ...output };
}
