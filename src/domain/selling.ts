import type { PlainDate } from './dates.ts';
import type { InvoiceStatus } from './invoice-states.ts';
import { type Decimal, decimal, divide, ONE, round2, roundTo, ZERO } from './money.ts';
import { type VatCode, vatRate } from './vat.ts';

/** Goods at a stand, a subscription, a donation, tickets to an event. The API's integers are the places from 1. */
export const SALE_TYPES = ['STAND', 'SUB', 'DONA', 'EVENT'] as const;
export type SaleType = (typeof SALE_TYPES)[number];

export function saleTypeCode(type: SaleType): number {
  return SALE_TYPES.indexOf(type) + 1;
}

const PRICE_PLACES = 4;
const SMALLEST = decimal('0.0001');

export interface NetLine {
  unitPrice: Decimal;
  /** An amount off the line; none for quantities that come out right without it. */
  discount: Decimal;
}

/** The net price of one unit that is sold for `price` with VAT. */
export function netPrice(price: Decimal, tax: VatCode): Decimal {
  return roundTo(divide(price, ONE.plus(vatRate(tax))), PRICE_PLACES);
}

/**
 * The line that makes the invoice exactly `qty` times the price with VAT. A net price of four decimals is off by up
 * to half a tenth of a thousandth, which many units add up to a cent; then the price is rounded up, and what is too
 * much comes off the line as a discount. What is left is off by less than a hundredth of a cent.
 */
export function exactLine(price: Decimal, qty: Decimal, tax: VatCode): NetLine {
  const gross = ONE.plus(vatRate(tax));
  const asked = price.times(qty);
  const nearest = netPrice(price, tax);
  if (round2(nearest.times(qty).times(gross)).eq(asked)) return { unitPrice: nearest, discount: ZERO };
  const unitPrice = nearest.times(gross).lt(price) ? nearest.plus(SMALLEST) : nearest;
  const discount = roundTo(unitPrice.times(qty).minus(divide(asked, gross)), PRICE_PLACES);
  return { unitPrice, discount };
}

export const ATTENDEE_STATUSES = [
  'Paid',
  'Not paid',
  'Not paid on time',
  'Collection',
  'Cancelled',
  'Credited',
] as const;
export type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];

/** What the list of attendees says of the invoice of a ticket. */
export function attendeeStatus(
  invoice: { status: InvoiceStatus; credited: boolean; dueDate: PlainDate },
  today: PlainDate,
): AttendeeStatus {
  if (invoice.status === 'Cancelled' || invoice.status === 'Collection') return invoice.status;
  if (invoice.status === 'Paid') return invoice.credited ? 'Credited' : 'Paid';
  return invoice.dueDate < today ? 'Not paid on time' : 'Not paid';
}
