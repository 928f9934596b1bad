import type { ImportPart, SourceRecord } from '../../../domain/imports/other-account.ts';
import { type RecordsHere, toDocument } from '../../../domain/imports/other-documents.ts';
import { type Account, hasSubscription } from '../../../kernel/access/account.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { parse } from '../../../kernel/write/input.ts';
import { createRecurringInvoice } from '../../recurring/create-recurring-invoice.ts';
import { pauseRecurringInvoice } from '../../recurring/move-recurring-invoice.ts';
import { type RecurringInput, recurringInput } from '../../recurring/schema.ts';
import { createSalesDocument } from '../../sales-documents/create-sales-document.ts';
import { readDocumentFacts } from '../../sales-documents/document-body.ts';
import {
  quoteInput,
  type SalesDocumentInput,
  type SalesDocumentKind,
  salesDocumentInput,
} from '../../sales-documents/schema.ts';
import { type PreparedRecords, prepareEach } from './made-records.ts';

export const DOCUMENT_PARTS = {
  orders: 'order',
  drafts: 'draft',
  quotes: 'quote',
} as const satisfies Partial<Record<ImportPart, SalesDocumentKind>>;

/** Orders, drafts and quotes that are open. What was invoiced of them has come with the invoices. */
export function prepareDocuments(
  ctx: ReadContext,
  kind: SalesDocumentKind,
  sources: readonly SourceRecord[],
): Promise<PreparedRecords> {
  const schema = kind === 'quote' ? quoteInput : salesDocumentInput;
  return prepareEach(ctx, sources, async (source, here) => {
    if (source.fields.status !== 'open') return 'left_out';
    const found = readDocument(ctx.account, source, Object.keys(schema.shape), here);
    if ('refusal' in found) return found;
    const input = parse<SalesDocumentInput>({ input: schema }, found.fields);
    const facts = await readDocumentFacts(ctx, input);
    return {
      message: found.message,
      make: async (write) => {
        const { output } = await write.part((part) => createSalesDocument(part, kind, input, facts));
        return output.guid;
      },
    };
  });
}

const PAUSED = 'From another account: stop it there before you resume it here';

/** Templates that go on come paused, because they still make their invoices there. */
export function prepareTemplates(
  ctx: ReadContext,
  sources: readonly SourceRecord[],
): Promise<PreparedRecords> {
  return prepareEach(ctx, sources, async (source, here) => {
    if (source.fields.status !== 'active' && source.fields.status !== 'paused') return 'left_out';
    const found = readDocument(ctx.account, source, Object.keys(recurringInput.shape), here);
    if ('refusal' in found) return found;
    const input = parse<RecurringInput>({ input: recurringInput }, found.fields);
    const facts = await readDocumentFacts(ctx, input);
    return {
      message: found.message,
      make: async (write) => {
        const { output } = await write.part((part) => createRecurringInvoice.run(part, input, facts));
        const { guid } = output;
        await write.part((part) => pauseRecurringInvoice.run(part, { guid, reason: PAUSED }, undefined));
        return guid;
      },
    };
  });
}

/** A claim is left out where the plan of this account has none. */
function readDocument(account: Account, source: SourceRecord, names: readonly string[], here: RecordsHere) {
  const known = names.filter((name) => name !== 'is_claim' || hasSubscription(account, 'claim'));
  return (
    toDocument(source, known, here) ?? {
      refusal: 'It is invoiced in part and has a discount in an amount; make it here by hand',
    }
  );
}
