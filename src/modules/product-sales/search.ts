import { z } from 'zod';
import { OWED_STATUSES } from '../../domain/invoices/invoice-status.ts';
import { seatsUsed, TICKET_STATES, ticketState } from '../../domain/sales/selling.ts';
import { formatClock } from '../../domain/values/format.ts';
import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { countOutput, out } from '../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { orderUrl, saleUrl } from './public/links.ts';
import { toAttendee, toProductSale } from './read.ts';
import { type Guest, guest, MAX_QTY, type SaleInFull, saleInFull } from './schema.ts';
import { findGuestByNumber, findGuestPage, type GuestRow } from './search-store.ts';
import { findSale, readSaleSums } from './store.ts';

const MAX_PAGE = 500;

const searchFields = {
  search: text(200).optional('A part of name, address, kennitala or telephone, or a number'),
  invoice_number: text(20).optional('Only who has bought by this invoice'),
  limit: integer(1, MAX_PAGE).optional('How many at most; 100 when left out'),
  page: integer(1, 1_000_000).optional('Which page of that many'),
};

const guests = z.object({
  rows: z.array(guest).describe('The page, first buyer first'),
  count: countOutput,
  sold: out.integer('Number that were sold, without cancelled ones', 120),
  came: out.integer('Number of them who have arrived', 17),
  overdue: out.integer('Number of orders that are past their due date and could be cancelled', 2),
});

type SearchInput = { guid: string; search?: string; invoice_number?: string; limit?: number; page?: number };

async function searchOrders(ctx: ReadContext, input: SearchInput, isEvent: boolean) {
  const { guid: sale, search, invoice_number: invoiceNumber, limit: take = 100, page = 1 } = input;
  const query = { sale, isEvent, search, invoiceNumber, take, skip: (page - 1) * take };
  const found =
    (await findGuestPage(ctx.db, ctx.account.id, query, ctx.today)) ?? fail('product_sale_not_found');
  const rows = found.rows.map((row) => toGuest(row, ctx.today, orderUrl(ctx, row.invoice_guid)));
  return { ...found, rows };
}

export const findGuests = defineRead({
  name: 'find-guests',
  summary: 'Searches the buyers of tickets to an event, for the guest list at the door.',
  access: { scope: null },
  input: object({ guid: guid('A product sale of type EVENT'), ...searchFields }),
  output: guests,
  refusals: ['product_sale_not_found'],
  run: (ctx, input) => searchOrders(ctx, input, true),
});

export const findBuyers = defineRead({
  name: 'find-buyers',
  summary: 'Searches the buyers of a product sale, with their answers and whether they have paid.',
  access: { scope: null },
  input: object({ guid: guid('The sale'), ...searchFields }),
  output: guests,
  refusals: ['product_sale_not_found'],
  run: (ctx, input) => searchOrders(ctx, input, false),
});

function toGuest(row: GuestRow, today: string, tickets_url: string): Guest {
  const { invoice_guid, seats_in, pay_by, is_pending, subscription, type: _, ...attendee } = row;
  const used = seatsUsed(row);
  const isOwed = OWED_STATUSES.includes(row.status);
  return {
    ...toAttendee(attendee, today),
    email: row.email,
    seats_in: used,
    tickets_url,
    invoice_guid,
    pay_by: isOwed ? pay_by : null,
    due_date: row.due_date,
    subscription,
    may_release: isOwed && !is_pending && !row.attended,
  };
}

export const readTicket = defineRead({
  name: 'read-ticket',
  summary: 'Reads one ticket to an event, for the check at the door.',
  access: { scope: null },
  input: object({
    guid: guid('A product sale of type EVENT'),
    invoice_number: text(20)('Number of the invoice of the ticket'),
    seat: integer(1, MAX_QTY)('Which of its tickets'),
  }),
  output: z.object({
    guest,
    state: out.code(TICKET_STATES, 'Whether somebody may come in by it'),
  }),
  refusals: ['product_sale_not_found', 'invoice_not_found'],
  async run(ctx, { guid: sale, invoice_number: invoiceNumber, seat }) {
    const found =
      (await findGuestByNumber(ctx.db, ctx.account.id, sale, invoiceNumber)) ??
      fail('product_sale_not_found');
    const row = found.rows[0] ?? fail('invoice_not_found');
    if (seat > row.qty) fail('field_invalid', 'seat', violation('whole_between', 1, row.qty));
    return {
      guest: toGuest(row, ctx.today, orderUrl(ctx, row.invoice_guid)),
      state: ticketState(row, seat),
    };
  },
});

export const showProductSale = defineRead({
  name: 'show-product-sale',
  summary: 'Reads one product sale with the texts and questions of its page.',
  access: { scope: null },
  input: object({ guid: guid('The sale') }),
  output: saleInFull,
  refusals: ['product_sale_not_found'],
  async run(ctx, input): Promise<SaleInFull> {
    const row = (await findSale(ctx.db, ctx.account.id, input.guid)) ?? fail('product_sale_not_found');
    const { tax, vat_kind, fields, requires, event_date, event_minute, event_place, hold_days, image } = row;
    const url = saleUrl(ctx, row.guid);
    return {
      ...toProductSale(ctx, row),
      tax,
      ...(vat_kind && { vat_kind }),
      fields,
      requires,
      event_date,
      event_time: event_minute === null ? null : formatClock(event_minute),
      event_place,
      hold_days: hold_days ?? 0,
      image: image ? `${url}/image/${image}` : '',
      poster: `${url}/poster`,
    };
  },
});

export const getSaleSums = defineRead({
  name: 'get-sale-sums',
  summary: 'Sums the sales of product sales, less credits, and the payments for them.',
  access: { scope: null },
  input: object({ guid: guid.optional('Only this sale') }),
  output: z.object({
    rows: out.list('The sales that have orders', {
      guid: out.guid('The sale'),
      sold: out.integer('How many were sold', 120),
      income: out.number('What was paid, with VAT', 588000),
    }),
  }),
  async run(ctx, input) {
    const rows = await readSaleSums(ctx.db, ctx.account.id, input.guid);
    return { rows: rows.map(({ income, ...sums }) => ({ ...sums, income: toWire(income) })) };
  },
});
