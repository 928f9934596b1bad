import type { WriteContext } from '../../kernel/operations/context.ts';
import { actingProgram } from '../../kernel/operations/program-gate.ts';
import { lockAttachments } from '../invoices/files/attachments.ts';
import { lockNewCustomer } from '../invoices/plan/buyer.ts';
import { valueOrThrow } from '../invoices/plan/checked.ts';
import { lineFields } from '../invoices/plan/lines.ts';
import { planInvoice } from '../invoices/plan/plan.ts';
import { emitNewRecords } from '../invoices/records/event-store.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { sharedPlanColumns } from '../invoices/save/invoice-columns.ts';
import { documentBodySource } from './document-body.ts';
import type { SalesDocumentInput } from './schema.ts';
import type {
  LockedSalesDocument,
  NewSalesDocument,
  SalesDocumentColumns,
  SalesDocumentRow,
} from './store.ts';

export type DocumentBody = Pick<NewSalesDocument, 'record' | 'lines' | 'buyer' | 'newItems' | 'files'>;

/** A document as it will be stored: the fields of the request, and for an update those of the row before. */
export async function composeDocument(
  ctx: WriteContext,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
  before: LockedSalesDocument | null,
): Promise<DocumentBody> {
  const found = await lockAttachments(ctx.tx, ctx.account.id, input.files);
  const source = documentBodySource(ctx, input, facts, found, before);
  const plan = valueOrThrow(planInvoice(ctx.account, source));
  const { buyer, newItems } = plan;
  await lockNewCustomer(ctx, buyer);
  emitNewRecords(ctx, buyer, newItems);
  const record: SalesDocumentColumns = {
    ...sharedPlanColumns(plan),
    ...source.days,
    buyer_changes: source.buyer.value?.changes ?? {},
    exchange_rate: source.sentRate,
    ...quoteColumns(input, before),
    client_id: actingProgram(ctx.caller),
  };
  return {
    record,
    files: input.files === undefined ? null : plan.files,
    buyer,
    newItems,
    lines: plan.lines.map((line) => lineFields(line, ctx.newGuid())),
  };
}

/** An undefined value leaves its column as it is. A declined quote that is changed is open again. */
function quoteColumns(
  { valid_until, accept_as, remind }: SalesDocumentInput,
  before: SalesDocumentRow | null,
): Partial<SalesDocumentColumns> {
  const isRevised = before?.status === 'declined';
  return {
    ...(valid_until !== undefined && { valid_until, reminded_at: null }),
    ...(accept_as !== undefined && { accept_as }),
    ...(remind !== undefined && { remind }),
    ...(isRevised && { status: 'open', answered_at: null, answered_by: '', decline_reason: '' }),
  };
}
