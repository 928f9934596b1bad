import type { Delivery, Effect, EffectLine, Receiver } from '../../../kernel/effect.ts';
import type { LineFields } from './insert-invoice-store.ts';
import type { BuyerSnapshot } from './invoice-facts-store.ts';
import { lineFields } from './lines.ts';
import type { InvoicePlan } from './plan.ts';

/** The effect of an invoice or credit note; a draft is kept and goes nowhere. */
export function planEffect(plan: InvoicePlan): Effect {
  const { status, snapshot, tradingPartnerId, buyer } = plan;
  const delivery = deliveryTo(snapshot, tradingPartnerId);
  return {
    amount: plan.sums.amount.toFixed(),
    currency: plan.currency,
    rate: plan.exchangeRate,
    receiver: receiverOf(snapshot, delivery, 'id' in buyer),
    lines: plan.lines.map((line) => effectLine(lineFields(line, ''))),
    deliver: status === 'Draft' || plan.isDeliveredElsewhere ? [] : delivery,
    claim: plan.isClaim && status === 'Sent',
  };
}

/** Where a document for this customer goes when it is issued. */
export function deliveryTo(
  {
    output_select,
    email,
    registration_no,
  }: Pick<BuyerSnapshot, 'output_select' | 'email' | 'registration_no'>,
  tradingPartnerId: string,
): Delivery[] {
  if (output_select === '2') return [{ channel: 'einvoice', to: tradingPartnerId || registration_no }];
  return output_select === '3' ? [{ channel: 'email', to: email }] : [];
}

export function receiverOf(
  { registration_no, name, guid }: Pick<BuyerSnapshot, 'registration_no' | 'name' | 'guid'>,
  delivery: readonly Delivery[],
  isKnown: boolean,
): Receiver {
  return {
    kennitala: registration_no,
    name,
    customer: isKnown ? guid : null,
    addresses: delivery.map(({ channel, to }) => `${channel}:${to.toLowerCase()}`),
  };
}

export function effectLine(line: LineFields): EffectLine {
  const { item_number, description, qty, uom, unit_price, tax } = line;
  const discount = line.discount_is_percent ? `${line.discount}%` : line.discount;
  return { item_number, description, qty, uom, unit_price, discount, tax };
}
