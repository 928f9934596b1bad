import { z } from 'zod';
import { fixed2, ZERO } from '../../../domain/money.ts';
import type { ReadContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { printInvoice } from '../../../rendering/pdf/printer.ts';
import type { PrintableInvoice } from '../../../rendering/printable-invoice.ts';
import { readLogoBytes } from '../../accounts/logo-store.ts';
import { lookUpFacts, resolveBuyer } from './buyer.ts';
import { lineFields, resolveLines } from './lines.ts';
import { type PreviewInput, previewInput, suggestedDates, withDates } from './preview-invoice.ts';
import { defaultTerms, invoiceTexts, sellerSnapshot, totalsColumns } from './record.ts';
import { checkedTotals, parseDiscount, resolveDates } from './rules.ts';

export const previewInvoicePdf = defineRead({
  name: 'preview-invoice-pdf',
  summary: 'The PDF of an invoice that is not made yet, marked as a draft. Nothing is written.',
  scope: 'create_invoice',
  input: previewInput,
  output: z.object({
    file_name: out.text('What to call the file', 'drog.pdf'),
    file: out.text('The PDF, base64', 'JVBERi0xLjcK…').meta({ contentEncoding: 'base64' }),
  }),
  refusals: [
    'customer_not_found',
    'item_not_found',
    'exchange_rate_missing',
    'figures_refused',
    'amount_mismatch',
  ],
  async run(ctx, input) {
    const [record, logo] = await Promise.all([draftOf(ctx, input), readLogoBytes(ctx.db, ctx.account.id)]);
    const { fileName, pdf } = await printInvoice(record, logo);
    return { file_name: fileName, file: pdf.toString('base64') };
  },
});

/** The invoice as it would be stored as a draft. */
async function draftOf(ctx: ReadContext, input: PreviewInput): Promise<PrintableInvoice> {
  const currency = input.currency ?? 'ISK';
  const issueDate = input.issue_date ?? ctx.today;
  const items = input.items ?? [];
  const sent = input.customer ?? fail('field_required', 'customer');
  if (items.length === 0) fail('field_required', 'items');
  const facts = await lookUpFacts(ctx, { customer: sent, items, currency, issueDate });
  const buyer = resolveBuyer(ctx, sent, facts);
  const { lines } = resolveLines(items, facts.catalogue, ctx.newGuid);
  const discount = parseDiscount(input);
  const dates = resolveDates({ ...suggestedDates(buyer, issueDate), ...withDates(input) }, ctx.today);
  const rate = currency === 'ISK' ? '1' : (input.exchange_rate?.toFixed() ?? facts.rate);
  return {
    ...invoiceTexts(input, defaultTerms(ctx.account, buyer.snapshot.lang)),
    ...totalsColumns(checkedTotals(lines, { discount, taxExempt: buyer.taxExempt }, input.amount)),
    guid: ctx.newGuid(),
    number: null,
    kind: 'invoice',
    status: 'Draft',
    credited: false,
    credited_amount: '0',
    paid_on: null,
    issue_date: dates.issueDate,
    due_date: dates.dueDate,
    settlement_date: dates.settlementDate,
    seller: sellerSnapshot(ctx.account),
    buyer: buyer.snapshot,
    trading_partner_id: '',
    currency,
    exchange_rate: rate ?? fail('exchange_rate_missing', currency, issueDate),
    order_reference: '',
    refer_number: null,
    refer_issue_date: null,
    tax_exempt: buyer.taxExempt,
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    payment_fee: fixed2(input.payment_fee ?? ZERO),
    is_claim: input.is_claim ?? false,
    method_payment: input.method_payment ?? null,
    lines: lines.map((line) => lineFields(line, line.itemGuid)),
  };
}
