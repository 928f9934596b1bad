import type { RequestedLine } from '../../domain/credit/request.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { type FailureCode, fail } from '../../kernel/failures/failure.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { valueOrThrow } from '../invoices/plan/checked.ts';
import { type InvoicePlan, planInvoice } from '../invoices/plan/plan.ts';
import type { CreatedInvoice } from '../invoices/records/insert-invoice-store.ts';
import { buildInvoiceStatement } from '../invoices/save/invoice-statement.ts';
import { documentRecord } from './document-effect.ts';
import { type DocumentPart, documentPart, documentSource } from './document-source.ts';
import { NOT_FOUND } from './rules.ts';
import type { SalesDocumentKind } from './schema.ts';
import { invoicedCtes, type LockedSalesDocument, lockSalesDocument } from './store.ts';

export function invoiceRefusals(kind: SalesDocumentKind): FailureCode[] {
  return [
    NOT_FOUND[kind],
    'period_locked',
    'part_refused',
    'exchange_rate_missing',
    'figures_refused',
    'einvoice_refused',
  ];
}

/** Invoices what is left of a document, or the lines and quantities that are requested. */
export async function invoiceSalesDocument(
  ctx: WriteContext,
  kind: Exclude<SalesDocumentKind, 'quote'>,
  guid: string,
  requested?: readonly RequestedLine[],
): Promise<CreatedInvoice> {
  const document = await lockSalesDocument(ctx, kind, guid);
  if (!document) fail(NOT_FOUND[kind]);
  const part = documentPart(ctx, document, requested);
  const plan = planDocument(ctx, document, part);
  const invoice = buildInvoiceStatement(ctx, plan);
  const invoiced = { guid: document.guid, number: document.number, invoice_guid: invoice.target };
  if (kind === 'order') ctx.emit('order.invoiced', { ...invoiced, open: !part.leavesNothing });
  else ctx.emit('draft.invoiced', { ...invoiced, record: 'draft' });
  const ctes = invoicedCtes(ctx.account.id, document.id, invoice.ctes, part, { updated_at: ctx.now });
  return ctx.finish({ ...invoice, ctes, effect: ofDocument(invoice.effect, document) });
}

/** The effect of an invoice that takes over the files of its document. */
function ofDocument(effect: Effect, document: LockedSalesDocument): Effect {
  const files = document.files.map(({ name, sha256 }) => ({ name, sha256 }));
  return { ...effect, record: documentRecord(document), files };
}

/** How a quote was accepted. */
interface Acceptance {
  as: 'invoice' | 'draft';
  /** The name that the customer gave; empty where the seller accepts it. */
  answeredBy: string;
}

/** Makes the invoice of a locked quote, or a draft invoice that the seller issues. */
export async function acceptLockedQuote(
  ctx: WriteContext,
  quote: LockedSalesDocument,
  { as, answeredBy }: Acceptance,
): Promise<CreatedInvoice> {
  const part = documentPart(ctx, quote);
  const plan = planDocument(ctx, quote, part);
  const invoice = buildInvoiceStatement(ctx, as === 'draft' ? { ...plan, status: 'Draft' } : plan);
  const subject = { guid: quote.guid, number: quote.number };
  ctx.emit('quote.accepted', subject);
  if (as === 'invoice') ctx.emit('quote.invoiced', { ...subject, invoice_guid: invoice.target });
  const answer = { answered_at: ctx.now, answered_by: answeredBy, decline_reason: '' };
  const ctes = invoicedCtes(ctx.account.id, quote.id, invoice.ctes, part, { ...answer, updated_at: ctx.now });
  return ctx.finish({ ...invoice, ctes, effect: ofDocument(invoice.effect, quote) });
}

/** The invoice that a part of a document makes today. */
function planDocument(
  ctx: Pick<WriteContext, 'account' | 'today'>,
  document: LockedSalesDocument,
  part: DocumentPart,
): InvoicePlan {
  const origin = { occurrence: null, orderReference: document.number ?? '' };
  const source = documentSource(ctx, document, document.current, part.lines, origin);
  return valueOrThrow(planInvoice(ctx.account, source));
}
