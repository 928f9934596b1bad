import { changedFields, ofPart } from '../../kernel/effects/changed-fields.ts';
import type { Effect, EffectField, EffectFile, EffectRecord } from '../../kernel/effects/effect.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { findRate } from '../costs/store.ts';
import { deliveryTo, receiverOf } from '../customers/receiver.ts';
import { customers } from '../customers/tables.ts';
import { buyerFields, effectLine, newItemFields } from '../invoices/save/invoice-effect.ts';
import type { DocumentBody } from './compose-document.ts';
import { printDocument } from './print-document.ts';
import type { LockedSalesDocument, SalesDocumentRow, StoredKind } from './store.ts';
import { salesDocuments } from './tables.ts';

/** A document as the effect of a write names it. A template is known by the name of its schedule. */
export function documentRecord(document: SalesDocumentRow, name = document.buyer.name): EffectRecord {
  const { kind, guid, number } = document;
  return { kind, guid, number: number ?? '', name };
}

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
    ...(before ? { kind: 'change', record: documentRecord(before) } : { kind }),
    amount: record.amount,
    fee: record.payment_fee,
    currency: record.currency,
    rate: record.exchange_rate,
    receiver: receiverOf(record.buyer, delivery, 'id' in buyer),
    lines: lines.map((line) => effectLine(line)),
    dates: documentDates({ ...before, ...record }),
    deliver: [],
    claim: false,
    files: (body.files ?? before?.files ?? []).map(toFile),
    fields: before ? changesTo(before, body) : newFields(body),
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

type Dated = Partial<
  Pick<SalesDocumentRow, 'due_date' | 'settlement_date' | 'delivery_date' | 'valid_until'>
>;

function documentDates({ due_date, settlement_date, delivery_date, valid_until }: Dated) {
  const dates = { due_date, settlement_date, delivery_date, valid_until };
  return Object.fromEntries(Object.entries(dates).filter(([, date]) => date)) as Record<string, string>;
}

function toFile({ name, sha256 }: EffectFile): EffectFile {
  return { name, sha256 };
}

/** The customer is described by the receiver and by the fields of its own. */
const BUYER = ['buyer', 'buyer_changes'];
/** Of a new document, other parts of the effect have these. */
const DESCRIBED = [
  ...['amount', 'currency', 'exchange_rate', 'payment_fee'],
  ...['due_date', 'settlement_date', 'delivery_date', 'valid_until'],
];

function newFields({ record, buyer, newItems }: DocumentBody): EffectField[] {
  return [
    ...changedFields(salesDocuments, null, record, [...BUYER, ...DESCRIBED]),
    ...newItemFields(newItems),
    ...buyerFields(buyer, record.buyer),
  ];
}

function changesTo(before: LockedSalesDocument, body: DocumentBody): EffectField[] {
  const { record, buyer, newItems } = body;
  const [from, to] = [before.lines, body.lines].map((lines) => lines.map((line) => effectLine(line)));
  return [
    ...changedFields(salesDocuments, before, record, BUYER),
    ...(JSON.stringify(from) === JSON.stringify(to) ? [] : [{ name: 'items', from, to }]),
    ...(body.files ? [{ name: 'files', from: before.files.map(toFile), to: body.files.map(toFile) }] : []),
    ...newItemFields(newItems),
    ...('id' in buyer
      ? ofPart('customer', changedFields(customers, before.buyer, record.buyer))
      : buyerFields(buyer, record.buyer)),
  ];
}

/** The same for a document that stays as it is and goes on making invoices. */
export function storedDocumentEffect(
  ctx: WriteContext,
  document: LockedSalesDocument,
  buyer: LockedSalesDocument['buyer'],
): Effect {
  const delivery = deliveryTo(buyer, document.trading_partner_id || buyer.trading_partner_id);
  return {
    kind: 'change',
    record: documentRecord(document),
    amount: document.amount,
    fee: document.payment_fee,
    currency: document.currency,
    rate: document.exchange_rate,
    receiver: receiverOf(buyer, delivery, true),
    lines: document.lines.map((line) => effectLine(line)),
    deliver: [],
    claim: false,
    files: document.files.map(toFile),
    print: (db) =>
      printDocument({ ...ctx, db }, { ...document, current: { ...document.current, snapshot: buyer } }),
  };
}
