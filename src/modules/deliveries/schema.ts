/** One delivery of an invoice: its retries share the series, and what happens in a series is recorded once. */
export interface DeliveryOfInvoice {
  invoice_guid: string;
  series: string;
}
