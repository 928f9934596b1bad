import type { Caller } from '../../kernel/context.ts';
import { type Kernel, runWrite } from '../../kernel/execute.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { digest, newKey } from '../../kernel/security/secrets.ts';
import { toAccount } from '../accounts/account-store.ts';
import { createAccount } from '../accounts/create-account.ts';
import { OPERATOR } from '../accounts/operator.ts';
import type { CreatedAccount } from '../accounts/schema.ts';
import { personOf, type Session, startSession } from './sign-in.ts';
import { consumeSetupKey, findPerson, insertSetupKey, isSetupKey, restoreSetupKey } from './store.ts';

const SETUP_MS = 24 * 3600_000;

/** The key of a link by which the first account is opened, once, within a day. */
export async function makeSetupKey(kernel: Kernel): Promise<string> {
  const key = newKey();
  await insertSetupKey(kernel.db, digest(key), new Date(kernel.clock().getTime() + SETUP_MS));
  return key;
}

export function opensSetup(kernel: Kernel, key: string): Promise<boolean> {
  return isSetupKey(kernel.db, digest(key), kernel.clock());
}

export interface Opened extends Session {
  apiKey: string;
}

/** Opens the first account; a form that is refused leaves the link usable. */
export async function setUp(
  kernel: Kernel,
  key: string,
  fields: Record<string, unknown>,
  from: Pick<Caller, 'ip' | 'requestId'>,
): Promise<Opened> {
  if (!(await consumeSetupKey(kernel.db, digest(key), kernel.clock()))) fail('setup_link_used');
  try {
    return await openAccount(kernel, fields, from);
  } catch (error) {
    await restoreSetupKey(kernel.db, digest(key));
    throw error;
  }
}

/** Opens an account for the person in front of the browser, and signs them in. */
export async function openAccount(
  kernel: Kernel,
  { username, password, name, registration_no, email }: Record<string, unknown>,
  { ip, requestId }: Pick<Caller, 'ip' | 'requestId'>,
): Promise<Opened> {
  const sent = { username, password, name, registration_no, email };
  const caller: Caller = { account: OPERATOR, via: 'page', ip, requestId };
  const made: CreatedAccount = (await runWrite(kernel, createAccount, caller, sent)).output;
  const row = (await findPerson(kernel.db, made.username)) ?? fail('account_not_found');
  const session = await startSession(kernel, { ...caller, account: toAccount(row) }, personOf(row));
  return { ...session, apiKey: made.api_key };
}
