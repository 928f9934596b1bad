import { z } from 'zod';
import { decimal, fixed2, isZero, toWire, ZERO } from '../../domain/values/money.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { date, guid, longText, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { emitEach } from '../invoices/records/event-store.ts';
import { reversePaymentCte, takeCreditCte } from '../invoices/records/ledger-write-store.ts';
import { followSettlement, settlementCtes } from '../invoices/records/settle.ts';
import { moneyMoved, shareEvent } from './book-payment.ts';
import { type OpenPayment, openPayment, refuseUses, resettle, shareOf } from './change-payment.ts';
import { settledFields } from './payment-effect.ts';
import { findPayment, paymentAnswer, selectPayment } from './payment-store.ts';
import { toPayment } from './read.ts';
import { type Payment, payment } from './schema.ts';

export const reversePayment = defineWrite({
  name: 'reverse-payment',
  summary: 'Reverses a payment that was recorded by mistake or taken back; what it settled is owed again.',
  description:
    'The payment stays in the books with the reason and the day of the reversal. Mails and receipts that were sent are not taken back.',
  access: { scope: 'payment' },
  events: ['payment.reversed', 'invoice.payment_reversed', 'invoice.reopened'],
  isUndoable: true,
  input: object({
    guid: guid().describe('The payment'),
    data: object({
      reason: longText(500)().describe('Why it is reversed'),
      reversed_on: date
        .optional()
        .describe('Day of the reversal; today when left out, or the day of value if that is later'),
    }).meta({ id: 'PaymentReversal', examples: [{ reason: 'Booked on the wrong invoice' }] }),
  }),
  output: z.object({ payment }),
  refusals: [
    'payment_not_found',
    'payment_reversed',
    'payment_from_bank_line',
    'credit_already_used',
    'invoice_not_payable',
  ],
  async run(ctx, { guid: target, data }) {
    const { tx, account } = ctx;
    const before = (await findPayment(tx, account.id, target)) ?? fail('payment_not_found');
    const open = await openPayment(ctx, before);
    const { paid_on: paidOn } = open.payment;
    const reversedOn = data.reversed_on ?? (paidOn > ctx.today ? paidOn : ctx.today);
    if (reversedOn < paidOn)
      fail('field_invalid', 'reversed_on', violation('after_field', 'paid_on', paidOn));
    await refuseUses(ctx, { paymentId: open.payment.id, noteIds: [] });
    const settled = await resettle(ctx, open, open.invoices, () => ZERO);
    const after: Payment = {
      ...toPayment(before),
      unallocated: 0,
      state: 'reversed',
      reversed_on: reversedOn,
      reversal_reason: data.reason,
    };
    ctx.emit('payment.reversed', moneyMoved(after));
    const shares = open.invoices.map((invoice) => ({ invoice, amount: shareOf(open, invoice.id) }));
    emitEach(
      ctx,
      'invoice.payment_reversed',
      shares.filter(({ amount }) => !isZero(amount)).map((share) => shareEvent(share, after)),
    );
    followSettlement(ctx, settled);
    const effect: Effect = {
      kind: 'change',
      record: { kind: 'payment', guid: target, number: '', name: before.customer?.name ?? '' },
      amount: null,
      currency: before.currency,
      deliver: [],
      claim: false,
      dates: { reversed_on: reversedOn },
      fields: [
        { name: 'state', from: 'booked', to: 'reversed' },
        { name: 'amount', from: `${before.amount} ${before.currency}`, to: null },
        { name: 'reason', to: data.reason },
        ...settledFields(settled),
        ...(isZero(decimal(before.unallocated))
          ? []
          : [{ name: 'unallocated', from: toWire(before.unallocated), to: 0 }]),
      ],
      defaults: data.reversed_on === undefined ? ['reversed_on'] : [],
    };
    const ctes = joinCtes(
      reversePaymentCte(account.id, open.payment.id, reversedOn, data.reason),
      settlementCtes(ctx, settled),
      takeCreditCte(account.id, returnedCredit(open)),
    );
    return ctx.finish({ target, row: paymentAnswer, ctes, result: selectPayment(after), effect });
  },
});

/** What money that went out, or applied credit, had taken of other payments is theirs again. */
function returnedCredit({ allocations }: OpenPayment) {
  return allocations.flatMap(({ from_payment_id, amount }) =>
    from_payment_id === null ? [] : [{ paymentId: from_payment_id, taken: fixed2(ZERO.minus(amount)) }],
  );
}
