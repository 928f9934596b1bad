import { decimal } from '../../domain/values/money.ts';
import { type FailureCode, fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import type { SalesDocumentKind } from './schema.ts';
import { type LockedSalesDocument, lockSalesDocument } from './store.ts';

export const NOT_FOUND = {
  order: 'order_not_found',
  draft: 'draft_not_found',
  quote: 'quote_not_found',
} as const satisfies Record<SalesDocumentKind, FailureCode>;

/** What `composeDocument` refuses with, for every operation that uses it. */
export const COMPOSE_REFUSALS: readonly FailureCode[] = [
  'subscription_required',
  'flags_conflict',
  'customer_not_found',
  'item_not_found',
  'item_inactive',
  'figures_refused',
  'amount_mismatch',
  'einvoice_refused',
  'file_not_found',
  'file_in_use',
];

/** The kind with its article, for the reference documentation. */
export const A_KIND = {
  order: 'an order',
  draft: 'a draft',
  quote: 'a quote',
} as const satisfies Record<SalesDocumentKind, string>;

export function byGuid(kind: SalesDocumentKind) {
  return object({ guid: guid(`The ${kind}`) });
}

/** Nothing was invoiced from it, so it may still be changed or deleted. */
export function isUninvoiced(lines: readonly { invoiced_qty: string | number }[]): boolean {
  return lines.every(({ invoiced_qty }) => decimal(invoiced_qty).lte(0));
}

/** Locks a document that may still be changed or deleted. */
export async function lockUninvoiced(
  ctx: WriteContext,
  kind: SalesDocumentKind,
  requested: string,
): Promise<LockedSalesDocument> {
  const row = await lockSalesDocument(ctx, kind, requested);
  if (!row) fail(NOT_FOUND[kind]);
  if (!isUninvoiced(row.lines)) fail('document_locked', kind);
  return row;
}
