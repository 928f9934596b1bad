import type { z } from 'zod';
import { addDays } from '../../../domain/dates.ts';
import { ZERO } from '../../../domain/money.ts';
import type { ReadContext, WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { listOf, number, object, text } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { createdInvoice, type LineInput, lineInput, MAX_LINES, MEANING } from '../schema.ts';
import { type CustomerInput, lookUpFacts, resolveBuyer, resolveTradingPartner } from './buyer.ts';
import type { CreatedInvoice, InvoiceFacts } from './issue-store.ts';
import { checkActive, resolveLines } from './lines.ts';
import { planInvoice } from './plan.ts';
import { defaultTerms, invoiceTexts } from './record.ts';
import { checkedTotals } from './rules.ts';

/** The shortest way to say an invoice: who, and how many of which items. All else is as customer and items say. */
export const compactInput = object({
  client_kennitala: text(20)().describe('Kennitala of the customer; an unknown one makes a profile'),
  client_name: text(200).optional().describe('Name of the customer, needed where the kennitala is unknown'),
  items: listOf(
    object({
      item_no: text(100)().describe('Number of an item in the catalogue'),
      qty: lineInput.shape.qty,
      price: number().optional().describe(`${MEANING.unit_price}; that of the item when left out`),
    }),
    MAX_LINES,
  ).describe('What is sold'),
  description: text(4000).optional().describe(MEANING.description),
}).meta({
  id: 'ShortInvoice',
  examples: [
    {
      client_kennitala: '5501234520',
      client_name: 'Bakarí Guðrúnar ehf.',
      items: [{ item_no: 'RAD-1', qty: 2, price: 15000 }],
    },
  ],
});
export type CompactInput = z.infer<typeof compactInput>;

export const createCompactInvoice = defineWrite({
  name: 'create-invoice',
  summary: 'Issues an invoice for items of the catalogue, dated today, due as the customer profile says.',
  scope: 'create_invoice',
  input: compactInput,
  output: createdInvoice,
  refusals: ['item_not_found', 'item_inactive', 'figures_refused'],
  prepare: compactFacts,
  async run(ctx, input, facts: InvoiceFacts): Promise<CreatedInvoice> {
    const customer = resolveBuyer(ctx, compactCustomer(input, facts), facts);
    const sent = compactLines(input, facts);
    checkActive(sent, facts.catalogue);
    const { lines, newItems } = resolveLines(sent, facts.catalogue, ctx.newGuid);
    const { guid, ctes, result } = planInvoice(ctx, {
      ...customer,
      kind: 'invoice',
      status: 'Sent',
      referId: null,
      currency: 'ISK',
      exchangeRate: '1',
      dates: datesFor(ctx, customer),
      texts: invoiceTexts(input, defaultTerms(ctx.account, customer.snapshot.lang)),
      tradingPartnerId: resolveTradingPartner(ctx, undefined, customer),
      lines,
      newItems,
      sums: checkedTotals(lines, { taxExempt: customer.taxExempt }, undefined),
      discount: undefined,
      paymentFee: ZERO,
      isClaim: false,
      isPaymentLink: false,
      methodPayment: null,
      files: [],
    });
    return (await ctx.finishIf<CreatedInvoice>({ target: guid, ctes, result })) ?? fail('invoice_not_found');
  },
});

export function compactFacts(ctx: ReadContext, input: CompactInput): Promise<InvoiceFacts> {
  if (input.items.length === 0) fail('field_invalid', 'items', violation('lines'));
  const items = input.items.map(({ item_no, qty }) => ({ item_number: item_no, qty }));
  const customer = { registration_no: input.client_kennitala };
  return lookUpFacts(ctx, { customer, items, currency: 'ISK', issueDate: ctx.today });
}

/** A profile that is made here has no address to send to, so its invoices are only printed. */
export function compactCustomer(input: CompactInput, { customer }: InvoiceFacts): CustomerInput {
  if (customer) return { guid: customer.guid };
  const name = input.client_name || fail('field_required', 'client_name');
  return { name, registration_no: input.client_kennitala, output_select: '4' };
}

export function compactLines(input: CompactInput, { catalogue }: InvoiceFacts): LineInput[] {
  const known = new Map(catalogue.map((item) => [item.item_number, item.guid]));
  return input.items.map(({ item_no, qty, price }) => ({
    guid: known.get(item_no) ?? fail('item_not_found'),
    qty,
    unit_price: price,
  }));
}

function datesFor(
  { today }: WriteContext,
  { dueDays, settlementDays }: { dueDays: number; settlementDays: number },
) {
  return {
    issueDate: today,
    dueDate: addDays(today, dueDays),
    settlementDate: addDays(today, settlementDays),
  };
}
