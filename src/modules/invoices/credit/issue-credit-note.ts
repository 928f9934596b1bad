import type { InvoiceStatus } from '../../../domain/invoices/invoice-states.ts';
import {
  type InvoiceFigures,
  partsOfNote,
  refundsOfNotes,
  statusBySettlement,
} from '../../../domain/payments/settlement.ts';
import { type Decimal, decimal, fixed2, isZero, roundTo, ZERO } from '../../../domain/values/money.ts';
import type { EffectField } from '../../../kernel/effects/effect.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { lockAttachments } from '../files/attachments.ts';
import { valueOrThrow } from '../plan/checked.ts';
import { planInvoice } from '../plan/plan.ts';
import { emitCredited } from '../records/event-store.ts';
import type { CreatedInvoice } from '../records/insert-invoice-store.ts';
import type { InvoiceInput } from '../records/schema.ts';
import { queueClaimChange } from '../records/settle.ts';
import { invoiceRecord } from '../save/invoice-effect.ts';
import { buildInvoiceStatement, type InvoiceStatement } from '../save/invoice-statement.ts';
import { type CreditSource, creditSource } from './credit-source.ts';
import { creditCtes, lockOriginal, type OriginalRow } from './credit-store.ts';

/**
 * Credits an invoice, in whole or in part. The original is locked before it is checked, so of two concurrent notes the
 * second sees what the first has left.
 */
export async function issueCreditNote(ctx: WriteContext, input: InvoiceInput): Promise<CreatedInvoice> {
  const { ref_invoice_guid: requested, files: list } = input;
  const original = requested ? await lockOriginal(ctx.tx, ctx.account.id, requested) : null;
  const files = await lockAttachments(ctx.tx, ctx.account.id, list);
  const source = creditSource(ctx, input, { original, files });
  return ctx.finish(storeCreditNote(ctx, original, source));
}

/** Builds the statement that credits a locked invoice, and queues the changes at the bank and the payment provider. */
export function storeCreditNote(
  ctx: WriteContext,
  original: OriginalRow | null,
  source: CreditSource,
): InvoiceStatement {
  const plan = valueOrThrow(planInvoice(ctx.account, source));
  if (!original) throw new Error('A credit note without a refusal has an original');
  const { leavesNothing, credited } = source;
  const amountOfNote = plan.sums.amount;
  const refund = refundOfNote(original, amountOfNote);
  const credited_amount = fixed2(amountOfNote.plus(original.credited_amount));
  const status = statusAfterCredit(
    { ...original, credited_amount, credited: leavesNothing },
    original.status,
  );
  // An invoice of which nothing is left to pay is settled by its notes, and they by it.
  const isSettled = status !== original.status;
  const isNoteSettled = isZero(refund) && (isSettled || original.status === 'Paid');
  const note = buildInvoiceStatement(ctx, { ...plan, refund, status: isNoteSettled ? 'Paid' : plan.status });
  const { guid, number } = original;
  emitCredited(ctx, { guid, number, creditGuid: note.target, status: isSettled ? status : null });
  queueClaimChange(ctx, original, status);
  if (original.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: original.guid });
  const { amount, effect: described } = note;
  const { today, now } = ctx;
  const pieces = original.took_stock ? returnedPieces(original, source) : 0;
  const effect = { credited, amount, pieces, leavesNothing, status, isSettled, today, now };
  const record = invoiceRecord({ ...original, buyer_name: original.buyer.name });
  const fields = [
    ...(described.fields ?? []),
    ...creditedFields(original, { leavesNothing, status }),
    ...noteFields(partsOfNote(amountOfNote, refund, original.currency)),
    ...(pieces > 0 ? [{ name: 'back_on_sale', to: pieces }] : []),
  ];
  return {
    ...note,
    effect: { ...described, record, fields },
    ctes: creditCtes(ctx.account.id, original.id, note.ctes, effect),
  };
}

/** A purchase on a selling page has one line. A note that leaves nothing takes back all pieces, also if it names an amount. */
function returnedPieces({ lines: [line] }: OriginalRow, { credited, leavesNothing }: CreditSource): number {
  if (!line) return 0;
  const before = decimal(line.credited_qty);
  const quantities = credited.filter(({ guid }) => guid === line.guid).map(({ qty }) => decimal(qty));
  const after = leavesNothing ? decimal(line.qty) : quantities.reduce((sum, qty) => sum.plus(qty), before);
  return Number(roundTo(after, 0).minus(roundTo(before, 0)));
}

/** What becomes of the invoice that is credited. */
function creditedFields(
  { is_claim, claim_status, status }: OriginalRow,
  after: { leavesNothing: boolean; status: InvoiceStatus },
): EffectField[] {
  const isOpenClaim = is_claim && claim_status !== 'paid' && claim_status !== 'cancel';
  return [
    ...(after.leavesNothing ? [{ name: 'credited', to: true }] : []),
    ...(after.status === status ? [] : [{ name: 'invoice.status', from: status, to: after.status }]),
    ...(isOpenClaim
      ? [{ name: 'claim', from: 'sent', to: after.status === status ? 'changed' : 'cancel' }]
      : []),
  ];
}

function noteFields({ reduction, refund }: ReturnType<typeof partsOfNote>): EffectField[] {
  return [
    ...(isZero(reduction) ? [] : [{ name: 'reduction_amount', to: fixed2(reduction) }]),
    ...(isZero(refund) ? [] : [{ name: 'refund_amount', to: fixed2(refund) }]),
  ];
}

/** How much of the note is owed to the customer, after the notes before it. */
export function refundOfNote(original: OriginalRow, amount: Decimal): Decimal {
  const [, refund] = refundsOfNotes(original, [original.notes.amount, fixed2(amount)]);
  return refund ?? ZERO;
}

/** A note settles an invoice whose payments and notes leave nothing to pay. */
function statusAfterCredit(after: InvoiceFigures, status: InvoiceStatus): InvoiceStatus {
  return status === 'Sent' || status === 'Collection' ? statusBySettlement(after, status) : status;
}
