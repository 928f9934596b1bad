import { runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { createAccount } from '../../accounts/create-account.ts';
import { OPERATOR } from '../../accounts/operator.ts';
import { findLogin } from '../person-store.ts';
import { startSession } from '../sessions/open-session.ts';
import { type OpenedSession, toPerson } from '../sessions/session.ts';

/** Opens an account for the person in front of the browser, and signs them in. */
export async function openAccount(
  kernel: Kernel,
  { username, password, name, registration_no, email }: Record<string, unknown>,
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<OpenedSession> {
  const input = { username, password, name, registration_no, email };
  const caller: Caller = { by: 'visitor', account: OPERATOR, via: 'page', ip, requestId };
  const created = (await runWrite(kernel, createAccount, caller, input)).output;
  const row = (await findLogin(kernel.db, created.username)) ?? fail('account_not_found');
  return startSession(kernel, { ...caller, via: 'page', account: toAccount(row) }, toPerson(row));
}
