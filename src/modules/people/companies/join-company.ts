import { isUniqueViolation } from '../../../kernel/database/database.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { findInvitationByToken } from '../invitations/accept-invitation.ts';
import type { Login, OpenedSession, Session } from '../sessions/session.ts';
import { acceptWithLogin, findAtCompany } from './company-store.ts';
import { requireFactorOf, switchCompany } from './switch-company.ts';

/** Accepts an invitation with a sign-in that exists. */
const acceptWithSignIn = defineTransaction({
  name: 'accept-invitation',
  events: [],
  async run(ctx, { key, login }: { key: string; login: Login }) {
    const guid = ctx.newGuid();
    const accept = acceptWithLogin(ctx.account.id, digest(key), { guid, login }, ctx.now);
    try {
      return (await ctx.finishIf({ target: guid, ...accept })) ?? fail('link_used');
    } catch (error) {
      if (isUniqueViolation(error, 'people_by_login')) fail('already_here');
      if (isUniqueViolation(error, 'people_email')) fail('link_used');
      throw error;
    }
  },
});

/** Gives the person of a session access to the company that has invited it, and moves the browser there. */
export async function joinCompany(
  kernel: Kernel,
  session: Session,
  key: string,
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<OpenedSession> {
  const invitation = (await findInvitationByToken(kernel, key)) ?? fail('link_used');
  const account = toAccount(invitation);
  const { login } = session.person;
  requireFactorOf(account, session.person);
  if (await findAtCompany(kernel.db, login, account.guid)) fail('already_here');
  const caller: Caller = { by: 'visitor', account, via: 'page', ip, requestId };
  await runTransaction(kernel, acceptWithSignIn, caller, { key, login });
  return switchCompany(kernel, session, account.guid, { ip, requestId });
}
