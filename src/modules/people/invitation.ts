import { z } from 'zod';
import type { Caller } from '../../kernel/context.ts';
import { isUniqueViolation } from '../../kernel/database/database.ts';
import { type Kernel, write } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failure.ts';
import { choice, object, text } from '../../kernel/fields.ts';
import { write as operation } from '../../kernel/operation.ts';
import { because } from '../../kernel/reasons.ts';
import { digest } from '../../kernel/secrets.ts';
import { shown } from '../../kernel/shown.ts';
import { accountOf } from '../accounts/store.ts';
import { hashChosen } from './password.ts';
import { acceptInvitation as accept, findInvitation, type InvitationRow } from './people-store.ts';
import { LANGUAGES } from './schema.ts';
import { personOf, type Session, startSession } from './sign-in.ts';
import { findPerson } from './store.ts';

const acceptInvitation = operation({
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
  output: z.object({ guid: shown.guid('The person'), username: shown.text('What the person signs in with') }),
  refusals: ['username_taken', 'link_used'],
  prepare: async (_ctx, { username, password }) => {
    if (!/^[^\s:]+$/.test(username)) fail('field_invalid', 'username', because('username'));
    return { hash: await hashChosen(password) };
  },
  async run(ctx, { key, name, username, lang }, { hash }) {
    const guid = ctx.newGuid();
    const person = { guid, username, name, hash, lang };
    try {
      const statement = accept(ctx.account.id, digest(key), person, ctx.now);
      const made = await ctx.finish<{ guid: string; username: string }>({ target: guid, ...statement });
      return made ?? fail('link_used');
    } catch (error) {
      if (isUniqueViolation(error, 'people_username')) fail('username_taken');
      if (isUniqueViolation(error, 'people_email')) fail('link_used');
      throw error;
    }
  },
});

/** Null where the link was used, taken back or is too old. */
export function invitationBehind(kernel: Kernel, key: string): Promise<InvitationRow | null> {
  return findInvitation(kernel.db, digest(key), kernel.clock());
}

/** Lets somebody in who holds the link of an invitation, and signs them in. A refused form leaves the link usable. */
export async function comeIn(
  kernel: Kernel,
  fields: Record<string, unknown> & { key: string },
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<Session> {
  const invitation = (await invitationBehind(kernel, fields.key)) ?? fail('link_used');
  const caller: Caller = { account: accountOf(invitation), via: 'page', ip, requestId };
  const { username } = (await write(kernel, acceptInvitation, caller, fields)).output;
  const row = (await findPerson(kernel.db, username)) ?? fail('link_used');
  return startSession(kernel, caller, personOf(row));
}
