import { z } from 'zod';
import type { Totals } from '../../../domain/invoices/totals.ts';
import type { PlainDate } from '../../../domain/values/dates.ts';
import { toWire, ZERO } from '../../../domain/values/money.ts';
import { hasSubscription } from '../../../kernel/access/account.ts';
import { Failure } from '../../../kernel/failures/failure.ts';
import { flag } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import type { ReadContext } from '../../../kernel/operations/context.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { requireOpenPeriod } from '../../../kernel/write/locked-periods.ts';
import { creditSource } from '../credit/credit-source.ts';
import { findOriginal } from '../credit/credit-store.ts';
import { refundOfNote } from '../credit/issue-credit-note.ts';
import { readAttachments } from '../files/attachments.ts';
import {
  type BodyInput,
  type BodySource,
  bodySource,
  readAttachedRecords,
  readBodyFacts,
} from '../plan/body-source.ts';
import type { PlanBuyer } from '../plan/buyer.ts';
import { defaultTerms } from '../plan/invoice-texts.ts';
import type { ResolvedLines } from '../plan/lines.ts';
import { planInvoice } from '../plan/plan.ts';
import { claimsIn, datesByTerms } from '../plan/rules.ts';
import { invoiceWarnings } from '../records/created-invoice.ts';
import { clientAmount, invoiceInput, MEANING } from '../records/schema.ts';

const previewLine = z.object({
  guid: out.own('The line that is credited; on an invoice, the item, empty on a free line'),
  position: out.integer('Number of the line among those that were sent, from 1', 1),
  description: out.own('What is sold', 'Ráðgjöf'),
  qty: out.number('How many', 2.5),
  uom: out.own(MEANING.uom, 'HUR'),
  unit_price: out.number(MEANING.unit_price, 15000),
  net: out.number('Without VAT, after discounts', 37500),
  gross: out.number('With VAT, after discounts', 46500),
});

export const previewProblems = out.list(
  'Problems for which create-invoice would refuse it; empty when it can be issued',
  {
    code: out.own('Code of the problem, as in a refusal', 'field_required'),
    message: out.own('What to send instead'),
    details: z.array(out.own('One part')).describe('The variable parts of the message'),
    reasons: out.list('The reasons that the code stands for', {
      code: out.own('Code of the reason'),
      values: z.array(out.own('One of its values')),
    }),
  },
);

/** What the lines come to, and what would be refused. */
export const previewFigures = z.object({
  amount: out.number('Total with VAT: what create-invoice must be sent', 46500),
  net: out.number('Total without VAT', 37500),
  vat_24: out.number('VAT at 24 %', 9000),
  vat_11: out.number('VAT at 11 %'),
  discount: out.number('All discounts, without VAT'),
  lines: z.array(previewLine).describe('The lines as they would be stored'),
  currency: out.own(MEANING.currency, 'ISK'),
  problems: previewProblems,
});

/** With what an editor offers and fills in. */
export const preview = previewFigures.extend({
  due_date: out.date("The due date that the customer's days suggest").nullable(),
  settlement_date: out.date("The final due date that the customer's days suggest").nullable(),
  payment_ways: z
    .array(z.enum(['later', 'claim', 'link', 'paid']).describe('A way'))
    .describe('The ways to be paid that it can have'),
  may_discount: out.flag('Whether the plan has discounts', true),
  may_save: out.flag('Whether it has what a draft needs', true),
  customer: z
    .object({
      name: out.outside('Name', 'Jón Jónsson'),
      email: out.outside('E-mail address'),
      output_select: out.own('How the invoice will be delivered', '3'),
      tax_exempt: out.flag('No VAT is added'),
    })
    .nullable()
    .describe('The customer that it would be for'),
  refund_amount: out.number('How much of a credit note is owed to the customer; the rest lowers its invoice'),
  terms: out.own('Terms of the invoice where none are sent'),
  warnings: invoiceWarnings,
});
type Preview = z.infer<typeof preview>;

export const previewInput = invoiceInput.extend({
  amount: clientAmount.optional('Compared when it is sent'),
  suggest_days: flag.optional(
    '1: due dates that are not sent are computed from the days of the customer profile',
  ),
});

/** Runs the rules of create-invoice to the end without writing anything, also for an unfinished body. */
export const previewInvoice = defineRead({
  name: 'preview-invoice',
  summary:
    'Previews an invoice or credit note by the rules of create-invoice: its totals and its problems. Nothing is written.',
  access: { scope: 'create_invoice' },
  input: previewInput,
  output: preview,
  run: (ctx, input) => (input.type === 'credit' ? previewCreditNote(ctx, input) : previewSale(ctx, input)),
});

async function previewSale(ctx: ReadContext, input: BodyInput): Promise<Preview> {
  const [facts, attached, locked] = await Promise.all([
    readBodyFacts(ctx, input),
    readAttachedRecords(ctx.db, ctx.account.id, input),
    lockedProblems(ctx, input),
  ]);
  const seen = toPreview(ctx, bodySource(ctx, input, facts, attached), input.issue_date);
  return { ...seen, problems: [...seen.problems, ...locked] };
}

