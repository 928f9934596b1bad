import { z } from 'zod';
import { BUCKETS } from '../../../domain/invoices/invoice-status.ts';
import { VAT_CODES } from '../../../domain/invoices/vat.ts';
import { CURRENCIES, UOMS } from '../../../domain/values/codes.ts';
import { component, out } from '../../../kernel/fields/output-fields.ts';

/** The heading of lines that belong to no item of the catalogue, in reports that group by item or category. */
export const FREE_LINES = { key: 'free-lines', label: 'Free lines' };

/** Of every report that adds up costs. */
export const withoutRate = out.integer(
  'Approved costs in a foreign currency whose exchange rate is not known; they are not in the sums',
  0,
);

const dashboardItem = component('DashboardItem', {
  number: out.own(`Number of the item; "${FREE_LINES.label}" for a free line`, 'RAD-1'),
  name: out.own('What was sold', 'Ráðgjöf'),
  description: out.own('What was sold', 'Ráðgjöf'),
  qty: out.number('How many', 2.5),
  uom: out.code(UOMS, 'Unit of measure').meta({ examples: ['HUR'] }),
  vat_code: out.code(VAT_CODES, 'VAT code: S 24 %, AA 11 %, Z none'),
  category_code: out.own(`Category of the item; "${FREE_LINES.label}" for a free line`, '2353'),
  guid: out.guid('The item; null on a free line').nullable(),
  product_cost: out.own('What the line cost you', '10000.00'),
  total_excluding_vat: out.number('Total without VAT', 37500),
  total_vat: out.number('VAT', 9000),
  total_including_vat: out.number('Total with VAT', 46500),
  total_discount: out.number('Discount, with its VAT'),
  profit: out.number('Total without VAT less the cost', 27500),
  margin: out.number('Cost as a share of the total without VAT; 0 when there is none', 0.2667),
});
export type DashboardItem = z.infer<typeof dashboardItem>;

/** Money is text, and negative on credit notes. */
export const dashboardInvoice = component('DashboardInvoice', {
  invoice_creator_username: out.own('Username of the account', 'demo'),
  invoice_issue_date: out.date('Day of issue'),
  invoice_number: out.own('Number', '1'),
  invoice_status: z.enum(['Paid', 'Not Paid']).describe('Whether it is paid'),
  customer_number: out.own('Your own number for the customer', 'B-17'),
  customer_name: out.ofCustomer('customer_guid', 'Name of the customer', 'Jón Jónsson'),
  customer_guid: out.guid('The customer'),
  invoice_description: out.own('Text for the customer'),
  document_type: z.enum(['Invoice', 'Credit Note']).describe('What it is'),
  invoice_booking_information: out.own('Booking reference'),
  invoice_order_reference: out.own('Order that it was made from'),
  invoice_cost_location: out.own('Cost location or reference of the buyer'),
  invoice_total_excluding_vat: out.own('Total without VAT', '37500.00'),
  invoice_vat_total: out.own('VAT', '9000.00'),
  invoice_total_discount: out.own('Discounts, with their VAT', '0.00'),
  invoice_total_including_vat: out.own('Total with VAT', '46500.00'),
  items: z.array(dashboardItem).describe('The lines'),
});
export type DashboardInvoice = z.infer<typeof dashboardInvoice>;

const summary = component('InvoiceSummary', {
  status: z.enum(['total', ...BUCKETS]).describe('Group of invoices; total is the sum of the others'),
  count: out.integer('How many', 1),
  amounts: out.list('One sum for each currency', {
    currency: out.code(CURRENCIES, 'Currency'),
    total: out.number('Sum with VAT, in which credit notes count negative', 46500),
  }),
});

export const summaries = z.object({
  period: out.record('First and last day of the period', {
    from: out.date('First day', '2026-01-01'),
    to: out.date('Last day', '2026-12-31'),
  }),
  summaries: z.array(summary).describe('total first, then the groups that have invoices'),
});
