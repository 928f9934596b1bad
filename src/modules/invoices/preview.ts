import { z } from 'zod';
import { addDays } from '../../domain/dates.ts';
import { toWire } from '../../domain/money.ts';
import type { Totals } from '../../domain/totals.ts';
import type { ReadContext } from '../../kernel/context.ts';
import { Failure, fail } from '../../kernel/failure.ts';
import { number } from '../../kernel/fields.ts';
import { read } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';
import { buyerOf, lookUp } from './buyer.ts';
import { creditOf } from './credit.ts';
import { findOriginal } from './credit-store.ts';
import { type Line, resolveLines } from './lines.ts';
import { usualTerms } from './record.ts';
import { checkedTotals, checkFlags, datesOf, discountOf } from './rules.ts';
import { type InvoiceInput, invoiceInput, MEANING } from './schema.ts';
import type { InvoiceFacts } from './write-store.ts';

const previewLine = z.object({
  guid: shown.guid('The line that is credited; on an invoice, the item'),
  description: shown.text('What is sold', 'Ráðgjöf'),
  qty: shown.number('How many', 2.5),
  uom: shown.text(MEANING.uom, 'HUR'),
  unit_price: shown.number(MEANING.unit_price, 15000),
  net: shown.number('Without VAT, after discounts', 37500),
  gross: shown.number('With VAT, after discounts', 46500),
});

const preview = z.object({
  amount: shown.number('Total with VAT: what create-invoice must be sent', 46500),
  net: shown.number('Total without VAT', 37500),
  vat_24: shown.number('VAT at 24 %', 9000),
  vat_11: shown.number('VAT at 11 %'),
  discount: shown.number('All discounts, without VAT'),
  lines: z.array(previewLine).describe('The lines as they would stand'),
  currency: shown.text(MEANING.currency, 'ISK'),
  due_date: shown.date("The due date that the customer's days suggest").nullable(),
  settlement_date: shown.date("The final due date that the customer's days suggest").nullable(),
  customer: z
    .object({
      name: shown.text('Name', 'Jón Jónsson'),
      email: shown.text('E-mail address'),
      output_select: shown.text('How the invoice will leave', '3'),
      tax_exempt: shown.flag('No VAT is added'),
    })
    .nullable()
    .describe('Who it would be for'),
  terms: shown.text('The terms that it gets where none are sent'),
  problems: z
    .array(
      z.object({
        code: shown.text('As in a refusal', 'field_required'),
        message: shown.text('What to send instead'),
        details: z.array(z.string()).describe('What the message is made of'),
      }),
    )
    .describe('What create-invoice would refuse it for; empty when it can be issued'),
});
type Preview = z.infer<typeof preview>;

/** The same rules as create-invoice has, run to the end without writing anything. */
export const previewInvoice = read({
  name: 'preview-invoice',
  summary:
    'Adds up an invoice or a credit note by the rules of create-invoice, and says what would be refused.',
  scope: 'create_invoice',
  input: invoiceInput.extend({
    amount: number({ places: 20 }).optional().describe('Compared when it is sent'),
  }),
  output: preview,
  refusals: ['item_not_found', 'figures_refused', 'amount_mismatch', 'credit_refused'],
  run: (ctx, input) => (input.type === 'credit' ? previewCredit(ctx, input) : previewSale(ctx, input)),
});

type PreviewInput = Omit<InvoiceInput, 'amount'> & Partial<Pick<InvoiceInput, 'amount'>>;

async function previewSale(ctx: ReadContext, input: PreviewInput): Promise<Preview> {
  const currency = input.currency ?? 'ISK';
  const issueDate = input.issue_date ?? ctx.today;
  const items = input.items ?? [];
  const facts = await lookUp(ctx, { customer: input.customer ?? {}, items, currency, issueDate });
  const { lines } = resolveLines(items, facts.catalogue, ctx.newGuid);
  const problems: Failure[] = [];
  const trial = <T>(rule: () => T): T | null => {
    try {
      return rule();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(error);
      return null;
    }
  };
  trial(() => checkFlags(input, ctx.account));
  const buyer = trial(() => buyerOf(ctx, input.customer ?? fail('field_required', 'customer'), facts));
  if (lines.length === 0) problems.push(new Failure('field_required', 'Field items is required', ['items']));
  const dates = trial(() => datesOf({ ...input, amount: undefined } as never, ctx.today));
  trial(() => rateKnown(input, facts, currency, issueDate));
  if (input.is_claim && buyer && buyer.snapshot.registration_no === '')
    trial(() => fail('field_required', 'customer.registration_no'));
  const options = { discount: discountOf(input), taxExempt: buyer?.taxExempt ?? false };
  const sums = checkedTotals(lines, options, input.amount);
  return {
    ...figuresOf(sums),
    lines: linesOf(
      lines.map((line) => ({ ...line, id: line.itemGuid })),
      sums,
    ),
    currency,
    due_date: buyer ? addDays(dates?.issueDate ?? issueDate, buyer.dueDays) : null,
    settlement_date: buyer ? addDays(dates?.issueDate ?? issueDate, buyer.settlementDays) : null,
    customer: buyer && { ...delivery(buyer.snapshot), tax_exempt: buyer.taxExempt },
    terms: buyer ? usualTerms(ctx.account, buyer.snapshot.lang) : '',
    problems: problems.map(({ code, message, details }) => ({ code, message, details: [...details] })),
  };
}

async function previewCredit(ctx: ReadContext, input: PreviewInput): Promise<Preview> {
  const asked = input.ref_invoice_guid ?? fail('field_required', 'ref_invoice_guid');
  const original = await findOriginal(ctx.db, ctx.account.id, asked);
  if (!original)
    fail('credit_refused', 'No invoice found for ref_invoice_guid; send the guid of one of your invoices');
  const { lines, sums } = creditOf(original, input);
  return {
    ...figuresOf(sums),
    lines: linesOf(lines, sums),
    currency: original.currency,
    due_date: null,
    settlement_date: null,
    customer: { ...delivery(original.buyer), tax_exempt: original.tax_exempt },
    terms: '',
    problems: [],
  };
}

function rateKnown(
  { exchange_rate }: PreviewInput,
  { rate }: InvoiceFacts,
  currency: string,
  date: string,
): void {
  if (currency !== 'ISK' && !exchange_rate && rate === null) fail('exchange_rate_missing', currency, date);
}

function figuresOf({ amount, netTotal, vat, discountTotal }: Totals) {
  return {
    amount: toWire(amount),
    net: toWire(netTotal),
    vat_24: toWire(vat.S),
    vat_11: toWire(vat.AA),
    discount: toWire(discountTotal),
  };
}

function linesOf(lines: readonly (Line & { id: string })[], sums: Totals): Preview['lines'] {
  return lines.map((line, index) => {
    const { net, gross } = sums.lines[index] ?? fail('figures_refused', 'Every line has its sums');
    return {
      guid: line.id,
      description: line.description,
      qty: toWire(line.qty),
      uom: line.uom,
      unit_price: toWire(line.unitPrice),
      net: toWire(net.round(2)),
      gross: toWire(gross.round(2)),
    };
  });
}

function delivery({ name, email, output_select }: { name: string; email: string; output_select: string }) {
  return { name, email, output_select };
}
