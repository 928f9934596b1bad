import { z } from 'zod';
import type { Caller } from '../../../kernel/context.ts';
import { runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { digest, newKey } from '../../../kernel/security/secrets.ts';
import { newDeviceToken } from './known-device.ts';
import type { OpenedSession, Person } from './session.ts';
import { insertSession } from './session-store.ts';

interface NewSession {
  personId: number;
  passwordHash: string | null;
}

const openSession = defineWrite({
  name: 'sign-in',
  summary: 'Begins a session of a person in a browser.',
  scope: null,
  events: [],
  input: z.custom<NewSession>(),
  output: z.custom<{ key: string; device: string }>(),
  async run(ctx, { personId, passwordHash }) {
    const key = newKey();
    const session = { accountId: ctx.account.id, personId, digest: digest(key), passwordHash };
    const opened = await ctx.finishIf({ target: ctx.account.guid, ...insertSession(session, ctx.now) });
    // Nothing is inserted for a person whose access has changed after the password was verified.
    if (!opened?.password_hash) return fail('invalid_password');
    const owner = { guid: opened.guid, passwordHash: opened.password_hash };
    return { key, device: newDeviceToken(ctx.secrets, owner) };
  },
});

/** `passwordHash`: that of the password which was verified; left out where the session replaces one. */
export async function startSession(
  kernel: Kernel,
  caller: Caller,
  person: Person,
  passwordHash: string | null = null,
): Promise<OpenedSession> {
  const byPerson = { ...caller, person: { id: person.id, role: person.role } };
  const { output } = await runWrite(kernel, openSession, byPerson, { personId: person.id, passwordHash });
  return { account: caller.account, person, ...output };
}
