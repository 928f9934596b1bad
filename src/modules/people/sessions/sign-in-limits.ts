import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../../kernel/failures/failure.ts';
import { ConcurrencyLimiter } from '../../../kernel/node/concurrency-limiter.ts';
import type { RateLimit, RateLimiter } from '../../../kernel/security/rate-limits.ts';

const QUARTER_SECONDS = 900;
const DAY_SECONDS = 24 * 3600;
/** Failures from unknown devices within a quarter of an hour, from which on a name counts as attacked. */
const ATTACKED_FROM = 100;
/** Failures from unknown devices within a day, from which on the right password is not enough by itself. */
const PROOF_FROM = 1000;
const TRIES_PER_ADDRESS = 10;
const TRIES_PER_ADDRESS_WHEN_ATTACKED = 3;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 8000;
/** The delay grows by its first value with every so many failures. */
const FAILURES_PER_DELAY_STEP = 20;

/** Waiting requests hold a connection and little else; the bound is a safeguard for the node. */
const waiting = new ConcurrencyLimiter(500, { maxWaiting: 0, refuse: () => fail('busy_signing_in') });

/** What a failed attempt counts against, and whether the password needs a second proof. */
export interface Admission {
  limits: RateLimit[];
  needsProof: boolean;
}

/**
 * Admits an attempt to sign in, or refuses it. A stranger must not be able to lock a person out, so the number of
 * failures for a name never refuses the right password: it slows unknown devices down, allows each address fewer tries
 * and finally demands a second proof. Known devices have limits of their own that nobody else can use up.
 */
export async function admitSignIn(
  rateLimiter: RateLimiter,
  { username, ip, device }: { username: string; ip: string; device: string | null },
): Promise<Admission> {
  if (device !== null) {
    const onDevice = deviceLimit('sign-in', device);
    const [count = 0] = await rateLimiter.counts([onDevice]);
    if (count < onDevice.max) return { limits: [onDevice], needsProof: false };
  }
  const name = username.toLowerCase();
  const ofName = { subject: `sign-in of ${name}`, max: Number.POSITIVE_INFINITY };
  const byName = { ...ofName, seconds: QUARTER_SECONDS };
  const byNameAndDay = { ...ofName, subject: `${ofName.subject} within a day`, seconds: DAY_SECONDS };
  const [recent = 0, today = 0] = await rateLimiter.counts([byName, byNameAndDay]);
  const isAttacked = recent >= ATTACKED_FROM || today >= PROOF_FROM;
  const max = isAttacked ? TRIES_PER_ADDRESS_WHEN_ATTACKED : TRIES_PER_ADDRESS;
  const byAddress = [
    { subject: `sign-in of ${name}`, address: ip, max, seconds: QUARTER_SECONDS },
    { subject: 'sign-in', address: ip, max: 60, seconds: QUARTER_SECONDS },
  ];
  await rateLimiter.refuse(byAddress);
  if (isAttacked) await waiting.run(() => sleep(signInDelay(recent)));
  return { limits: [...byAddress, byName, byNameAndDay], needsProof: today >= PROOF_FROM };
}

/** Milliseconds by which an attempt from an unknown device is delayed after so many failures. */
export function signInDelay(failures: number): number {
  const steps = 1 + Math.floor(Math.max(0, failures - ATTACKED_FROM) / FAILURES_PER_DELAY_STEP);
  return Math.min(MAX_DELAY_MS, steps * FIRST_DELAY_MS);
}

/** The limit for attempts from one known device, which only its owner can use up. */
export function deviceLimit(what: string, device: string): RateLimit {
  return { subject: `${what} on device ${device}`, max: TRIES_PER_ADDRESS, seconds: QUARTER_SECONDS };
}
