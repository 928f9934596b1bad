import type { z } from 'zod';
import { CURRENCIES, PAYMENT_METHODS, UOMS } from '../../domain/codes.ts';
import { VAT_CODES } from '../../domain/vat.ts';
import { choice, date, flag, guid, integer, list, number, object, text } from '../../kernel/fields.ts';
import { customerPatch } from '../customers/schema.ts';
import { itemDescription, itemNumber, unitPrice } from '../items/schema.ts';

export const MAX_LINES = 500;

const discount = number({ places: 4, max: '1000000000000' });

/** A line: `guid` of an item, or all of an inline item with `add_new`. What is sent beside a guid overrides. */
export const lineInput = object({
  guid: guid.optional(),
  item_number: itemNumber.optional(),
  description: itemDescription.optional(),
  qty: number({ places: 3, min: '0.001', max: '1000000' })(),
  uom: choice(UOMS).optional(),
  unit_price: unitPrice.optional(),
  tax: choice(VAT_CODES).optional(),
  discount: discount.optional(),
  discount_type: flag.optional(),
  add_new: flag.optional(),
});
export type LineInput = z.infer<typeof lineInput>;

const methods = PAYMENT_METHODS.length;

export const invoiceInput = object({
  // Any number of decimals is read, so that a wrong one is answered with the right amount.
  amount: number({ places: 20 })(),
  type: choice(['invoice', 'credit'])(),
  currency: choice(CURRENCIES).optional(),
  exchange_rate: number({ places: 6, min: '0.000001', max: '1000000' }).optional(),
  issue_date: date.optional(),
  due_date: date.optional(),
  settlement_date: date.optional(),
  delivery_date: date.optional(),
  description: text(4000).optional(),
  booking: text(200).optional(),
  cost_provide: text(200).optional(),
  terms: text(4000).optional(),
  ref_invoice_guid: guid.optional(),
  items: list(lineInput, MAX_LINES).optional(),
  customer: customerPatch.extend({ guid: guid.optional() }).optional(),
  trading_partner_id: text(20).optional(),
  is_claim: flag.optional(),
  is_discount: flag.optional(),
  discount_type: flag.optional(),
  discount_value: discount.optional(),
  payment_fee: number({ places: 2, min: '0', max: '1000000' }).optional(),
  mark_paid: flag.optional(),
  method_payment: integer(1, methods).optional(),
  is_payment_link: flag.optional(),
  files: text(4000).optional(),
  save: flag.optional(),
});
export type InvoiceInput = z.infer<typeof invoiceInput>;

export interface InvoiceLine {
  guid: string;
  line_guid: string;
  item_number: string;
  description: string;
  qty: number;
  uom: string;
  tax: string;
  unit_price: number;
  discount: number;
  discount_type: boolean;
}

export interface InvoiceCustomer {
  guid: string;
  name: string;
  address: string;
  zip: string;
  city: string;
  registration_no: string;
  email: string;
}

/** An invoice as both APIs show it. */
export interface Invoice {
  guid: string;
  number: string;
  amount: number;
  currency: string;
  status: string;
  created_date: string;
  issue_date: string;
  due_date: string;
  settlement_date: string;
  delivery_date: string | null;
  description: string;
  booking: string;
  cost_provide: string;
  terms: string;
  type: string;
  refer_guid: string | null;
  accounting_status: string;
  accounting_message: string;
  updated_timestamp: string;
  xml_status: string;
  claim_id: string;
  claim_status: string;
  capital_gains_tax: number;
  other_default_costs_amount: number;
  default_charge_amount: number;
  default_interest_amount: number;
  bank_transaction_amount: number;
  total_24vat: number;
  total_11vat: number;
  total_0vat: number;
  exchange_rate: number;
  payment_fee: number;
  is_discount: boolean;
  discount_type: boolean;
  discount_value: number;
  credited_amount: number;
  credited: boolean;
  payment_link?: string;
  items: InvoiceLine[];
  customer: InvoiceCustomer;
}
