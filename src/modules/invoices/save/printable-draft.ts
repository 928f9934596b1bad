import type { ReadContext } from '../../../kernel/operations/context.ts';
import type { PrintableInvoice } from '../../../rendering/printable-invoice.ts';
import { lineFields } from '../plan/lines.ts';
import type { InvoicePlan } from '../plan/plan.ts';
import { sellerSnapshot } from '../records/seller.ts';
import { invoiceColumns } from './invoice-columns.ts';

/** The plan as it would be stored as a draft, whatever its flags say. */
export function toPrintableDraft(
  ctx: Pick<ReadContext, 'account' | 'today' | 'newGuid'>,
  plan: InvoicePlan,
): PrintableInvoice {
  const draft: InvoicePlan = { ...plan, status: 'Draft' };
  return {
    ...invoiceColumns(ctx, draft, ctx.newGuid()),
    seller: sellerSnapshot(ctx.account),
    buyer: plan.snapshot,
    number: null,
    credited: false,
    credited_amount: '0',
    written_off_on: null,
    written_off_amount: '0',
    refer_number: plan.refer?.number ?? null,
    refer_issue_date: plan.refer?.issueDate ?? null,
    lines: plan.lines.map((line) => lineFields(line, ctx.newGuid())),
  };
}
