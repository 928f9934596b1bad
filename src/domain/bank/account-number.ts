const MODULUS = 97n;

/** What identifies an account at a bank: the twelve digits of an Icelandic one, or the IBAN of another. */
export interface BankAccountNumber {
  /** Empty for an account abroad. */
  account_no: string;
  iban: string;
}

/** Twelve digits of bank, type and number, with or without hyphens: 0133-26-012345, 133-26-12345. Null for anything else. */
export function parseAccountNo(written: string): string | null {
  const parts = written.trim().split(/[\s-]+/);
  const [bank = '', type = '', number = ''] = parts;
  const joined =
    parts.length === 3
      ? `${bank.padStart(4, '0')}${type.padStart(2, '0')}${number.padStart(6, '0')}`
      : parts.join('');
  return /^\d{12}$/.test(joined) ? joined : null;
}

/** An IBAN without blanks whose check digits fit; null for anything else. */
export function parseIban(written: string): string | null {
  const iban = written.replace(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(iban)) return null;
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join('');
  return BigInt(digits) % MODULUS === 1n ? iban : null;
}

/** The twelve digits inside of an Icelandic IBAN; empty for one of another country. */
export function accountNoOfIban(iban: string): string {
  return /^IS\d{24}$/.test(iban) ? iban.slice(4, 16) : '';
}

type WrongNumber = { field: keyof BankAccountNumber; violation: 'account_no' | 'iban' | 'iban_of_other' };

/** The number of an account as it was written, in one way or both; or what is wrong with it. */
export function readAccountNumber(written: BankAccountNumber): BankAccountNumber | WrongNumber {
  const iban = written.iban === '' ? '' : parseIban(written.iban);
  if (iban === null) return { field: 'iban', violation: 'iban' };
  const ofIban = accountNoOfIban(iban);
  const account_no = written.account_no === '' ? ofIban : parseAccountNo(written.account_no);
  if (account_no === null) return { field: 'account_no', violation: 'account_no' };
  if (iban !== '' && account_no !== ofIban) return { field: 'iban', violation: 'iban_of_other' };
  return { account_no, iban };
}

/** Whether a number that a file names is that of the account, as account number or as IBAN. */
export function isNumberOf({ account_no, iban }: BankAccountNumber, written: string): boolean {
  const compact = written.replace(/[\s-]/g, '').toUpperCase();
  if (iban !== '' && compact === iban) return true;
  const known = accountNoOfIban(compact) || parseAccountNo(written);
  return account_no !== '' && known === account_no;
}
