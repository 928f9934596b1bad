import type { Effect } from '../../kernel/effect.ts';
import { deliveryTo, effectLine, receiverOf } from '../invoices/issue/invoice-effect.ts';
import type { DocumentBody } from './compose-document.ts';

/** An order, draft, quote or template sets up a sum and names who will receive it; nothing goes out yet. */
export function documentEffect({ record, buyer, lines }: DocumentBody): Effect {
  const delivery = deliveryTo(record.buyer, record.trading_partner_id);
  return {
    amount: record.amount,
    currency: record.currency,
    rate: record.exchange_rate,
    receiver: receiverOf(record.buyer, delivery, 'id' in buyer),
    lines: lines.map(effectLine),
    deliver: [],
    claim: false,
  };
}
