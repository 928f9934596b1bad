import type { Effect, EffectLine } from '../../../kernel/effect.ts';
import { deliveryTo, receiverOf } from '../../customers/receiver.ts';
import type { LineFields } from './insert-invoice-store.ts';
import { lineFields } from './lines.ts';
import type { InvoicePlan } from './plan.ts';

/** The effect of an invoice or credit note; a draft is kept and goes nowhere. */
export function planEffect(plan: InvoicePlan): Effect {
  const { status, snapshot, tradingPartnerId, buyer } = plan;
  const delivery = deliveryTo(snapshot, tradingPartnerId);
  return {
    amount: plan.sums.amount.toFixed(),
    fee: plan.paymentFee.toFixed(),
    currency: plan.currency,
    rate: plan.exchangeRate,
    receiver: receiverOf(snapshot, delivery, 'id' in buyer),
    lines: plan.lines.map((line) => effectLine(lineFields(line, ''))),
    deliver: status === 'Draft' || plan.isDeliveredElsewhere ? [] : delivery,
    claim: plan.isClaim && status === 'Sent',
  };
}

export function effectLine(line: LineFields): EffectLine {
  const { item_number, description, qty, uom, unit_price, tax } = line;
  const discount = line.discount_is_percent ? `${line.discount}%` : line.discount;
  return { item_number, description, qty, uom, unit_price, discount, tax };
}
