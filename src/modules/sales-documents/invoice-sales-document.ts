import type { RequestedLine } from '../../domain/credit-lines.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { type FailureCode, fail } from '../../kernel/failures/failure.ts';
import { valueOrThrow } from '../invoices/issue/attempt.ts';
import type { CreatedInvoice } from '../invoices/issue/issue-store.ts';
import { planInvoice } from '../invoices/issue/plan.ts';
import { storeInvoice } from '../invoices/issue/store-invoice.ts';
import { documentPart, documentSource } from './document-source.ts';
import { NOT_FOUND } from './rules.ts';
import type { SalesDocumentKind } from './schema.ts';
import { invoicedCtes, lockSalesDocument } from './store.ts';

export function invoiceRefusals(kind: SalesDocumentKind): FailureCode[] {
  return [NOT_FOUND[kind], 'part_refused', 'exchange_rate_missing', 'figures_refused', 'einvoice_refused'];
}

/** Invoices what is left of a document, or the lines and quantities that are requested. */
export async function invoiceSalesDocument(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  guid: string,
  requested?: readonly RequestedLine[],
): Promise<CreatedInvoice> {
  const document = await lockSalesDocument(ctx, kind, guid);
  if (!document) fail(NOT_FOUND[kind]);
  const part = documentPart(ctx, document, requested);
  const origin = { occurrence: null, orderReference: document.number ?? '' };
  const source = documentSource(ctx, document, document.current, part.lines, origin);
  const plan = valueOrThrow(planInvoice(ctx.account, source));
  const invoice = storeInvoice(ctx, plan);
  const subject = { guid: document.guid, number: document.number };
  if (kind === 'quote') ctx.emit('quote.accepted', subject);
  ctx.emit(`${kind}.invoiced`, { ...subject, invoice_guid: invoice.target });
  const ctes = invoicedCtes(ctx.account.id, document.id, invoice.ctes, part, ctx.now);
  return ctx.finish({ ...invoice, ctes });
}
