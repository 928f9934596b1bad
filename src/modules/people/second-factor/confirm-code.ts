import { runTransaction } from '../../../kernel/execute.ts';
import { Failure, fail } from '../../../kernel/failures/failure.ts';
import type { PersonCaller } from '../../../kernel/operations/caller.ts';
import { withoutKey } from '../../../kernel/operations/idempotency-key.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import type { RateLimit, RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { matchTotp } from '../../../kernel/security/totp.ts';
import { deviceLimit } from '../sessions/sign-in-limits.ts';
import { recoveryCodeDigest } from './rules.ts';
import { consumeRecoveryCode, consumeStep, findSecondFactor } from './second-factor-store.ts';

type Proof = { step: number } | { recoveryCode: Buffer };

/** Accepts a code of the app or a recovery code, once. */
const useSecondFactor = defineTransaction({
  name: 'use-second-factor',
  events: [],
  async run(ctx, { personId, proof }: { personId: number; proof: Proof }) {
    const { account } = ctx;
    if (!('step' in proof))
      ctx.enqueue('send-access-notice', { person_id: personId, about: 'recovery_code' });
    const use =
      'step' in proof
        ? consumeStep(account.id, personId, proof.step)
        : consumeRecoveryCode(account.id, personId, proof.recoveryCode);
    return (await ctx.finishIf({ target: account.guid, ...use })) ?? fail('code_wrong');
  },
});

/**
 * Verifies a code of the app or a recovery code, and consumes it. Attempts are bounded for the person over all addresses:
 * only somebody who has given the password gets here. A known device has a limit of its own.
 */
export async function confirmCode(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  caller: PersonCaller,
  { code, device = null }: { code: string; device?: string | null },
): Promise<void> {
  const { account, person } = caller;
  const limits = codeLimits(account.id, person.id, device);
  const isRight = await rateLimiter.attempt(
    limits,
    () => consumeCode(kernel, caller, code),
    caller.isDryRun ? [] : limits.slice(0, 1),
  );
  if (!isRight) fail('code_wrong');
}

/** False where the code is wrong, or was used before. */
async function consumeCode(kernel: Kernel, caller: PersonCaller, code: string): Promise<boolean> {
  const { account, person } = caller;
  const factor = await findSecondFactor(kernel.db, account.id, person.id);
  if (!factor) return false;
  const now = caller.now ?? kernel.clock();
  // Recovery codes are digests, and work also where the operator has changed the secret that this one is sealed under.
  const secret = kernel.secrets.tryUnsealText(factor.secret);
  const step = secret === null ? null : matchTotp(secret, code, now);
  const proof = step === null ? { recoveryCode: recoveryCodeDigest(code) } : { step };
  try {
    await runTransaction(kernel, useSecondFactor, withoutKey(caller), { personId: person.id, proof });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'code_wrong') return false;
    throw error;
  }
}

export function codeLimits(accountId: number, personId: number, device: string | null): RateLimit[] {
  if (device !== null) return [deviceLimit('code', device)];
  const subject = `code of ${accountId} ${personId}`;
  return [
    { subject, max: 10, seconds: 900 },
    { subject: `${subject} within a day`, max: 50, seconds: 24 * 3600 },
  ];
}
