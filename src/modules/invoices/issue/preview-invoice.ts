import { z } from 'zod';
import { addDays } from '../../../domain/dates.ts';
import { toWire } from '../../../domain/money.ts';
import type { Totals } from '../../../domain/totals.ts';
import { type Account, subscribes } from '../../../kernel/account.ts';
import type { ReadContext } from '../../../kernel/context.ts';
import { Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { flag, number } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { computeCredit } from '../credit/credit-invoice.ts';
import { findOriginal } from '../credit/credit-store.ts';
import { type InvoiceInput, invoiceInput, MEANING } from '../schema.ts';
import { lookUpFacts, type ResolvedBuyer, resolveBuyer, resolveTradingPartner } from './buyer.ts';
import type { InvoiceFacts } from './issue-store.ts';
import { type Line, resolveLines } from './lines.ts';
import { checkEinvoice } from './plan.ts';
import { defaultTerms } from './record.ts';
import { checkedTotals, checkFlags, parseDiscount, resolveDates } from './rules.ts';

const previewLine = z.object({
  guid: out.guid('The line that is credited; on an invoice, the item'),
  description: out.text('What is sold', 'Ráðgjöf'),
  qty: out.number('How many', 2.5),
  uom: out.text(MEANING.uom, 'HUR'),
  unit_price: out.number(MEANING.unit_price, 15000),
  net: out.number('Without VAT, after discounts', 37500),
  gross: out.number('With VAT, after discounts', 46500),
});

const preview = z.object({
  amount: out.number('Total with VAT: what create-invoice must be sent', 46500),
  net: out.number('Total without VAT', 37500),
  vat_24: out.number('VAT at 24 %', 9000),
  vat_11: out.number('VAT at 11 %'),
  discount: out.number('All discounts, without VAT'),
  lines: z.array(previewLine).describe('The lines as they would stand'),
  currency: out.text(MEANING.currency, 'ISK'),
  due_date: out.date("The due date that the customer's days suggest").nullable(),
  settlement_date: out.date("The final due date that the customer's days suggest").nullable(),
  payment_ways: z
    .array(z.enum(['later', 'claim', 'link', 'paid']).describe('A way'))
    .describe('The ways to be paid that it can have'),
  may_discount: out.flag('Whether the plan has discounts', true),
  may_save: out.flag('Whether there is enough of it for a draft', true),
  customer: z
    .object({
      name: out.text('Name', 'Jón Jónsson'),
      email: out.text('E-mail address'),
      output_select: out.text('How the invoice will leave', '3'),
      tax_exempt: out.flag('No VAT is added'),
    })
    .nullable()
    .describe('Who it would be for'),
  terms: out.text('The terms that it gets where none are sent'),
  problems: z
    .array(
      z.object({
        code: out.text('As in a refusal', 'field_required'),
        message: out.text('What to send instead'),
        details: z.array(z.string()).describe('What the message is made of'),
        reasons: z
          .array(z.object({ code: z.string(), values: z.array(z.string()) }))
          .describe('Which of the reasons that the code stands for'),
      }),
    )
    .describe('What create-invoice would refuse it for; empty when it can be issued'),
});
type Preview = z.infer<typeof preview>;

export const previewInput = invoiceInput.extend({
  amount: number({ places: 20 }).optional().describe('Compared when it is sent'),
  suggest_days: flag.optional().describe("The customer's days stand for due dates that are not sent"),
});

/** The same rules as create-invoice has, run to the end without writing anything. */
export const previewInvoice = defineRead({
  name: 'preview-invoice',
  summary:
    'Adds up an invoice or a credit note by the rules of create-invoice, and says what would be refused.',
  scope: 'create_invoice',
  input: previewInput,
  output: preview,
  refusals: ['item_not_found', 'figures_refused', 'amount_mismatch', 'credit_refused'],
  run: (ctx, input) => (input.type === 'credit' ? previewCredit(ctx, input) : previewSale(ctx, input)),
});

export type PreviewInput = Omit<InvoiceInput, 'amount'> &
  Partial<Pick<InvoiceInput, 'amount'>> & { suggest_days?: boolean | undefined };

async function previewSale(ctx: ReadContext, input: PreviewInput): Promise<Preview> {
  const currency = input.currency ?? 'ISK';
  const issueDate = input.issue_date ?? ctx.today;
  const items = input.items ?? [];
  const facts = await lookUpFacts(ctx, { customer: input.customer ?? {}, items, currency, issueDate });
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
  const buyer = trial(() => resolveBuyer(ctx, input.customer ?? fail('field_required', 'customer'), facts));
  if (lines.length === 0) problems.push(failure('field_required', 'items'));
  const suggested = buyer && suggestedDates(buyer, issueDate);
  if (!input.suggest_days) trial(() => resolveDates(input, ctx.today));
  else if (suggested) trial(() => resolveDates({ ...suggested, ...withDates(input) }, ctx.today));
  trial(() => rateKnown(input, facts, currency, issueDate));
  if (input.is_claim && buyer && buyer.snapshot.registration_no === '')
    trial(() => fail('field_required', 'customer.registration_no'));
  if (buyer) trial(() => checkDestination(ctx, input, buyer));
  const options = { discount: parseDiscount(input), taxExempt: buyer?.taxExempt ?? false };
  const sums = checkedTotals(lines, options, input.amount);
  return {
    ...figuresOf(sums),
    lines: linesOf(
      lines.map((line) => ({ ...line, id: line.itemGuid })),
      sums,
    ),
    currency,
    due_date: suggested?.due_date ?? null,
    settlement_date: suggested?.settlement_date ?? null,
    ...waysOf(ctx.account, currency),
    may_save: buyer !== null && lines.length > 0,
    customer: buyer && { ...delivery(buyer.snapshot), tax_exempt: buyer.taxExempt },
    terms: buyer ? defaultTerms(ctx.account, buyer.snapshot.lang) : '',
    problems: problems.map(toldProblem),
  };
}

async function previewCredit(ctx: ReadContext, input: PreviewInput): Promise<Preview> {
  const asked = input.ref_invoice_guid ?? fail('field_required', 'ref_invoice_guid');
  const original = await findOriginal(ctx.db, ctx.account.id, asked);
  if (!original) fail('credit_refused', violation('original_unknown'));
  const { lines, sums } = computeCredit(original, input);
  return {
    ...figuresOf(sums),
    lines: linesOf(lines, sums),
    currency: original.currency,
    due_date: null,
    settlement_date: null,
    payment_ways: [],
    may_discount: false,
    may_save: false,
    customer: { ...delivery(original.buyer), tax_exempt: original.tax_exempt },
    terms: '',
    problems: [],
  };
}

/** By the days that the customer has. */
export function suggestedDates({ dueDays, settlementDays }: ResolvedBuyer, issueDate: string) {
  return { due_date: addDays(issueDate, dueDays), settlement_date: addDays(issueDate, settlementDays) };
}

function checkDestination(ctx: ReadContext, input: PreviewInput, buyer: ResolvedBuyer): void {
  checkEinvoice(ctx.account, {
    kind: 'invoice',
    snapshot: buyer.snapshot,
    tradingPartnerId: resolveTradingPartner(ctx, input.trading_partner_id, buyer),
    isClaim: input.is_claim ?? false,
  });
}

/** The days that were sent; those that were not are the customer's. */
export function withDates({ type, issue_date, due_date, settlement_date }: PreviewInput) {
  return {
    type,
    ...(issue_date && { issue_date }),
    ...(due_date && { due_date }),
    ...(settlement_date && { settlement_date }),
  };
}

/** By the plan of the account; and banks collect claims in ISK only. */
function waysOf(account: Account, currency: string): Pick<Preview, 'payment_ways' | 'may_discount'> {
  const ways = [
    'later',
    ...(subscribes(account, 'claim') && currency === 'ISK' ? (['claim'] as const) : []),
    ...(subscribes(account, 'payment_link') ? (['link'] as const) : []),
    'paid',
  ] as const;
  return { payment_ways: [...ways], may_discount: subscribes(account, 'discount') };
}

function toldProblem({ code, message, details, reasons }: Failure): Preview['problems'][number] {
  return {
    code,
    message,
    details: [...details],
    reasons: reasons.map((reason) => ({ code: reason.code, values: [...reason.values] })),
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
    const { net, gross } = sums.lines[index] ?? fail('figures_refused', violation('sums_missing'));
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
