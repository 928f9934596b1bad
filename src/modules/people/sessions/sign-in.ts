import { fail } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { requireEnabled } from '../../accounts/rules.ts';
import { findLogin } from '../person-store.ts';
import { completeSignIn, type SignInStep } from './challenge.ts';
import { findKnownDevice } from './known-device.ts';
import { admitSignIn } from './sign-in-limits.ts';

export interface SignIn {
  username: string;
  password: string;
  /** The cookie of known devices; empty where the browser sends none. */
  devices: string;
  ip: string;
  requestId: string;
}

/** An unknown username and a wrong password take the same time and give the same answer. */
export async function signIn(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  { username, password, devices, ip, requestId }: SignIn,
): Promise<SignInStep> {
  const row = await findLogin(kernel.db, username);
  const owner = row && { guid: row.person_guid, passwordHash: row.password_hash };
  const device = owner && findKnownDevice(kernel.secrets, devices, owner);
  const { limits, needsProof } = await admitSignIn(rateLimiter, { username, ip, device });
  // A success clears the limit of the device, or of the name at the address; the others count for all names together.
  const isRight = await rateLimiter.attempt(
    limits,
    () => kernel.secrets.passwords.matches(password, row?.password_hash ?? null),
    limits.slice(0, 1),
  );
  if (!isRight || !row) return fail('invalid_password');
  const account = requireEnabled(toAccount(row));
  const caller: Caller = { by: 'visitor', account, via: 'page', ip, requestId };
  return completeSignIn(kernel, caller, row, { needsProof });
}
