import type { PrintedDocument } from '../../../kernel/effects/effect.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { printInvoice } from '../../../rendering/pdf/printer.ts';
import { readLogoBytes } from '../../accounts/logo-store.ts';
import type { InvoicePlan } from '../plan/plan.ts';
import { toPrintableDraft } from './printable-draft.ts';

/** The PDF of an invoice or credit note that is not made yet, marked as a draft. */
export async function printPlan(
  ctx: Pick<ReadContext, 'db' | 'account' | 'today' | 'newGuid'>,
  plan: InvoicePlan,
): Promise<PrintedDocument> {
  const { id: accountId } = ctx.account;
  return printInvoice(accountId, toPrintableDraft(ctx, plan), await readLogoBytes(ctx.db, accountId));
}
