import { transition } from '../../../domain/invoices/invoice-states.ts';
import { decimal, roundTo } from '../../../domain/values/money.ts';
import type { EffectField } from '../../../kernel/effects/effect.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { lockAttachments } from '../files/attachments.ts';
import { valueOrThrow } from '../plan/checked.ts';
import { planInvoice } from '../plan/plan.ts';
import { emitCredited } from '../records/event-store.ts';
import type { CreatedInvoice } from '../records/insert-invoice-store.ts';
import type { InvoiceInput } from '../records/schema.ts';
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
  // An unpaid invoice that is credited in full is settled by its notes, and they by it.
  const isCancelled = leavesNothing && transition(original.status, 'cancel') !== null;
  const note = buildInvoiceStatement(ctx, isCancelled ? { ...plan, status: 'Paid' } : plan);
  const { guid, number } = original;
  emitCredited(ctx, { guid, number, creditGuid: note.target, isCancelled });
  queueClaimChange(ctx, original, isCancelled);
  if (original.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: original.guid });
  const { amount, effect: described } = note;
  const { today, now } = ctx;
  const pieces = original.took_stock ? returnedPieces(original, source) : 0;
  const effect = { credited, amount, pieces, leavesNothing, isCancelled, today, now };
  const record = invoiceRecord({ ...original, buyer_name: original.buyer.name });
  const fields = [
    ...(described.fields ?? []),
    ...creditedFields(original, { leavesNothing, isCancelled }),
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
  { leavesNothing, isCancelled }: { leavesNothing: boolean; isCancelled: boolean },
): EffectField[] {
  const isOpenClaim = is_claim && claim_status !== 'paid' && claim_status !== 'cancel';
  return [
    ...(leavesNothing ? [{ name: 'credited', to: true }] : []),
    ...(isCancelled ? [{ name: 'invoice.status', from: status, to: 'Cancelled' }] : []),
    ...(isOpenClaim ? [{ name: 'claim', from: 'sent', to: isCancelled ? 'cancel' : 'changed' }] : []),
  ];
}

/** A claim without a status may be on its way to the bank, so it is cancelled as an open one is. */
function queueClaimChange(ctx: WriteContext, original: OriginalRow, isCancelled: boolean): void {
  const { guid, is_claim, claim_status } = original;
  const mayBeOpen = is_claim && (claim_status === '' || claim_status === 'sent');
  if (isCancelled && mayBeOpen) ctx.enqueue('cancel-claim', { invoice_guid: guid });
  else if (claim_status === 'sent') ctx.enqueue('change-claim', { invoice_guid: guid });
}
