import type { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { listOf, longText, object, text } from '../../../kernel/fields/input-fields.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import type { InvoiceFacts } from '../records/invoice-facts-store.ts';
import { type LineInput, lineInput, MAX_LINES, MEANING } from '../records/schema.ts';
import { type CustomerInput, lookUpFacts, resolveDocumentBuyer, resolveTradingPartner } from './buyer.ts';
import { type Checked, checkRule } from './checked.ts';
import { defaultTerms, invoiceTexts } from './invoice-texts.ts';
import type { ResolvedLines } from './lines.ts';
import type { InvoiceSource } from './plan.ts';
import { resolveLines } from './resolve-lines.ts';
import { claimsByDefault, datesByTerms } from './rules.ts';

/** The compact body of the agent API: a customer, and items of the catalogue or free lines. Everything else follows the profiles. */
export const compactInput = object({
  client_kennitala: text(20)('Kennitala of the customer; an unknown one makes a profile'),
  client_name: text(200).optional(
    'Name of the customer on this document; needed where the kennitala is unknown',
  ),
  items: listOf(
    object({
      item_no: lineInput.shape.item_number.describe(
        'Number of an item in the catalogue; text on a free line',
      ),
      description: lineInput.shape.description.describe('With price: a free line, which is tied to no item'),
      qty: lineInput.shape.qty,
      price: lineInput.shape.unit_price.describe(
        `${MEANING.unit_price}; that of the item when left out, needed on a free line`,
      ),
      uom: lineInput.shape.uom.describe(`${MEANING.uom} of a free line; C62 when left out`),
      tax: lineInput.shape.tax.describe(`${MEANING.tax}, of a free line; S when left out`),
      vat_kind: lineInput.shape.vat_kind,
    }),
    MAX_LINES,
  ).describe('What is sold'),
  description: longText(4000).optional(MEANING.description),
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

export function readCompactFacts(ctx: ReadContext, input: CompactInput): Promise<InvoiceFacts> {
  if (input.items.length === 0) fail('field_invalid', 'items', violation('lines'));
  const items = input.items.flatMap((line) =>
    isFree(line) ? [] : { item_number: line.item_no, qty: line.qty },
  );
  const customer = { registration_no: input.client_kennitala };
  return lookUpFacts(ctx, { customer, items, currency: 'ISK', issueDate: ctx.today });
}

export function compactSource(ctx: WriteContext, input: CompactInput, facts: InvoiceFacts): InvoiceSource {
  const buyer = checkRule(() => resolveDocumentBuyer(ctx, compactCustomer(input, facts), facts));
  const known = buyer.value;
  return {
    vatDate: ctx.today,
    texts: invoiceTexts(input, defaultTerms(ctx.account, known)),
    dates: { value: known && datesByTerms(known, ctx.today), problems: [] },
    buyer,
    isClaim: known ? claimsByDefault(ctx.account, { currency: 'ISK' }, known) : false,
    lines: compactResolvedLines(ctx, input, facts),
    tradingPartnerId: known
      ? checkRule(() => resolveTradingPartner(ctx, undefined, known))
      : { value: null, problems: [] },
  };
}

function compactResolvedLines(
  { newGuid }: WriteContext,
  input: CompactInput,
  facts: InvoiceFacts,
): Checked<ResolvedLines> {
  const { value: lines, problems } = checkRule(() => compactLines(input, facts));
  return lines ? resolveLines(lines, facts.catalogue, newGuid) : { value: null, problems };
}

/** A profile that is created here has no address to send to, so its invoices are only printed. */
export function compactCustomer(input: CompactInput, { customer }: InvoiceFacts): CustomerInput {
  if (customer) return { guid: customer.guid, name: input.client_name };
  const name = input.client_name || fail('field_required', 'client_name');
  return { name, registration_no: input.client_kennitala, output_select: '4' };
}

export function compactLines(input: CompactInput, { catalogue }: InvoiceFacts): LineInput[] {
  const guids = new Map(catalogue.map((item) => [item.item_number, item.guid]));
  return input.items.map((line, index) => {
    const { item_no, description, qty, price, uom, tax, vat_kind } = line;
    if (isFree(line))
      return { item_number: item_no, description, qty, unit_price: price, uom, tax, vat_kind };
    const number = item_no || fail('field_required', `items[${index}].item_no`);
    return { guid: guids.get(number) ?? fail('item_not_found'), qty, unit_price: price, vat_kind };
  });
}

function isFree({ description, price }: CompactInput['items'][number]): boolean {
  return Boolean(description) && price !== undefined;
}
