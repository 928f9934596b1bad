import { chosenSecretRule, countDifferent } from '../../domain/access/chosen-secrets.ts';
import type { Account } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { isCommonPassword } from '../../kernel/security/common-passwords.ts';
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

/** Five or six digits. Words around them, as in "VSK-nr. 145678", and the letters IS are removed. */
export function normalizeVatNo(input: string): string {
  if (input === '') return '';
  const [, digits] = /^(?:IS|VSK[\s-]*(?:n[rú][.a-zúmer]*)?:?)?\s*(\d{5,6})$/i.exec(input.trim()) ?? [];
  return digits ?? fail('field_invalid', 'vat_no', violation('seller_vat_number'));
}

/** `about`: names and numbers that everybody knows of the person. A password that the operator sets is not checked by them. */
export async function hashNewPassword(
  secrets: Secrets,
  password: string,
  about: readonly string[] | null,
): Promise<string> {
  checkNewPassword(password, about);
  return secrets.passwords.hash(password);
}

export function checkNewPassword(password: string, about: readonly string[] | null): void {
  if (password.length < 8) fail('field_invalid', 'password', violation('short', 8));
  if (about && isCommonPassword(password, about))
    fail('field_invalid', 'password', violation('common_password'));
}

/** What everybody knows of a person or a company, for a password that must not be made of it. */
export function publicNames(
  names: readonly string[],
  { name, username, email, registrationNo }: Pick<Account, 'name' | 'username' | 'email' | 'registrationNo'>,
): string[] {
  const all = [...names, name, username, email, registrationNo];
  return all.flatMap((one) => [one, one.split('@', 1)[0] ?? '']);
}

/** Refuses an api_key that the operator has chosen, and that could be guessed. */
export function checkChosenKey(apiKey: string, baseUrl: string): void {
  const { minLength, minDifferent } = chosenSecretRule(baseUrl);
  if (apiKey.length < minLength) fail('field_invalid', 'api_key', violation('short', minLength));
  if (countDifferent(apiKey) < minDifferent)
    fail('field_invalid', 'api_key', violation('few_different', minDifferent));
}

export function checkUsername(username: string): void {
  if (!/^[^\s:]+$/.test(username)) fail('field_invalid', 'username', violation('username'));
}
