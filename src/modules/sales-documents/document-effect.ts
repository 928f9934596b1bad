import type { WriteContext } from '../../kernel/context.ts';
import type { Effect } from '../../kernel/effect.ts';
import { findRate } from '../costs/store.ts';
import { deliveryTo, receiverOf } from '../customers/receiver.ts';
import { effectLine } from '../invoices/issue/invoice-effect.ts';
import type { DocumentBody } from './compose-document.ts';
import { printDocument } from './print-document.ts';
import type { LockedSalesDocument, StoredKind } from './store.ts';

/**
 * An order, draft, quote or template sets up a sum and names who will receive it; nothing goes out yet. `before`: the
 * document that is changed; null where it is created.
 */
export function documentEffect(
  ctx: WriteContext,
  kind: StoredKind,
  body: DocumentBody,
  before: LockedSalesDocument | null,
): Effect {
  const { record, buyer, lines } = body;
  const delivery = deliveryTo(record.buyer, record.trading_partner_id);
  return {
    amount: record.amount,
    fee: record.payment_fee,
    currency: record.currency,
    rate: record.exchange_rate,
    receiver: receiverOf(record.buyer, delivery, 'id' in buyer),
    lines: lines.map(effectLine),
    deliver: [],
    claim: false,
    async print(db) {
      const known = record.currency === 'ISK' ? null : await findRate(db, record.currency, ctx.today);
      const rate = known === null ? null : { rate: known, date: ctx.today };
      const { guid, number, id, customer_id, created_at, valid_until } = before ?? {
        ...{ guid: ctx.newGuid(), number: null, id: 0, customer_id: 0 },
        ...{ created_at: ctx.today, valid_until: null },
      };
      const current = { snapshot: record.buyer, tax_exempt: record.tax_exempt, is_claim: record.is_claim };
      const written = {
        ...record,
        ...{ guid, kind, number, id, customer_id, created_at, rate, current },
        valid_until: record.valid_until === undefined ? valid_until : record.valid_until,
        lines: lines.map((line) => ({ ...line, invoiced_qty: '0' })),
      };
      return printDocument({ ...ctx, db }, written);
    },
  };
}

/** The same for a document that stays as it is and goes on making invoices. */
export function storedDocumentEffect(
  ctx: WriteContext,
  document: LockedSalesDocument,
  buyer: LockedSalesDocument['buyer'],
): Effect {
  const delivery = deliveryTo(buyer, document.trading_partner_id || buyer.trading_partner_id);
  return {
    amount: document.amount,
    fee: document.payment_fee,
    currency: document.currency,
    rate: document.exchange_rate,
    receiver: receiverOf(buyer, delivery, true),
    lines: document.lines.map(effectLine),
    deliver: [],
    claim: false,
    print: (db) =>
      printDocument({ ...ctx, db }, { ...document, current: { ...document.current, snapshot: buyer } }),
  };
}
