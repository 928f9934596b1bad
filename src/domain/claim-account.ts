/** The ledger that banks keep claims in. */
const CLAIMS = '66';

/**
 * The twelve digits under which a claim is found at the bank: the branch of the seller's account, the ledger of
 * claims, and a number of six digits, which is that of the invoice. Empty where the seller has no account.
 */
export function claimAccount(bankAccount: string, invoiceNumber: string): string {
  if (!/^\d{12}$/.test(bankAccount) || invoiceNumber === '') return '';
  return `${bankAccount.slice(0, 4)}${CLAIMS}${invoiceNumber.slice(-6).padStart(6, '0')}`;
}
