import { z } from 'zod';
import { decimal, fixed2, isZero, toWire, ZERO } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { joinCtes, type Sql } from '../../kernel/database/sql.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { date, guid, longText, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { emitEach } from '../invoices/records/event-store.ts';
import { reversePaymentsCte, takeCreditCte } from '../invoices/records/ledger-write-store.ts';
import { followSettlement, type SettledInvoice, settlementCtes } from '../invoices/records/settle.ts';
import { moneyMoved, shareEvent } from './book-payment.ts';
import { type OpenPayment, openPayment, refuseUses, resettle, shareOf } from './change-payment.ts';
import { settledFields } from './payment-effect.ts';
import { findPayment, type PaymentRow, paymentAnswer, selectPayment } from './payment-store.ts';
import { toPayment } from './read.ts';
import { type Payment, payment } from './schema.ts';

export const reversePayment = defineWrite({
  name: 'reverse-payment',
  summary: 'Reverses a payment that was recorded by mistake or returned; what it settled is owed again.',
  description:
    'The payment stays in the books with the reason and the day of the reversal. Mails and receipts that were sent are not taken back.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  books: true,
  events: ['payment.reversed', 'invoice.payment_reversed', 'invoice.reopened'],
  isUndoable: true,
  input: object({
    guid: guid('The payment'),
    data: object({
      reason: longText(500)('Why it is reversed'),
      reversed_on: date.optional(
        'Day of the reversal; today when left out, or the day of value if that is later',
      ),
    }).meta({ id: 'PaymentReversal', examples: [{ reason: 'Booked on the wrong invoice' }] }),
  }),
  output: z.object({ payment }),
  refusals: [
    'period_locked',
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
    const { settled, after, ctes } = await planReversals(ctx, [{ before, open }], {
      reversedOn,
      reason: data.reason,
    });
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
    const [reversed] = after;
    if (!reversed) throw new Error('One payment is reversed');
    const result = selectPayment(reversed);
    return ctx.finish({ target, row: paymentAnswer, ctes, result, bookedOn: [reversedOn], effect });
  },
});

interface Reversal {
  before: PaymentRow;
  open: OpenPayment;
}

/** Builds the steps that reverse locked payments, which settle different invoices, and emits what happens. */
export async function planReversals(
  ctx: WriteContext,
  reversals: readonly Reversal[],
  { reversedOn, reason }: { reversedOn: string; reason: string },
): Promise<{ settled: SettledInvoice[]; after: Payment[]; ctes: Sql }> {
  const settled: SettledInvoice[] = [];
  const after: Payment[] = [];
  for (const { before, open } of reversals) {
    await refuseUses(ctx, { paymentId: open.payment.id, noteIds: [] });
    settled.push(...(await resettle(ctx, open, open.invoices, () => ZERO)));
    const state = { unallocated: 0, state: 'reversed', reversed_on: reversedOn, reversal_reason: reason };
    const reversed: Payment = { ...toPayment(before), ...state };
    ctx.emit('payment.reversed', moneyMoved(reversed));
    const shares = open.invoices.map((invoice) => ({ invoice, amount: shareOf(open, invoice.id) }));
    const reopened = shares.filter(({ amount }) => !isZero(amount));
    emitEach(
      ctx,
      'invoice.payment_reversed',
      reopened.map((share) => shareEvent(share, reversed)),
    );
    after.push(reversed);
  }
  followSettlement(ctx, settled);
  const ids = reversals.map(({ open }) => open.payment.id);
  const ctes = joinCtes(
    reversePaymentsCte(ctx.account.id, ids, reversedOn, reason),
    settlementCtes(ctx, settled),
    takeCreditCte(
      ctx.account.id,
      reversals.flatMap(({ open }) => returnedCredit(open)),
    ),
  );
  return { settled, after, ctes };
}

/** What money that went out, or applied credit, had taken of other payments is theirs again. */
function returnedCredit({ allocations }: OpenPayment) {
  return allocations.flatMap(({ from_payment_id, amount }) =>
    from_payment_id === null ? [] : [{ paymentId: from_payment_id, taken: fixed2(ZERO.minus(amount)) }],
  );
}
