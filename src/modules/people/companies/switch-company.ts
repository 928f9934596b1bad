import type { Account } from '../../../kernel/access/account.ts';
import { runTransaction } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller, PersonCaller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { requiresSecondFactor } from '../second-factor/rules.ts';
import { type OpenedSession, type Person, type Session, toPerson } from '../sessions/session.ts';
import { findAtCompany, type Switch, switchSession } from './company-store.ts';

/** Leaves the session of one company for one of another. The log of the company that is entered has it. */
const enterCompany = defineTransaction({
  name: 'switch-company',
  events: [],
  async run(ctx, moved: Switch) {
    const opened = await ctx.finishIf({ target: ctx.account.guid, ...switchSession(moved, ctx.now) });
    // Nothing is opened where the session, the person or the password has ended meanwhile.
    return opened ?? fail('session_required');
  },
});

/** Refuses a person who signs in without what the company requires of everybody. */
export function requireFactorOf(account: Account, { hasSecondFactor }: Person): void {
  if (requiresSecondFactor(account) && !hasSecondFactor) fail('second_factor_required');
}

/** Moves the browser to another company of the person, whose owners decide what the person may do there. */
export async function switchCompany(
  kernel: Kernel,
  { account: left, person: { login }, key: leftKey }: Session,
  guid: string,
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<OpenedSession> {
  const row = (await findAtCompany(kernel.db, login, guid)) ?? fail('account_not_found');
  const account = toAccount(row);
  const person = toPerson(row);
  requireFactorOf(account, person);
  const { id, role } = person;
  const caller: PersonCaller = { by: 'person', via: 'console', account, person: { id, role }, ip, requestId };
  const key = newKey();
  await runTransaction(kernel, enterCompany, caller, {
    login,
    from: { accountId: left.id, digest: digest(leftKey) },
    to: { accountId: account.id, personId: id },
    digest: digest(key),
  });
  return { account, person, key, device: null };
}