/** That its day is in a locked period of VAT; a draft has no day in the books yet. */
async function lockedProblems(ctx: ReadContext, input: BodyInput): Promise<Preview['problems']> {
  if (input.save) return [];
  const refused = await requireOpenPeriod(ctx, [input.issue_date ?? ctx.today]).catch((error) => error);
  if (refused instanceof Failure) return [toPreviewProblem(refused)];
  if (refused) throw refused;
  return [];
}

/** What a body comes to: its figures, its problems, and the values of the customer for what it leaves out. */
export function toPreview(
  ctx: Pick<ReadContext, 'account' | 'today' | 'policy'>,
  source: BodySource,
  issueDate: PlainDate = ctx.today,
): Preview {
  const { problems, sums } = planInvoice(ctx.account, source);
  const { lines, currency = 'ISK' } = source;
  const buyer = source.buyer.value;
  const suggested = buyer && datesByTerms(buyer, issueDate);
  return {
    ...toFigures(sums),
    lines: toPreviewLines(lines.value, sums, ({ itemGuid }) => itemGuid ?? ''),
    currency,
    due_date: suggested?.dueDate ?? null,
    settlement_date: suggested?.settlementDate ?? null,
    payment_ways: paymentWays(ctx, currency),
    may_discount: hasSubscription(ctx.account, 'discount'),
    may_save: buyer !== null && lines.value?.isComplete === true,
    customer: buyer && toRecipient(buyer),
    refund_amount: 0,
    terms: defaultTerms(ctx.account, buyer),
    problems: problems.map(toPreviewProblem),
    warnings: source.warnings ?? [],
  };
}

async function previewCreditNote(ctx: ReadContext, input: BodyInput): Promise<Preview> {
  const { ref_invoice_guid: requested } = input;
  const [original, files, locked] = await Promise.all([
    requested ? findOriginal(ctx.db, ctx.account.id, requested) : null,
    readAttachments(ctx.db, ctx.account.id, input.files),
    lockedProblems(ctx, input),
  ]);
  const source = creditSource(ctx, input, { original, files });
  const { problems, sums } = planInvoice(ctx.account, source);
  const { lines, creditedLines, currency = 'ISK' } = source;
  const buyer = source.buyer.value;
  return {
    ...toFigures(sums),
    lines: toPreviewLines(lines.value, sums, (_, index) => creditedLines[index] ?? ''),
    currency,
    due_date: null,
    settlement_date: null,
    payment_ways: [],
    may_discount: false,
    may_save: false,
    customer: buyer && toRecipient(buyer),
    refund_amount: toWire(original && sums ? refundOfNote(original, sums.amount) : ZERO),
    terms: '',
    problems: [...problems.map(toPreviewProblem), ...locked],
    warnings: source.warnings ?? [],
  };
}

/** Claims and links need the plan of the account, and claims a currency in which the bank collects them. */
function paymentWays(
  { account, policy }: Pick<ReadContext, 'account' | 'policy'>,
  currency: string,
): Preview['payment_ways'] {
  return [
    'later',
    ...(hasSubscription(account, 'claim') && claimsIn(currency, policy) ? (['claim'] as const) : []),
    ...(hasSubscription(account, 'payment_link') ? (['link'] as const) : []),
    'paid',
  ];
}

export function toPreviewProblem({ code, message, details, reasons }: Failure): Preview['problems'][number] {
  return {
    code,
    message,
    details: [...details],
    reasons: reasons.map((reason) => ({ code: reason.code, values: [...reason.values] })),
  };
}

export function toFigures(sums: Totals | null) {
  return {
    amount: toWire(sums?.amount ?? ZERO),
    net: toWire(sums?.netTotal ?? ZERO),
    vat_24: toWire(sums?.vat.S ?? ZERO),
    vat_11: toWire(sums?.vat.AA ?? ZERO),
    discount: toWire(sums?.discountTotal ?? ZERO),
  };
}

/** Empty where the lines have no sums. */
export function toPreviewLines(
  resolved: ResolvedLines | null,
  sums: Totals | null,
  guidOf: (line: ResolvedLines['lines'][number], index: number) => string,
): Preview['lines'] {
  return (resolved?.lines ?? []).flatMap((line, index) => {
    const lineSums = sums?.lines[index];
    if (!lineSums) return [];
    return {
      guid: guidOf(line, index),
      position: resolved?.positions[index] ?? 0,
      description: line.description,
      qty: toWire(line.qty),
      uom: line.uom,
      unit_price: toWire(line.unitPrice),
      net: toWire(lineSums.net.round(2)),
      gross: toWire(lineSums.gross.round(2)),
    };
  });
}

function toRecipient({ snapshot: { name, email, output_select }, taxExempt }: PlanBuyer) {
  return { name, email, output_select, tax_exempt: taxExempt };
}
