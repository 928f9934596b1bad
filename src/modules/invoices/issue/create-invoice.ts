import { type Decimal, decimal, ZERO } from '../../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { billableTasks, checkTasks } from '../../tasks/billing.ts';
import { issueCreditNote } from '../credit/credit-invoice.ts';
import { attachable } from '../files/attachments.ts';
import { createdInvoice, type InvoiceInput, invoiceInput } from '../schema.ts';
import { lookUpFacts, resolveBuyer, resolveTradingPartner } from './buyer.ts';
import type { CreatedInvoice, InvoiceFacts } from './issue-store.ts';
import { checkActive, resolveLines } from './lines.ts';
import { planInvoice } from './plan.ts';
import { defaultTerms, invoiceTexts } from './record.ts';
import { checkedTotals, checkFlags, type InvoiceDates, parseDiscount, resolveDates } from './rules.ts';

export const createInvoice = defineWrite({
  name: 'create-invoice',
  summary: 'Creates and issues an invoice or a credit note; with save it is kept as a draft.',
  scope: 'create_invoice',
  input: invoiceInput,
  output: createdInvoice,
  refusals: [
    'subscription_required',
    'flags_conflict',
    'customer_not_found',
    'item_not_found',
    'item_inactive',
    'file_not_found',
    'file_in_use',
    'exchange_rate_missing',
    'figures_refused',
    'amount_mismatch',
    'einvoice_refused',
    'credit_refused',
    'task_not_found',
    'task_running',
    'task_nothing_to_bill',
  ],
  async prepare(ctx, input) {
    checkFlags(input, ctx.account);
    return {
      dates: resolveDates(input, ctx.today),
      facts: input.type === 'invoice' ? await factsFor(ctx, input) : null,
    };
  },
  run: (ctx, input, { dates, facts }): Promise<CreatedInvoice> =>
    facts ? issueInvoice(ctx, input, dates, facts) : issueCreditNote(ctx, input, dates),
});

function factsFor(ctx: ReadContext, input: InvoiceInput): Promise<InvoiceFacts> {
  const items = input.items ?? fail('field_required', 'items');
  if (items.length === 0) fail('field_invalid', 'items', violation('lines'));
  const customer = input.customer ?? fail('field_required', 'customer');
  const currency = input.currency ?? fail('field_required', 'currency');
  return lookUpFacts(ctx, { customer, items, currency, issueDate: input.issue_date ?? ctx.today });
}

async function issueInvoice(
  ctx: WriteContext,
  input: InvoiceInput,
  dates: InvoiceDates,
  facts: InvoiceFacts,
): Promise<CreatedInvoice> {
  const customer = resolveBuyer(ctx, input.customer ?? {}, facts);
  checkActive(input.items ?? [], facts.catalogue);
  const { lines, newItems } = resolveLines(input.items ?? [], facts.catalogue, ctx.newGuid);
  const discount = parseDiscount(input);
  const { guid, ctes, result } = planInvoice(ctx, {
    ...customer,
    kind: 'invoice',
    status: input.save ? 'Draft' : input.mark_paid ? 'Paid' : 'Sent',
    referId: null,
    currency: input.currency ?? 'ISK',
    exchangeRate: exchangeRate(input, facts, dates).toFixed(),
    dates,
    texts: invoiceTexts(input, defaultTerms(ctx.account, customer.snapshot.lang)),
    tradingPartnerId: resolveTradingPartner(ctx, input.trading_partner_id, customer),
    lines,
    newItems,
    sums: checkedTotals(lines, { discount, taxExempt: customer.taxExempt }, input.amount),
    discount,
    paymentFee: input.payment_fee ?? ZERO,
    isClaim: input.is_claim ?? false,
    isPaymentLink: input.is_payment_link ?? false,
    methodPayment: input.method_payment ?? null,
    files: await attachable(ctx, input.files),
    tasks: await billed(ctx, input),
  });
  return (await ctx.finishIf<CreatedInvoice>({ target: guid, ctes, result })) ?? fail('invoice_not_found');
}

/** The tasks that it bills. A draft bills none yet; its lines remember them until it is issued. */
async function billed(ctx: WriteContext, { items, save }: InvoiceInput): Promise<number[]> {
  const named = (items ?? []).flatMap(({ task_guid }) => task_guid ?? []);
  if (!save) return billableTasks(ctx, named);
  await checkTasks(ctx, named);
  return [];
}

function exchangeRate(input: InvoiceInput, facts: InvoiceFacts, { issueDate }: InvoiceDates): Decimal {
  if (input.currency === 'ISK') return decimal('1');
  if (input.exchange_rate) return input.exchange_rate;
  return decimal(facts.rate ?? fail('exchange_rate_missing', input.currency ?? '', issueDate));
}
