/** The true values of a receipt. A field that is not on it is absent. */
export interface Truth {
  supplier_name?: string;
  supplier_id?: string;
  issue_date?: string;
  due_date?: string;
  payee_account?: string;
  payee_iban?: string;
  amount?: string;
  currency?: string;
  vat_24?: string;
  vat_11?: string;
  invoice_number?: string;
  is_credit_note?: boolean;
}

export interface TestReceipt {
  name: string;
  bytes: Buffer;
  contentType: string;
  own?: string;
  truth: Truth;
}
