import { z } from 'zod';
import { memoryKeys } from '../../domain/bank/matching/evidence.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import { changeOf } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { openPayment } from '../payments/change-payment.ts';
import { settledFields } from '../payments/payment-effect.ts';
import { findPayment } from '../payments/payment-store.ts';
import { planReversals } from '../payments/reverse-payment.ts';
import { lineEvent, lineRecord, lockLineIn } from './book-line.ts';
import { endBookingCtes, forgetCte, lineAnswer, selectLineAnswer } from './booking-store.ts';
import type { LineRow } from './line-store.ts';
import { PaidCosts } from './pay-costs.ts';
import { toMatchedLine } from './proposals.ts';
import { toBankLine } from './read.ts';
import { bankLine, reasonInput } from './schema.ts';

export const unbookBankLine = defineWrite({
  name: 'unbook-bank-line',
  summary: 'Reverses the booking of a bank line and its payments; what they settled is owed again.',
  description:
    'The booking is kept with the reason. The line is open again, and is not booked automatically any more.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  books: true,
  events: ['bank.unbooked', 'payment.reversed', 'invoice.payment_reversed', 'invoice.reopened'],
  input: object({ guid: guid('The line'), data: reasonInput }),
  output: z.object({ line: bankLine }),
  refusals: [
    'period_locked',
    'bank_line_not_found',
    'bank_line_state',
    'credit_already_used',
    'invoice_not_payable',
  ],
  async run(ctx, { guid: target, data: { reason } }) {
    const { account, now, today } = ctx;
    const line = await lockLineIn(ctx, target, 'booked');
    if (!line.booking) throw new Error('A booked line has a booking');
    const reversals = await lockPayments(ctx, line);
    const costs = new PaidCosts(ctx);
    for (const action of line.booking.actions) await costs.giveBack(action);
    const day = line.value_on ?? line.booked_on;
    const reversedOn = day > today ? day : today;
    const reversed =
      reversals.length === 0 ? null : await planReversals(ctx, reversals, { reversedOn, reason });
    ctx.emit('bank.unbooked', lineEvent(line));
    const ids = { lineId: line.id, bookingId: line.booking.id };
    const ctes = joinCtes(
      ...(reversed ? [reversed.ctes] : []),
      endBookingCtes(account.id, ids, { now, reason }),
      ...costs.ctes(),
      forgetCte(account.id, memoryKeys(toMatchedLine(line))),
    );
    const after = toBankLine({ ...line, state: 'open', reason, was_unbooked: true, booking: null });
    const effect = changeOf(lineRecord(line), [
      { name: 'state', from: 'booked', to: 'open' },
      { name: 'reason', to: reason },
      ...(reversed ? settledFields(reversed.settled) : []),
      ...reversals.map(({ before }) => ({
        name: 'amount',
        from: [`${before.amount} ${before.currency}`, before.customer?.name, before.paid_on, before.guid]
          .filter(Boolean)
          .join(' · '),
        to: null,
      })),
    ]);
    const result = selectLineAnswer(after);
    return ctx.finish({ target, row: lineAnswer, ctes, result, bookedOn: [reversedOn], effect });
  },
});

/** The payments that the booking has recorded; those that it is only tied to stay. */
async function lockPayments(ctx: WriteContext, line: LineRow) {
  const { tx, account } = ctx;
  const guids = (line.booking?.actions ?? []).flatMap(({ payment_guid }) => payment_guid ?? []);
  const reversals = [];
  for (const one of guids) {
    const before = (await findPayment(tx, account.id, one)) ?? fail('payment_not_found');
    reversals.push({ before, open: await openPayment(ctx, before, { ofBankLine: true }) });
  }
  return reversals;
}
