import type { CreditWording, RequestedLine } from '../../domain/credit-lines.ts';
import { type Credit, creditable } from '../../domain/credits.ts';
import { addDays, type PlainDate } from '../../domain/dates.ts';
import { type Decimal, decimal } from '../../domain/money.ts';
import { isViolation } from '../../domain/violation.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { checkQuantity, type Line } from '../invoices/issue/lines.ts';
import {
  type InvoicePlan,
  type InvoiceSource,
  type PlannedInvoice,
  planInvoice,
} from '../invoices/issue/plan.ts';
import { checkedTotals, type InvoiceDates } from '../invoices/issue/rules.ts';
import { lineFromRow } from './compose-document.ts';
import type { SalesDocumentKind } from './schema.ts';
import type {
  CurrentBuyer,
  InvoicedQuantities,
  LockedSalesDocument,
  SalesDocumentLineRow,
  SalesDocumentRow,
} from './store.ts';

type OpenLine = Line & { id: string; credited: Decimal };

export interface Part extends InvoicedQuantities {
  invoice: PlannedInvoice;
}

/** Invoices what is left of a document, or the part that is asked for, dated today. */
export function invoicePart(
  ctx: WriteContext,
  document: LockedSalesDocument,
  asked?: readonly RequestedLine[],
): Part {
  const kind = document.kind as SalesDocumentKind;
  const wording: CreditWording = {
    document: kind,
    noun: 'an invoice',
    verb: 'invoice',
    participle: 'invoiced',
  };
  const { tax_exempt: taxExempt } = document.current;
  const whole = { lines: document.lines.map(openLine), discount: discountIn(document), taxExempt };
  const part = creditable(whole, asked, wording);
  if (isViolation(part)) fail('part_refused', part);
  const lines = part.lines.map(({ original, ...changed }) => ({ ...original, ...changed }));
  if (asked) for (const [index, line] of lines.entries()) checkQuantity(line, `items[${index}]`);
  const source = { documentId: document.id, occurrence: null, orderReference: document.number ?? '' };
  const invoice = planInvoice(ctx, invoiceOf(ctx, document, document.current, lines, part.discount, source));
  return {
    lines: lines.map(({ id, qty }) => ({ guid: id, qty: qty.toFixed() })),
    leavesNothing: part.leavesNothing,
    invoice,
  };
}

/** The invoice that a document makes today. */
export function invoiceOf(
  ctx: WriteContext,
  document: LockedSalesDocument,
  buyer: CurrentBuyer,
  lines: readonly Line[],
  discount: Credit<OpenLine>['discount'],
  source: InvoiceSource,
): InvoicePlan {
  return {
    kind: 'invoice',
    status: document.mark_paid ? 'Paid' : 'Sent',
    referId: null,
    buyer: { id: document.customer_id },
    snapshot: buyer.snapshot,
    taxExempt: buyer.tax_exempt,
    currency: document.currency,
    exchangeRate: rateOf(document, ctx.today),
    dates: datesFrom(document, ctx.today),
    texts: {
      delivery_date: document.delivery_date,
      description: document.description,
      booking: document.booking,
      cost_provide: document.cost_provide,
      terms: document.terms,
    },
    tradingPartnerId: document.trading_partner_id || buyer.snapshot.trading_partner_id,
    lines,
    newItems: [],
    sums: checkedTotals(lines, { discount, taxExempt: buyer.tax_exempt }, undefined),
    discount,
    paymentFee: decimal(document.payment_fee),
    isClaim: document.is_claim,
    isPaymentLink: document.is_payment_link,
    methodPayment: document.method_payment,
    files: [],
    source,
  };
}

export function discountIn(document: SalesDocumentRow) {
  if (!document.is_discount) return undefined;
  return { value: decimal(document.discount_value), isPercent: document.discount_is_percent };
}

function openLine(row: SalesDocumentLineRow): OpenLine {
  return { ...lineFromRow(row), id: row.guid, credited: decimal(row.invoiced_qty) };
}

function rateOf({ currency, exchange_rate, rate }: LockedSalesDocument, today: PlainDate): string {
  if (currency === 'ISK') return '1';
  return exchange_rate ?? rate ?? fail('exchange_rate_missing', currency, today);
}

/**
 * Days count from today. A date that was agreed and has passed meanwhile gives way to the order of the three; days give
 * way to a date that is still to come.
 */
export function datesFrom(document: SalesDocumentRow, today: PlainDate): InvoiceDates {
  const due = document.due_date ?? addDays(today, document.due_days ?? 0);
  const settlement = document.settlement_date ?? addDays(today, document.settlement_days ?? 0);
  const isBound = document.due_date === null && settlement >= today && settlement < due;
  const dueDate = isBound ? settlement : due < today ? today : due;
  return { issueDate: today, dueDate, settlementDate: settlement < dueDate ? dueDate : settlement };
}
