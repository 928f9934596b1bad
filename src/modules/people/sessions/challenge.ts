import { randomInt } from 'node:crypto';
import { runTransaction, runWrite } from '../../../kernel/execute.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { digest } from '../../../kernel/node/digest.ts';
import type { Caller, PersonCaller } from '../../../kernel/operations/caller.ts';
import type { Kernel } from '../../../kernel/operations/kernel.ts';
import type { RateLimiter } from '../../../kernel/security/rate-limits.ts';
import { sameBytes } from '../../../kernel/security/secrets.ts';
import { toAccount } from '../../accounts/account-store.ts';
import { findLoginById, type LoginRow } from '../person-store.ts';
import { codeLimits, confirmCode } from '../second-factor/confirm-code.ts';
import { confirmSecondFactor, type OfferedSecret, offerSecret } from '../second-factor/enrolment.ts';
import { requiresSecondFactor } from '../second-factor/rules.ts';
import { findKnownDevice } from './known-device.ts';
import { mailSignInCode } from './mail-sign-in-code.ts';
import { startSession } from './open-session.ts';
import { type OpenedSession, toPerson } from './session.ts';

const LIFETIME_MS = 15 * 60_000;

/** What is still missing after the password: a code of the app, its enrolment, or a code that was mailed. */
type Missing =
  | { kind: 'code' }
  | { kind: 'enrol'; offered: OfferedSecret }
  | { kind: 'mail'; codeDigest: string };

/**
 * A sign-in whose password was right and that is not complete. It travels sealed in a cookie; the digest of the password
 * hash ends it when the password changes.
 */
type Challenge = Missing & {
  purpose: 'sign-in';
  accountId: number;
  personId: number;
  passwordDigest: string;
  issuedAt: number;
};

/** Either the session, or the sealed challenge that leads to it. */
export type SignInStep = { session: OpenedSession; recoveryCodes?: string[] } | { challenge: string };

/** Opens the session of a person who has proved the password, or asks for what is missing. */
export async function completeSignIn(
  kernel: Kernel,
  caller: Caller,
  row: LoginRow,
  { needsProof = false } = {},
): Promise<SignInStep> {
  const missing = await findMissing(kernel, caller, row, needsProof);
  if (missing === null)
    return {
      session: await startSession(kernel, { ...caller, via: 'page' }, toPerson(row), row.password_hash),
    };
  const challenge: Challenge = {
    ...missing,
    purpose: 'sign-in',
    accountId: row.account_id,
    personId: row.person_id,
    passwordDigest: digestOf(row.password_hash),
    issuedAt: kernel.clock().getTime(),
  };
  return { challenge: kernel.secrets.seal(challenge) };
}

async function findMissing(
  kernel: Kernel,
  caller: Caller,
  row: LoginRow,
  needsProof: boolean,
): Promise<Missing | null> {
  const { account_id: accountId, person_id: personId, person_username: username } = row;
  if (row.person_second_factor) return { kind: 'code' };
  // Without an address there is nowhere to send a code; the delays of sign-in-limits.ts remain.
  if (needsProof && row.person_email !== '') {
    const code = String(randomInt(10 ** 8)).padStart(8, '0');
    await runTransaction(kernel, mailSignInCode, caller, {
      personGuid: row.person_guid,
      code,
      lang: row.person_lang,
    });
    return { kind: 'mail', codeDigest: digestOf(code) };
  }
  if (!requiresSecondFactor(caller.account)) return null;
  const offered = offerSecret(kernel.secrets, { accountId, personId, username }, kernel.clock());
  return { kind: 'enrol', offered };
}

export interface OpenChallenge {
  missing: Missing;
  row: LoginRow;
}

/** Null for a challenge that is too old, was forged, or whose person or password is not the same any more. */
export async function openChallenge(kernel: Kernel, sealed: string): Promise<OpenChallenge | null> {
  const challenge = unseal(kernel, sealed);
  if (challenge?.purpose !== 'sign-in') return null;
  if (kernel.clock().getTime() - challenge.issuedAt >= LIFETIME_MS) return null;
  const row = await findLoginById(kernel.db, challenge.accountId, challenge.personId);
  if (!row || row.disabled || digestOf(row.password_hash) !== challenge.passwordDigest) return null;
  return { missing: challenge, row };
}

function unseal(kernel: Kernel, sealed: string): Challenge | null {
  try {
    return kernel.secrets.unseal(sealed) as Challenge;
  } catch {
    return null;
  }
}

/** Completes the sign-in by a code. The step may lead to another challenge: a mailed code does not replace enrolment. */
export async function answerChallenge(
  kernel: Kernel,
  rateLimiter: RateLimiter,
  { missing, row }: OpenChallenge,
  { code, devices, ip, requestId }: { code: string; devices: string } & Pick<Caller, 'ip' | 'requestId'>,
): Promise<SignInStep> {
  const person = { id: row.person_id, role: row.person_role };
  const caller: PersonCaller = { by: 'person', account: toAccount(row), person, via: 'page', ip, requestId };
  const device = findKnownDevice(kernel.secrets, devices, {
    guid: row.person_guid,
    passwordHash: row.password_hash,
  });
  const open = () => startSession(kernel, caller, toPerson(row), row.password_hash);
  if (missing.kind === 'enrol') {
    const { token } = missing.offered;
    const { output } = await runWrite(kernel, confirmSecondFactor, caller, { token, code });
    return { session: await open(), recoveryCodes: output.recovery_codes };
  }
  if (missing.kind === 'code') {
    await confirmCode(kernel, rateLimiter, caller, { code, device });
    return { session: await open() };
  }
  const limits = codeLimits(row.account_id, row.person_id, device);
  const sent = Buffer.from(digestOf(code.replace(/\s/g, '')));
  const isRight = async () => sameBytes(sent, Buffer.from(missing.codeDigest));
  if (!(await rateLimiter.attempt(limits, isRight))) fail('code_wrong');
  return completeSignIn(kernel, caller, row);
}

function digestOf(text: string): string {
  return digest(text).toString('base64url');
}
