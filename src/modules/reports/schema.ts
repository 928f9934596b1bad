/** A document as the dashboard shows it: money as text, negative on credit notes. */
export interface DashboardInvoice {
  invoice_creator_username: string;
  invoice_issue_date: string;
  invoice_number: string;
  invoice_status: 'Paid' | 'Not Paid';
  customer_number: string;
  customer_name: string;
  customer_guid: string;
  invoice_description: string;
  document_type: 'Invoice' | 'Credit Note';
  invoice_booking_information: string;
  invoice_order_reference: string;
  invoice_cost_location: string;
  invoice_total_excluding_vat: string;
  invoice_vat_total: string;
  invoice_total_discount: string;
  invoice_total_including_vat: string;
  items: DashboardItem[];
}

export interface DashboardItem {
  number: string;
  name: string;
  description: string;
  qty: number;
  uom: string;
  vat_code: string;
  category_code: string;
  guid: string;
  product_cost: string;
  total_excluding_vat: number;
  total_vat: number;
  total_including_vat: number;
  total_discount: number;
  profit: number;
  margin: number;
}
