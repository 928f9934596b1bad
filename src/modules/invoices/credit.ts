import type { AskedLine, OriginalLine } from '../../domain/credit-lines.ts';
import { creditable } from '../../domain/credits.ts';
import { transition } from '../../domain/invoice-states.ts';
import { decimal, ZERO } from '../../domain/money.ts';
import { isProblem } from '../../domain/problem.ts';
import type { VatCode } from '../../domain/vat.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { fail } from '../../kernel/failure.ts';
import { because } from '../../kernel/reasons.ts';
import { attachable } from './attachments.ts';
import { creditSteps, lockOriginal, type OriginalLineRow, type OriginalRow } from './credit-store.ts';
import { checkQuantity, type Line } from './lines.ts';
import { type PlannedInvoice, planned } from './plan.ts';
import { texts } from './record.ts';
import { checkedTotals, type InvoiceDates } from './rules.ts';
import type { InvoiceInput, LineInput } from './schema.ts';
import type { MadeInvoice } from './write-store.ts';

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
): Promise<MadeInvoice> {
  const asked = input.ref_invoice_guid ?? fail('field_required', 'ref_invoice_guid');
  const original = await lockOriginal(ctx.tx, ctx.account.id, asked);
  if (!original) fail('credit_refused', because('original_unknown'));
  const { guid, steps, answer } = await plannedCredit(ctx, original, input, dates);
  return (await ctx.finish<MadeInvoice>({ target: guid, steps, answer })) ?? fail('invoice_not_found');
}

/** The steps that credit an invoice which this transaction holds, for `ctx.finish`. */
export async function plannedCredit(
  ctx: WriteContext,
  original: OriginalRow,
  input: CreditNoteInput,
  dates: InvoiceDates,
  isDeliveredElsewhere = false,
): Promise<PlannedInvoice> {
  const { credit, lines, sums } = creditOf(original, input);
  const taxExempt = original.tax_exempt;
  // Credited in full while unpaid, the invoice and its notes settle each other.
  const cancelled = credit.leavesNothing ? transition(original.status, 'cancel') : null;
  const note = planned(ctx, {
    kind: 'credit',
    status: cancelled || input.mark_paid ? 'Paid' : 'Sent',
    referId: original.id,
    buyer: { id: original.customer_id },
    snapshot: original.buyer,
    taxExempt,
    currency: original.currency,
    exchangeRate: original.exchange_rate,
    dates,
    texts: texts(input),
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
  if (original.is_payment_link) ctx.later('end-checkouts', { invoice_guid: original.guid });
  const taken = lines.map(({ id, qty }) => ({ guid: id, qty: qty.toFixed() }));
  const steps = creditSteps(ctx.account.id, original.id, note.steps, {
    taken,
    amount: note.amount,
    leavesNothing: credit.leavesNothing,
    cancelled: cancelled !== null,
    today: ctx.today,
    now: ctx.now,
  });
  return { ...note, steps };
}

/** What the bank must hear of it. A claim that is not written down yet may be on its way to the bank. */
function tellBank(ctx: WriteContext, original: OriginalRow, isCancelled: boolean): void {
  const { guid, is_claim, claim_status } = original;
  const mayBeOpen = is_claim && (claim_status === '' || claim_status === 'sent');
  if (isCancelled && mayBeOpen) ctx.later('cancel-claim', { invoice_guid: guid });
  else if (claim_status === 'sent') ctx.later('change-claim', { invoice_guid: guid });
}

/** What a note credits: its lines and sums, after what earlier notes have taken. */
export function creditOf(original: OriginalRow, input: CreditInput) {
  checkOriginal(original, input);
  const discount = original.is_discount
    ? { value: decimal(original.discount_value), isPercent: original.discount_is_percent }
    : undefined;
  const taxExempt = original.tax_exempt;
  const credit = creditable(
    { lines: original.lines.map(lineOf), discount, taxExempt },
    input.items?.map(askedLine),
  );
  if (isProblem(credit)) fail('credit_refused', credit);
  const lines = credit.lines.map(({ original: line, ...changed }) => ({ ...line, ...changed }));
  if (input.items) for (const [i, line] of lines.entries()) checkQuantity(line, `items[${i}]`);
  const sums = checkedTotals(lines, { discount: credit.discount, taxExempt }, input.amount);
  return { credit, lines, sums };
}

function checkOriginal(original: OriginalRow, input: CreditInput): void {
  if (input.items?.some(({ task_guid }) => task_guid)) fail('flags_conflict', because('credit_bills_time'));
  if (original.kind === 'credit') {
    fail('credit_refused', because('credit_of_credit'));
  }
  if (original.status === 'Draft') fail('credit_refused', because('credit_of_draft'));
  if (input.currency && input.currency !== original.currency) {
    fail('field_invalid', 'currency', because('currency_of_invoice', original.currency));
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

function askedLine(line: LineInput): AskedLine {
  return {
    lineGuid: line.guid,
    itemGuid: line.guid,
    itemNumber: line.item_number,
    qty: line.qty,
    unitPrice: line.unit_price,
    tax: line.tax,
  };
}
