import type { OriginalLine, RequestedLine } from '../../../domain/credit-lines.ts';
import { creditable } from '../../../domain/credits.ts';
import { transition } from '../../../domain/invoice-states.ts';
import { decimal, ZERO } from '../../../domain/money.ts';
import type { VatCode } from '../../../domain/vat.ts';
import { isViolation } from '../../../domain/violation.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { attachable } from '../files/attachments.ts';
import type { CreatedInvoice } from '../issue/issue-store.ts';
import { checkQuantity, type Line } from '../issue/lines.ts';
import { type PlannedInvoice, planInvoice } from '../issue/plan.ts';
import { invoiceTexts } from '../issue/record.ts';
import { checkedTotals, type InvoiceDates } from '../issue/rules.ts';
import type { InvoiceInput, LineInput } from '../schema.ts';
import { creditSteps, lockOriginal, type OriginalLineRow, type OriginalRow } from './credit-store.ts';

type CreditedLine = Line & OriginalLine;

/** The part of the input that decides what is credited. */
export type CreditInput = Pick<InvoiceInput, 'items' | 'currency'> & Partial<Pick<InvoiceInput, 'amount'>>;

type CreditNoteInput = CreditInput & Partial<InvoiceInput>;

/**
 * Credits an invoice, whole or in part. The original is locked first, so of two notes made at the same
 * moment the second sees what the first has left.
 */
export async function issueCreditNote(
  ctx: WriteContext,
  input: InvoiceInput,
  dates: InvoiceDates,
): Promise<CreatedInvoice> {
  const asked = input.ref_invoice_guid ?? fail('field_required', 'ref_invoice_guid');
  const original = await lockOriginal(ctx.tx, ctx.account.id, asked);
  if (!original) fail('credit_refused', violation('original_unknown'));
  const { guid, ctes, result } = await planCreditNote(ctx, original, input, dates);
  return (await ctx.finishIf<CreatedInvoice>({ target: guid, ctes, result })) ?? fail('invoice_not_found');
}

/** The steps that credit an invoice which this transaction holds, for `ctx.finish`. */
export async function planCreditNote(
  ctx: WriteContext,
  original: OriginalRow,
  input: CreditNoteInput,
  dates: InvoiceDates,
  isDeliveredElsewhere = false,
): Promise<PlannedInvoice> {
  const { credit, lines, sums } = computeCredit(original, input);
  const taxExempt = original.tax_exempt;
  // Credited in full while unpaid, the invoice and its notes settle each other.
  const cancelled = credit.leavesNothing ? transition(original.status, 'cancel') : null;
  const note = planInvoice(ctx, {
    kind: 'credit',
    status: cancelled || input.mark_paid ? 'Paid' : 'Sent',
    referId: original.id,
    buyer: { id: original.customer_id },
    snapshot: original.buyer,
    taxExempt,
    currency: original.currency,
    exchangeRate: original.exchange_rate,
    dates,
    texts: invoiceTexts(input),
    tradingPartnerId: original.trading_partner_id,
    lines,
    newItems: [],
    sums,
    discount: credit.discount,
    paymentFee: ZERO,
    isClaim: false,
    isPaymentLink: false,
    methodPayment: input.method_payment ?? null,
    files: await attachable(ctx, input.files),
    isDeliveredElsewhere,
  });
  tellBank(ctx, original, cancelled !== null);
  if (original.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: original.guid });
  const taken = lines.map(({ id, qty }) => ({ guid: id, qty: qty.toFixed() }));
  const ctes = creditSteps(ctx.account.id, original.id, note.ctes, {
    taken,
    amount: note.amount,
    leavesNothing: credit.leavesNothing,
    cancelled: cancelled !== null,
    today: ctx.today,
    now: ctx.now,
  });
  return { ...note, ctes };
}

/** What the bank must hear of it. A claim that is not written down yet may be on its way to the bank. */
function tellBank(ctx: WriteContext, original: OriginalRow, isCancelled: boolean): void {
  const { guid, is_claim, claim_status } = original;
  const mayBeOpen = is_claim && (claim_status === '' || claim_status === 'sent');
  if (isCancelled && mayBeOpen) ctx.enqueue('cancel-claim', { invoice_guid: guid });
  else if (claim_status === 'sent') ctx.enqueue('change-claim', { invoice_guid: guid });
}

/** What a note credits: its lines and sums, after what earlier notes have taken. */
export function computeCredit(original: OriginalRow, input: CreditInput) {
  checkOriginal(original, input);
  const discount = original.is_discount
    ? { value: decimal(original.discount_value), isPercent: original.discount_is_percent }
    : undefined;
  const taxExempt = original.tax_exempt;
  const credit = creditable(
    { lines: original.lines.map(lineOf), discount, taxExempt },
    input.items?.map(askedLine),
  );
  if (isViolation(credit)) fail('credit_refused', credit);
  const lines = credit.lines.map(({ original: line, ...changed }) => ({ ...line, ...changed }));
  if (input.items) for (const [i, line] of lines.entries()) checkQuantity(line, `items[${i}]`);
  const sums = checkedTotals(lines, { discount: credit.discount, taxExempt }, input.amount);
  return { credit, lines, sums };
}

function checkOriginal(original: OriginalRow, input: CreditInput): void {
  if (input.items?.some(({ task_guid }) => task_guid)) fail('flags_conflict', violation('credit_bills_time'));
  if (original.kind === 'credit') {
    fail('credit_refused', violation('credit_of_credit'));
  }
  if (original.status === 'Draft') fail('credit_refused', violation('credit_of_draft'));
  if (input.currency && input.currency !== original.currency) {
    fail('field_invalid', 'currency', violation('currency_of_invoice', original.currency));
  }
}

function lineOf(row: OriginalLineRow): CreditedLine {
  return {
    id: row.guid,
    itemGuid: row.item_guid,
    itemNumber: row.item_number,
    description: row.description,
    category: row.category,
    uom: row.uom,
    tax: row.tax as VatCode,
    qty: decimal(row.qty),
    credited: decimal(row.credited_qty),
    unitPrice: decimal(row.unit_price),
    productCost: decimal(row.product_cost),
    discount: decimal(row.discount),
    discountIsPercent: row.discount_is_percent,
  };
}

function askedLine(line: LineInput): RequestedLine {
  return {
    lineGuid: line.guid,
    itemGuid: line.guid,
    itemNumber: line.item_number,
    qty: line.qty,
    unitPrice: line.unit_price,
    tax: line.tax,
  };
}
