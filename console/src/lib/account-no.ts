import type { BankAccountNumber } from '../../../src/domain/bank/account-number.ts';

/** 0133-26-012345, or the IBAN of an account abroad. */
export function writeAccountNo({ account_no, iban }: BankAccountNumber): string {
  return account_no ? account_no.replace(/^(\d{4})(\d{2})(\d{6})$/, '$1-$2-$3') : iban;
}
