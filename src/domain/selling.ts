import { addDays, type PlainDate } from './dates.ts';
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
// Marked as pure, so that the console can bundle the list of types without the arithmetic.
const SMALLEST = /* @__PURE__ */ decimal('0.0001');

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

export const SALE_STATES = ['open', 'closed', 'sold_out', 'over'] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** Whether strangers can buy. An event can be bought until the end of its day. */
export function saleState(
  sale: {
    is_open: boolean;
    inventory_control: boolean;
    inventory_count: number;
    event_date: PlainDate | null;
  },
  today: PlainDate,
): SaleState {
  if (!sale.is_open) return 'closed';
  if (sale.event_date !== null && sale.event_date < today) return 'over';
  return sale.inventory_control && sale.inventory_count < 1 ? 'sold_out' : 'open';
}

/** Kinds of which a certain number may be held for somebody who has yet to pay. */
export function isHeld(type: SaleType): boolean {
  return type === 'STAND' || type === 'EVENT';
}

/** The last day for paying an order that lapses otherwise: no later than that of the event. Null: it does not lapse. */
export function payBy(
  { hold_days, event_date }: { hold_days: number | null; event_date: PlainDate | null },
  today: PlainDate,
): PlainDate | null {
  if (hold_days === null) return null;
  const last = addDays(today, hold_days);
  return event_date !== null && event_date >= today && event_date < last ? event_date : last;
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

export interface Seats {
  qty: number;
  /** Whether anyone came. */
  attended: boolean;
  /** The seats that came; none where they came all together. */
  seats_in: readonly number[];
}

/** The seats of an order whose tickets were used. */
export function seatsUsed({ qty, attended, seats_in }: Seats): number[] {
  if (!attended) return [];
  if (seats_in.length > 0) return [...new Set(seats_in)].sort((a, b) => a - b);
  return Array.from({ length: qty }, (_, n) => n + 1);
}

export const TICKET_STATES = ['valid', 'used', 'unpaid', 'credited'] as const;
export type TicketState = (typeof TICKET_STATES)[number];

export interface TicketFacts extends Seats {
  status: InvoiceStatus;
  credited: boolean;
  /** How many of the tickets were credited. */
  credited_qty: number;
}

/** Whether somebody may come in by the ticket of this seat. Of an order credited in part, the last seats go first. */
export function ticketState(order: TicketFacts, seat: number): TicketState {
  if (order.credited || order.status === 'Cancelled' || seat > order.qty - order.credited_qty)
    return 'credited';
  if (order.status !== 'Paid') return 'unpaid';
  return seatsUsed(order).includes(seat) ? 'used' : 'valid';
}
