import type { Totals } from '../../../domain/invoices/totals.ts';
import { bookedVatRates, VAT_CODES } from '../../../domain/invoices/vat.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import { decimal, HUNDRED, isZero } from '../../../domain/values/money.ts';
import { changedFields, ofPart } from '../../../kernel/effects/changed-fields.ts';
import type {
  Effect,
  EffectField,
  EffectLine,
  EffectRecord,
  EffectVat,
} from '../../../kernel/effects/effect.ts';
import { deliveryTo, receiverOf } from '../../customers/receiver.ts';
import { customers } from '../../customers/tables.ts';
import { lineFields } from '../plan/lines.ts';
import type { InvoicePlan } from '../plan/plan.ts';
import type { InvoiceBuyer, InvoiceRecord, LineFields, NewItem } from '../records/insert-invoice-store.ts';
import type { BuyerSnapshot } from '../records/invoice-facts-store.ts';
import { invoices } from '../records/tables.ts';
import { paidAtIssue } from './invoice-columns.ts';

/** An invoice as the effect of a write names it. */
export function invoiceRecord(invoice: {
  guid: string;
  kind: 'invoice' | 'credit';
  status: string;
  number: string | number | null;
  buyer_name: string;
}): EffectRecord {
  const { guid, kind, status, number, buyer_name: name } = invoice;
  const issued = kind === 'credit' ? 'credit_note' : 'invoice';
  return { kind: status === 'Draft' ? 'draft' : issued, guid, number: String(number ?? ''), name };
}

/** The effect of an invoice or credit note; a draft is kept and goes nowhere. */
export function planEffect(plan: InvoicePlan, invoice: InvoiceRecord): Effect {
  const { status, snapshot, tradingPartnerId, buyer, dates } = plan;
  const delivery = deliveryTo(snapshot, tradingPartnerId);
  const isDraft = status === 'Draft';
  const amount = plan.sums.amount.toFixed();
  const unsent = (['issue_date', 'due_date', 'settlement_date'] as const).filter(
    (name) => !dates.sent.includes(name),
  );
  return {
    kind: isDraft ? 'draft' : plan.kind === 'credit' ? 'credit_note' : 'invoice',
    amount,
    fee: plan.paymentFee.toFixed(),
    currency: plan.currency,
    rate: plan.exchangeRate,
    receiver: receiverOf(snapshot, delivery, 'id' in buyer),
    lines: plan.lines.map((line) => effectLine({ ...lineFields(line, ''), task_guid: line.taskGuid })),
    vat: effectVat({
      ...plan.sums,
      date: plan.refer?.issueDate ?? dates.issueDate,
      taxExempt: plan.taxExempt,
    }),
    dates: {
      issue_date: dates.issueDate,
      due_date: dates.dueDate,
      settlement_date: dates.settlementDate,
      ...(invoice.delivery_date !== null && { delivery_date: invoice.delivery_date }),
    },
    deliver: isDraft || plan.isDeliveredElsewhere ? [] : delivery,
    claim: plan.isClaim && status === 'Sent',
    ...(plan.isPaidAtIssue &&
      !isDraft && { payment: { amount: paidAtIssue(plan).toFixed(), method: plan.methodPayment } }),
    files: plan.files.map(({ name, sha256 }) => ({ name, sha256 })),
    fields: [
      ...changedFields(invoices, null, invoice, isDraft ? DESCRIBED : [...DESCRIBED, ...SETTLED]),
      ...newItemFields(plan.newItems),
      ...buyerFields(buyer, snapshot),
    ],
    // The days of the billed time end with the last log, whoever makes it.
    defaults: [...unsent, ...(plan.isRateSent ? [] : ['exchange_rate']), 'period_start', 'period_end'],
  };
}

/** Columns that other parts of the effect say, or that follow from them. */
export const DESCRIBED: readonly (keyof InvoiceRecord)[] = [
  ...(['kind', 'status', 'refer_id', 'seller', 'buyer', 'accounting_status', 'xml_status'] as const),
  ...([
    'sales_document_id',
    'occurrence',
    'order_reference',
    'paid_on',
    'paid_amount',
    'refund_amount',
  ] as const),
  ...(['currency', 'exchange_rate', 'payment_fee', 'amount'] as const),
  ...(['net_s', 'net_aa', 'net_z', 'vat_s', 'vat_aa', 'discount_total'] as const),
  ...(['issue_date', 'due_date', 'settlement_date', 'delivery_date'] as const),
];

/** How it will be paid, which an issued invoice has done already and a draft only remembers. */
export const SETTLED: readonly (keyof InvoiceRecord)[] = ['is_claim', 'mark_paid', 'method_payment'];

/** The items that lines add to the catalogue. */
export function newItemFields(items: readonly NewItem[]): EffectField[] {
  if (items.length === 0) return [];
  return [
    { name: 'new_items', to: items.map(({ item_number, description }) => `${item_number} ${description}`) },
  ];
}

/** What is printed of the customer, and all of a profile that is made with the document; the receiver has the names. */
export function buyerFields(buyer: InvoiceBuyer, snapshot: BuyerSnapshot): EffectField[] {
  const profile = 'id' in buyer ? snapshot : { ...snapshot, ...buyer.fields };
  return ofPart(
    'customer',
    changedFields(customers, null, profile, ['name', 'registration_no', 'unverified']),
  );
}

interface VatSums extends Pick<Totals, 'net' | 'vat'> {
  /** The day whose rates apply. */
  date: PlainDate;
  taxExempt: boolean;
}

export function effectVat({ net, vat, date, taxExempt }: VatSums): EffectVat[] {
  const rates = bookedVatRates(date);
  return VAT_CODES.filter((tax) => !isZero(net[tax])).map((tax) => ({
    tax,
    rate: taxExempt ? '0' : rates[tax].times(HUNDRED).toFixed(),
    net: net[tax].toFixed(),
    vat: vat[tax].toFixed(),
  }));
}

/** The same number has the same text, whether it was sent or is stored. */
export function effectLine(line: LineFields & { task_guid?: string | null | undefined }): EffectLine {
  const { item_number, description, uom, tax, vat_kind, category, task_guid } = line;
  const cost = decimal(line.product_cost);
  return {
    ...{ item_number, description, uom, tax },
    qty: decimal(line.qty).toFixed(),
    unit_price: decimal(line.unit_price).toFixed(),
    discount: `${decimal(line.discount).toFixed()}${line.discount_is_percent ? '%' : ''}`,
    ...(vat_kind && { vat_kind }),
    ...(category !== '' && { category }),
    ...(!isZero(cost) && { product_cost: cost.toFixed() }),
    ...(task_guid && { task_guid }),
  };
}
