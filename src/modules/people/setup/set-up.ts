import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { newKey } from '../../../kernel/security/secrets.ts';
import type { OpenedSession } from '../sessions/session.ts';
import { openAccount } from './open-account.ts';
import { consumeSetupKey, insertSetupKey, isSetupKey, restoreSetupKey } from './setup-key-store.ts';

const LIFETIME_MS = 24 * 3600_000;

/** Makes the key of a link by which the first account is opened, once, within a day. */
export async function makeSetupKey(kernel: Kernel): Promise<string> {
  const key = newKey();
  await insertSetupKey(kernel.db, digest(key), new Date(kernel.clock().getTime() + LIFETIME_MS));
  return key;
}

export function isValidSetupKey(kernel: Kernel, key: string): Promise<boolean> {
  return isSetupKey(kernel.db, digest(key), kernel.clock());
}

/** Opens the first account. A refused form leaves the link usable. */
export async function setUp(
  kernel: Kernel,
  key: string,
  fields: Record<string, unknown>,
  from: Pick<Caller, 'ip' | 'requestId'>,
): Promise<OpenedSession> {
  if (!(await consumeSetupKey(kernel.db, digest(key), kernel.clock()))) fail('setup_link_used');
  try {
    return await openAccount(kernel, fields, from);
  } catch (error) {
    await restoreSetupKey(kernel.db, digest(key));
    throw error;
  }
}
