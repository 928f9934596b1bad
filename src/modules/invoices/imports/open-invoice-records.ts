import type { OpenInvoice, VatPart } from '../../../domain/imports/open-invoice.ts';
import { eachReference } from '../../../domain/invoices/references.ts';
import { VAT_CODES } from '../../../domain/invoices/vat.ts';
import { isPaidUp } from '../../../domain/payments/settlement.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import { fixed2, ONE, ZERO } from '../../../domain/values/money.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { lineRecord } from '../plan/lines.ts';
import type { LineRecord } from '../records/insert-invoice-store.ts';
import type { PaymentAtIssue } from '../records/ledger-write-store.ts';
import type { BuyerOfRow } from './buyers.ts';
import type { ImportedLines } from './imported-lines.ts';
import type { ImportedRow } from './open-invoice-columns.ts';
import type { ImportedCredit, ImportedInvoice } from './open-invoice-store.ts';

export interface ReadRow {
  fields: ImportedRow;
  open: OpenInvoice;
  currency: string;
  rate: string;
  buyer: BuyerOfRow;
  /** Its lines, where they are known. */
  lines: ImportedLines | null;
}

/** What the former system has booked is not handed to bookkeeping again. */
const BOOKED_ELSEWHERE = 'Skipped' as const;

export function toInvoice(ctx: WriteContext, row: ReadRow & { guid: string }): ImportedInvoice {
  const { guid, fields, open, currency, rate, buyer, lines } = row;
  const claimId = fields.claim_id ?? '';
  const isPaid = open.paid.gt(ZERO);
  return {
    invoice: {
      guid,
      number: fields.invoice_number,
      customer_id: buyer.id,
      kind: 'invoice',
      status: isPaidUp(open.remainder, currency) ? 'Paid' : 'Sent',
      buyer: buyer.snapshot,
      currency,
      exchange_rate: rate,
      ...{ issue_date: fields.issue_date, due_date: open.dueDate, settlement_date: open.settlementDate },
      ...{ amount: fixed2(fields.amount), ...(lines?.sums ?? sumsOf(open.parts)) },
      ...{ paid_amount: fixed2(open.paid), paid_on: isPaid ? open.paidOn : null, refund_amount: '0' },
      ...{ is_claim: claimId !== '', claim_id: claimId, claim_status: claimId === '' ? '' : 'sent' },
      accounting_status: BOOKED_ELSEWHERE,
      ...NOTHING_ELSE,
      ...lines?.discount,
      description: fields.description ?? '',
    },
    lines: lines?.lines ?? open.parts.map((part) => toLine(ctx, row, part)),
    payment: isPaid ? paymentOf(ctx, row, guid) : null,
  };
}

/** Columns that say how an invoice was composed and sent, which only the former system knows. */
const NOTHING_ELSE = {
  refer_id: null,
  delivery_date: null,
  ...eachReference(() => ''),
  terms: '',
  trading_partner_id: '',
  tax_exempt: false,
  ...{ is_discount: false, discount_is_percent: false, discount_value: '0', payment_fee: '0' },
  ...{ is_payment_link: false, mark_paid: false, method_payment: null, xml_status: '' },
  ...{ period_start: null, period_end: null, sales_document_id: null, occurrence: null, order_reference: '' },
};

function sumsOf(parts: readonly VatPart[]) {
  const [S, AA, Z] = VAT_CODES.map((code) => parts.find(({ tax }) => tax === code));
  return {
    net_s: fixed2(S?.net ?? ZERO),
    net_aa: fixed2(AA?.net ?? ZERO),
    net_z: fixed2(Z?.net ?? ZERO),
    vat_s: fixed2(S?.vat ?? ZERO),
    vat_aa: fixed2(AA?.vat ?? ZERO),
    discount_total: '0',
  };
}

/** One line for each rate of VAT, which a credit note can take back. */
function toLine(
  ctx: WriteContext,
  { fields, buyer }: Pick<ReadRow, 'fields' | 'buyer'>,
  { tax, net, vat }: VatPart,
): LineRecord {
  const { invoice_number: number } = fields;
  const isEnglish = buyer.snapshot.lang === 'en';
  const description = isEnglish
    ? `Invoice ${number} of an earlier system`
    : `Reikningur ${number} úr eldra kerfi`;
  const free = { itemGuid: null, itemNumber: '', category: '', uom: 'C62', productCost: ZERO };
  const line = { ...free, description, tax, qty: ONE, unitPrice: net };
  return lineRecord(line, { net, vat, gross: net.plus(vat), discount: ZERO }, ctx.newGuid());
}

function paymentOf(ctx: WriteContext, { open, currency, rate }: ReadRow, document: string): PaymentAtIssue {
  return {
    guid: ctx.newGuid(),
    direction: 'in',
    amount: fixed2(open.paid),
    ...{ currency, exchange_rate: rate, paid_on: open.paidOn, recorded_at: ctx.now },
    ...{ method_payment: null, source: 'import', unallocated: '0', accounting_status: BOOKED_ELSEWHERE },
    created_by: ctx.caller.person?.id ?? null,
    document,
  };
}

/** Credit of a customer: what a document leaves, or a payment. */
export interface CreditRow {
  guid: string;
  /** Identifies it in a later import. */
  key: string;
  reference: string;
  note: string;
  amount: string;
  currency: string;
  rate: string;
  paidOn: PlainDate;
  buyer: BuyerOfRow;
}

/** Credit is a payment that settles nothing yet. */
export function toCredit({ guid, key, amount, rate, paidOn, buyer, ...row }: CreditRow): ImportedCredit {
  return {
    guid,
    direction: 'in',
    ...{ amount, unallocated: amount, currency: row.currency, exchange_rate: rate, paid_on: paidOn },
    ...{ method_payment: null, source: 'import', source_key: key, reference: row.reference, note: row.note },
    accounting_status: BOOKED_ELSEWHERE,
    ...{ customer_id: buyer.id, customer_guid: buyer.snapshot.guid },
  };
}

/** The credit of a row with a negative amount, which its number identifies. */
export function creditOfRow({ guid, fields, open, ...row }: ReadRow & { guid: string }): CreditRow {
  const number = String(fields.invoice_number);
  const { description: note = '' } = fields;
  return {
    guid,
    key: number,
    reference: number,
    note,
    amount: fixed2(open.remainder),
    paidOn: open.paidOn,
    ...row,
  };
}
