import { seatsUsed, type TicketFacts, ticketState } from '../../../domain/sales/selling.ts';
import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { flag, guid, integer, object, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { MAX_QTY } from '../schema.ts';
import { lockOrder, readTicketFacts, tickOrder } from './attendee-store.ts';

/** Checks ticket holders in at the door, or undoes a check-in that was a mistake. */
export const tickAttendee = defineWrite({
  name: 'tick-attendee',
  summary: 'Marks the guests of an order as arrived, or as not arrived.',
  access: { scope: null },
  events: ['sale.attended'],
  input: object({
    guid: guid('A product sale of type EVENT'),
    invoice_number: text(20)('Number of the invoice of the tickets'),
    attended: flag('Whether the guests arrived'),
    seat: integer(1, MAX_QTY).optional('Which of its tickets; all of them when left out'),
  }),
  output: createdRecord,
  refusals: ['product_sale_not_found'],
  async run(ctx, { guid: sale, invoice_number, attended, seat }) {
    const order = await lockOrder(ctx.tx, ctx.account.id, sale, invoice_number);
    if (!order) fail('product_sale_not_found');
    if (seat !== undefined && seat > order.qty)
      fail('field_invalid', 'seat', violation('whole_between', 1, order.qty));
    const facts = { ...order, ...(await readTicketFacts(ctx.tx, ctx.account.id, order.invoice_guid)) };
    const used = seatsUsed(order);
    // The order is locked, so of two concurrent scans of one ticket the second is refused as a copy.
    if (attended && seat !== undefined && used.includes(seat))
      fail('field_invalid', 'seat', violation('ticket_used'));
    const seats = attended ? seatsAfterArrival(facts, used, seat) : used.filter((one) => !isMeant(one, seat));
    const sold = { guid: sale, invoice_guid: order.invoice_guid, number: invoice_number };
    ctx.emit('sale.attended', { ...sold, attended: seats.length > 0 });
    const result = tickOrder(ctx.account.id, order, seats);
    return ctx.finish({ target: sale, row: recordRow, result });
  },
});

/** Without a seat all of an order. */
function isMeant(one: number, seat: number | undefined): boolean {
  return seat === undefined || seat === one;
}

/** A ticket that was credited admits nobody: its seat may have been sold again. */
function seatsAfterArrival(order: TicketFacts, used: readonly number[], seat: number | undefined): number[] {
  const admitted = Array.from({ length: order.qty }, (_, n) => n + 1).filter(
    (one) => isMeant(one, seat) && ticketState(order, one) !== 'credited',
  );
  if (admitted.length === 0) fail('field_invalid', 'seat', violation('ticket_credited'));
  return [...new Set([...used, ...admitted])].sort((a, b) => a - b);
}
