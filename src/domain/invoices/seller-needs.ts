/** What a seller's own details must have before an invoice is issued. */
export interface SellerDetails {
  vat_no: string;
  address: string;
  zip: string;
  city: string;
  bank_account: string;
}

export const SELLER_NEEDS = ['vat_no', 'address', 'bank_account'] as const;
export type SellerNeed = (typeof SELLER_NEEDS)[number];

interface InvoiceTraits {
  /** The invoice charges VAT: the law wants the seller's VAT number on it. */
  hasVat: boolean;
  /** Nothing but a bank transfer is offered to the payer. */
  isPaidByTransfer: boolean;
}

/** What of the seller's details the law or the payer needs on this invoice and does not find there. */
export function missingSellerDetails(
  seller: SellerDetails,
  { hasVat, isPaidByTransfer }: InvoiceTraits,
): SellerNeed[] {
  const isMissing: Record<SellerNeed, boolean> = {
    vat_no: hasVat && seller.vat_no.trim() === '',
    address: seller.address.trim() === '' || `${seller.zip}${seller.city}`.trim() === '',
    bank_account: isPaidByTransfer && seller.bank_account.trim() === '',
  };
  return SELLER_NEEDS.filter((need) => isMissing[need]);
}
