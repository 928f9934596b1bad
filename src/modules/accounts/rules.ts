import type { Account } from '../../kernel/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { Secrets } from '../../kernel/security/secrets.ts';

/** Refuses an account that is closed for use. */
export function requireEnabled(account: Account): Account {
  if (account.disabled) fail('account_disabled');
  return account;
}

/** Twelve digits: bank 4, ledger 2, number 6. Hyphens and spaces between them are removed. */
export function normalizeBankAccount(input: string): string {
  const digits = input.replace(/[\s-]/g, '');
  if (digits === '' || /^\d{12}$/.test(digits)) return digits;
  return fail('field_invalid', 'bank_account', violation('bank_account'));
}

export async function hashNewPassword(secrets: Secrets, password: string): Promise<string> {
  if (password.length < 8) fail('field_invalid', 'password', violation('short', 8));
  return secrets.passwords.hash(password);
}

export function checkUsername(username: string): void {
  if (!/^[^\s:]+$/.test(username)) fail('field_invalid', 'username', violation('username'));
}
