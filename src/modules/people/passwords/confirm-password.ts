import { fail } from '../../../kernel/failures/failure.ts';
import type { Caller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RateLimit, RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { findPassword } from '../person-store.ts';

/**
 * Re-authenticates before an operation with `confirm`: an unattended browser must not be enough to take the account over.
 * Only attempts within sessions of the person count, so that a stranger at the same address cannot use the limits up.
 */
export async function confirmPassword(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  { account, person, ip }: Caller,
  password: string,
): Promise<void> {
  const login = await findPassword(kernel.db, account.id, person?.id);
  const subject = `password of ${login?.account_id ?? account.id} ${login?.id ?? ''}`;
  const limits: RateLimit[] = [
    { subject, address: ip, max: 10, seconds: 900 },
    { subject, max: 60, seconds: 900 },
  ];
  const isRight = await rateLimiter.attempt(limits, () =>
    kernel.secrets.passwords.matches(password, login?.password_hash ?? null),
  );
  if (!isRight) fail('password_wrong');
}
