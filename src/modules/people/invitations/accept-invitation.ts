import { z } from 'zod';
import { LANGS } from '../../../domain/values/codes.ts';
import { isUniqueViolation } from '../../../kernel/database/database.ts';
import { runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, longText, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { checkUsername, hashNewPassword, publicNames } from '../../accounts/rules.ts';
import { findLogin } from '../person-store.ts';
import { completeSignIn, type SignInStep } from '../sessions/challenge.ts';
import { acceptInvitationStatement, findInvitation, type InvitationRow } from './invitation-store.ts';

const acceptInvitation = defineWrite({
  name: 'accept-invitation',
  summary: 'Accepts an invitation: the person can sign in to the account from now on.',
  access: { scope: null },
  events: [],
  input: object({
    key: text(100)(),
    name: text(200)(),
    username: text(100)(),
    password: longText(200)(),
    lang: choice(LANGS)(),
  }),
  output: z.object({ guid: out.guid('The person'), username: out.own('What the person signs in with') }),
  refusals: ['username_taken', 'link_used'],
  prepare: async ({ secrets, account }, { username, name, password }) => {
    checkUsername(username);
    return {
      password_hash: await hashNewPassword(secrets, password, publicNames([username, name], account)),
    };
  },
  async run(ctx, { key, name, username, lang }, { password_hash }) {
    const guid = ctx.newGuid();
    const person = { guid, username, name, password_hash, lang };
    const accept = acceptInvitationStatement(ctx.account.id, digest(key), person, ctx.now);
    try {
      return (await ctx.finishIf({ target: guid, ...accept })) ?? fail('link_used');
    } catch (error) {
      if (isUniqueViolation(error, 'people_username')) fail('username_taken');
      if (isUniqueViolation(error, 'people_email')) fail('link_used');
      throw error;
    }
  },
});

/** Null where the link was used or withdrawn, or has expired. */
export function findInvitationByToken(kernel: Kernel, key: string): Promise<InvitationRow | null> {
  return findInvitation(kernel.db, digest(key), kernel.clock());
}

/** Accepts an invitation by its link and signs the person in. A refused form leaves the link usable. */
export async function joinAccount(
  kernel: Kernel,
  fields: Record<string, unknown> & { key: string },
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<SignInStep> {
  const invitation = (await findInvitationByToken(kernel, fields.key)) ?? fail('link_used');
  const caller: Caller = { by: 'visitor', account: toAccount(invitation), via: 'page', ip, requestId };
  const { username } = (await runWrite(kernel, acceptInvitation, caller, fields)).output;
  const row = (await findLogin(kernel.db, username)) ?? fail('link_used');
  return completeSignIn(kernel, caller, row);
}
