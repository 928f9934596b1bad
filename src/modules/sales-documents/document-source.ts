import { creditable } from '../../domain/credit/quantities.ts';
import type { CreditWording, RequestedLine } from '../../domain/credit/request.ts';
import { rateWarnings } from '../../domain/invoices/invoice-warnings.ts';
import { bookedVatRates } from '../../domain/invoices/vat.ts';
import { addDays, type PlainDate } from '../../domain/values/dates.ts';
import { decimal } from '../../domain/values/money.ts';
import { isViolation } from '../../domain/values/violation.ts';
import { failure } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { type Checked, checkRule, valid } from '../invoices/plan/checked.ts';
import { allLines, lineFromRow, type ResolvedLines } from '../invoices/plan/lines.ts';
import type { DocumentOrigin, InvoiceSource } from '../invoices/plan/plan.ts';
import { type InvoiceDates, resolveInvoiceRate } from '../invoices/plan/rules.ts';
import { textRow } from '../invoices/records/tables.ts';
import type { SalesDocumentKind } from './schema.ts';
import type { CurrentBuyer, InvoicedQuantities, LockedSalesDocument, SalesDocumentLineRow } from './store.ts';

/** The part of a document that its invoice is made from. */
export type InvoiceableDocument = Omit<
  LockedSalesDocument,
  | 'status'
  | 'files'
  | 'updated_at'
  | 'valid_until'
  | 'accept_as'
  | 'remind'
  | 'reminded_at'
  | 'sent_at'
  | 'sent_to'
  | 'sending_to'
  | 'send_error'
  | 'answered_at'
  | 'answered_by'
  | 'decline_reason'
  | 'client_id'
>;

/** The lines of a document that an invoice takes now, and what it leaves. */
export interface DocumentPart extends InvoicedQuantities {
  lines: Checked<ResolvedLines>;
}

/** What is left of a document, or the part of it that is requested. */
export function documentPart(
  { today }: Pick<WriteContext, 'today'>,
  document: InvoiceableDocument,
  requested?: readonly RequestedLine[],
): DocumentPart {
  const wording: CreditWording = {
    document: document.kind as SalesDocumentKind,
    noun: 'an invoice',
    verb: 'invoice',
    participle: 'invoiced',
  };
  const taxExempt = document.current.tax_exempt;
  const whole = {
    lines: document.lines.map(toOpenLine),
    discount: documentDiscount(document),
    taxExempt,
    rates: bookedVatRates(today),
  };
  const part = creditable(whole, requested, wording);
  if (isViolation(part)) {
    const problems = [failure('part_refused', part)];
    return { lines: { value: null, problems }, invoiced: [], leavesNothing: false };
  }
  const lines = part.lines.map(({ original, ...changed }) => ({ ...original, ...changed }));
  return {
    lines: valid(allLines(lines, part.discount)),
    invoiced: lines.map(({ id, qty }) => ({ guid: id, qty: qty.toFixed() })),
    leavesNothing: part.leavesNothing,
  };
}

function toOpenLine(row: SalesDocumentLineRow) {
  return { ...lineFromRow(row), id: row.guid, credited: decimal(row.invoiced_qty) };
}

/** All lines of a template, which makes the same invoice again and again. */
export function templateLines(document: InvoiceableDocument): Checked<ResolvedLines> {
  return valid(allLines(document.lines.map(lineFromRow), documentDiscount(document)));
}

function documentDiscount(document: InvoiceableDocument) {
  if (!document.is_discount) return undefined;
  return { value: decimal(document.discount_value), isPercent: document.discount_is_percent };
}

/** The invoice that an order, draft, quote or template makes today. */
export function documentSource(
  { today }: Pick<WriteContext, 'today'>,
  document: InvoiceableDocument,
  { snapshot, tax_exempt: taxExempt }: Pick<CurrentBuyer, 'snapshot' | 'tax_exempt'>,
  lines: Checked<ResolvedLines>,
  origin: Omit<DocumentOrigin, 'documentId'>,
): InvoiceSource {
  const { currency, exchange_rate, rate } = document;
  return {
    status: document.mark_paid ? 'Paid' : 'Sent',
    isPaidAtIssue: document.mark_paid,
    currency,
    isRateSent: exchange_rate !== null,
    vatDate: today,
    texts: textRow.valuesIn(document),
    dates: valid(resolveDocumentDates(document, today)),
    buyer: valid({ buyer: { id: document.customer_id }, snapshot, taxExempt }),
    lines,
    exchangeRate: checkRule(() => resolveInvoiceRate(currency, exchange_rate, rate, today)),
    tradingPartnerId: valid(document.trading_partner_id || snapshot.trading_partner_id),
    paymentFee: decimal(document.payment_fee),
    isClaim: document.is_claim,
    isPaymentLink: document.is_payment_link,
    methodPayment: document.method_payment,
    origin: { ...origin, documentId: document.id },
    warnings: exchange_rate ? [] : rateWarnings(currency, rate?.date ?? null, today),
  };
}

/** Days from issue, or an agreed date, as a document stores them. */
export type DocumentDays = Pick<
  InvoiceableDocument,
  'due_days' | 'due_date' | 'settlement_days' | 'settlement_date'
>;

/**
 * Days count from today. An agreed date that has passed meanwhile gives way to the order of the three dates; days give
 * way to an agreed date that is still to come.
 */
export function resolveDocumentDates(document: DocumentDays, today: PlainDate): InvoiceDates {
  const due = document.due_date ?? addDays(today, document.due_days ?? 0);
  const settlement = document.settlement_date ?? addDays(today, document.settlement_days ?? 0);
  const isBound = document.due_date === null && settlement >= today && settlement < due;
  const dueDate = isBound ? settlement : due < today ? today : due;
  const settlementDate = settlement < dueDate ? dueDate : settlement;
  const sent = [
    ...(dueDate === document.due_date ? ['due_date' as const] : []),
    ...(settlementDate === document.settlement_date ? ['settlement_date' as const] : []),
  ];
  return { issueDate: today, dueDate, settlementDate, sent };
}
