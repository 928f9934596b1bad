import type { InvoiceStatus } from '../invoices/invoice-states.ts';
import { NEWEST_VAT_RATES, type VatCode, type VatRates } from '../invoices/vat.ts';
import { addDays, type PlainDate } from '../values/dates.ts';
import { type Decimal, decimal, divide, ONE, round2, roundTo, ZERO } from '../values/money.ts';

/**
 * Goods at a stand, a subscription, a donation, tickets to an event. The API's integer codes are the positions,
 * counted from 1.
 */
export const SALE_TYPES = ['STAND', 'SUB', 'DONA', 'EVENT'] as const;
export type SaleType = (typeof SALE_TYPES)[number];

export function saleTypeCode(type: SaleType): number {
  return SALE_TYPES.indexOf(type) + 1;
}

const PRICE_PLACES = 4;
// Marked as pure, so that the console can bundle the list of types without the arithmetic.
const SMALLEST = /* @__PURE__ */ decimal('0.0001');

interface NetLine {
  unitPrice: Decimal;
  /** An amount off the line; zero if the rounded price is already exact for the quantity. */
  discount: Decimal;
}

/** The net price of one unit with the gross price `price`. */
export function netPrice(price: Decimal, tax: VatCode, rates: VatRates = NEWEST_VAT_RATES): Decimal {
  return roundTo(divide(price, ONE.plus(rates[tax])), PRICE_PLACES);
}

/**
 * The line that makes the invoice exactly `qty` times the gross price. A net price of four decimals can be off by
 * half a ten-thousandth, which adds up to a cent over many units. In that case the price is rounded up and the
 * excess becomes a discount; the remaining error is less than a hundredth of a cent.
 */
export function exactLine(
  price: Decimal,
  qty: Decimal,
  tax: VatCode,
  rates: VatRates = NEWEST_VAT_RATES,
): NetLine {
  const gross = ONE.plus(rates[tax]);
  const expected = price.times(qty);
  const nearest = netPrice(price, tax, rates);
  if (round2(nearest.times(qty).times(gross)).eq(expected)) return { unitPrice: nearest, discount: ZERO };
  const unitPrice = nearest.times(gross).lt(price) ? nearest.plus(SMALLEST) : nearest;
  const discount = roundTo(unitPrice.times(qty).minus(divide(expected, gross)), PRICE_PLACES);
  return { unitPrice, discount };
}

const SALE_STATES = ['open', 'closed', 'sold_out', 'over'] as const;
export type SaleState = (typeof SALE_STATES)[number];

/** Whether the public can buy. Tickets are sold until the end of the day of the event. */
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

/**
 * Within how many days an order must be paid unless the seller sets it; null: it never lapses. Nobody delivers anything
 * for an unpaid donation or first month, so that it ends by itself instead of being claimed.
 */
export function usualHoldDays(type: SaleType): number | null {
  return type === 'DONA' || type === 'SUB' ? 7 : null;
}

/**
 * The last day to pay an order before it lapses, at the latest the day of the event; null if it does not
 * lapse.
 */
export function paymentDeadline(
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
type AttendeeStatus = (typeof ATTENDEE_STATUSES)[number];

/** The status of a ticket's invoice in the attendee list. */
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
  /** Whether any seat was checked in. */
  attended: boolean;
  /** The seats that were checked in; empty if all were checked in at once. */
  seats_in: readonly number[];
}

/** The seats of an order whose tickets were used. */
export function seatsUsed({ qty, attended, seats_in }: Seats): number[] {
  if (!attended) return [];
  if (seats_in.length > 0) return [...new Set(seats_in)].sort((a, b) => a - b);
  return Array.from({ length: qty }, (_, n) => n + 1);
}

export const TICKET_STATES = ['valid', 'used', 'unpaid', 'credited'] as const;
type TicketState = (typeof TICKET_STATES)[number];

export interface TicketFacts extends Seats {
  status: InvoiceStatus;
  credited: boolean;
  /** The number of credited tickets. */
  credited_qty: number;
}

/** Whether the ticket of a seat admits a person. If an order is credited in part, its last seats are credited first. */
export function ticketState(order: TicketFacts, seat: number): TicketState {
  if (order.credited || order.status === 'Cancelled' || seat > order.qty - order.credited_qty)
    return 'credited';
  if (order.status !== 'Paid') return 'unpaid';
  return seatsUsed(order).includes(seat) ? 'used' : 'valid';
}
