import type { Account } from '../../../kernel/account.ts';

/** A copy of the account's details, so that later changes leave issued invoices as they were. */
export function sellerSnapshot(account: Account) {
  const { name, registrationNo, vatNo, email, address, zip, city, bankAccount } = account;
  return {
    name,
    registration_no: registrationNo,
    vat_no: vatNo,
    email,
    address,
    zip,
    city,
    bank_account: bankAccount,
  };
}
export type SellerSnapshot = ReturnType<typeof sellerSnapshot>;
