import type { Account } from '../../../kernel/access/account.ts';
import { settingsOf } from '../../accounts/settings.ts';

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
    phone: settingsOf(account).company_phone ?? '',
    contact: settingsOf(account).company_contact ?? '',
  };
}
/** Invoices from before telephone and contact were kept have none. */
export type SellerSnapshot = Omit<ReturnType<typeof sellerSnapshot>, 'phone' | 'contact'> & {
  phone?: string;
  contact?: string;
};
