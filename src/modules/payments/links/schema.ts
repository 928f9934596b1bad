export interface InvoiceToPay {
  invoice_guid: string;
}

export interface CheckoutOfInvoice extends InvoiceToPay {
  /** The id that the provider has given it. */
  checkout_id: string;
}
