/** What every transaction on a claim names. */
export interface ClaimOfInvoice {
  invoice_guid: string;
}
