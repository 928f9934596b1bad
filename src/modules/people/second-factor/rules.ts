import { randomBytes } from 'node:crypto';
import type { Account } from '../../../kernel/access/account.ts';
import { digest } from '../../../kernel/node/digest.ts';
import { toBase32 } from '../../../kernel/security/totp.ts';

const CODES = 10;
const CODE_BYTES = 10;

/** Stored with the settings of the account, but changed by an operation of its own, which asks for the password. */
export const REQUIRED_SETTING = 'people_second_factor_required';

/** Whether everybody of the account must sign in with a second factor. */
export function requiresSecondFactor({ settings }: Pick<Account, 'settings'>): boolean {
  return settings[REQUIRED_SETTING] === true;
}

/** Codes that replace a lost phone, once each: 80 random bits, in groups that can be read out. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () =>
    (toBase32(randomBytes(CODE_BYTES)).match(/.{4}/g) ?? []).join('-'),
  );
}

export function recoveryCodeDigest(code: string): Buffer {
  return digest(`recovery ${code.toUpperCase().replace(/[^A-Z2-7]/g, '')}`);
}
