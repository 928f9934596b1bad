import type { ReadContext } from '../../kernel/operations/context.ts';
import type { PrintableInvoice } from '../../rendering/printable-invoice.ts';
import { valid, valueOrThrow } from '../invoices/plan/checked.ts';
import { planInvoice } from '../invoices/plan/plan.ts';
import { toPrintableDraft } from '../invoices/save/printable-draft.ts';
import { documentPart, documentSource, type InvoiceableDocument } from './document-source.ts';

/**
 * A quote, order or draft as it is printed: the invoice that all of it would make today, whatever was invoiced already.
 * Problems that hold up an invoice only, such as a missing address, do not hold up the print. So it is with the exchange
 * rate, which nobody may know before the day of the invoice: it is left out then, with the VAT in krónur.
 */
export function toPrintableDocument(
  ctx: Pick<ReadContext, 'account' | 'today' | 'newGuid'>,
  document: InvoiceableDocument,
): PrintableInvoice {
  const lines = document.lines.map((line) => ({ ...line, invoiced_qty: '0' }));
  const part = documentPart(ctx, { ...document, lines });
  const origin = { occurrence: null, orderReference: '' };
  const source = documentSource(ctx, document, document.current, part.lines, origin);
  const isRateKnown = source.exchangeRate?.value !== null;
  const result = planInvoice(ctx.account, isRateKnown ? source : { ...source, exchangeRate: valid('1') });
  return {
    ...toPrintableDraft(ctx, result.value ?? valueOrThrow(result)),
    ...(!isRateKnown && { exchange_rate: null }),
    guid: document.guid,
    number: document.number,
    issue_date: document.created_at.slice(0, 10),
  };
}
