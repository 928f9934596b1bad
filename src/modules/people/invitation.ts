import { z } from 'zod';
import type { Caller } from '../../kernel/context.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { choice, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { digest } from '../../kernel/security/secrets.ts';
import { toAccount } from '../accounts/account-store.ts';
import { hashNewPassword } from './password.ts';
import { acceptInvitation as accept, findInvitation, type InvitationRow } from './people-store.ts';
import { LANGUAGES } from './schema.ts';
import { personOf, type Session, startSession } from './sign-in.ts';
import { findPerson } from './store.ts';

const acceptInvitation = defineWrite({
  name: 'accept-invitation',
  summary: 'Makes somebody who was invited one of the people of the account.',
  scope: null,
  input: object({
    key: text(100)(),
    name: text(200)(),
    username: text(100)(),
    password: text(200)(),
    lang: choice(LANGUAGES)(),
  }),
  output: z.object({ guid: out.guid('The person'), username: out.text('What the person signs in with') }),
  refusals: ['username_taken', 'link_used'],
  prepare: async ({ secrets }, { username, password }) => {
    if (!/^[^\s:]+$/.test(username)) fail('field_invalid', 'username', violation('username'));
    return { hash: await hashNewPassword(secrets, password) };
  },
  async run(ctx, { key, name, username, lang }, { hash }) {
    const guid = ctx.newGuid();
    const person = { guid, username, name, hash, lang };
    try {
      const statement = accept(ctx.account.id, digest(key), person, ctx.now);
      const made = await ctx.finishIf<{ guid: string; username: string }>({ target: guid, ...statement });
      return made ?? fail('link_used');
    } catch (error) {
      if (isUniqueViolation(error, 'people_username')) fail('username_taken');
      if (isUniqueViolation(error, 'people_email')) fail('link_used');
      throw error;
    }
  },
});

/** Null where the link was used, taken back or is too old. */
export function findInvitationByToken(kernel: Kernel, key: string): Promise<InvitationRow | null> {
  return findInvitation(kernel.db, digest(key), kernel.clock());
}

/** Lets somebody in who holds the link of an invitation, and signs them in. A refused form leaves the link usable. */
export async function joinAccount(
  kernel: Kernel,
  fields: Record<string, unknown> & { key: string },
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<Session> {
  const invitation = (await findInvitationByToken(kernel, fields.key)) ?? fail('link_used');
  const caller: Caller = { account: toAccount(invitation), via: 'page', ip, requestId };
  const { username } = (await runWrite(kernel, acceptInvitation, caller, fields)).output;
  const row = (await findPerson(kernel.db, username)) ?? fail('link_used');
  return startSession(kernel, caller, personOf(row));
}
