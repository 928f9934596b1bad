import type { OriginalLine, RequestedLine } from '../../../domain/credit-lines.ts';
import { creditable } from '../../../domain/credits.ts';
import type { PlainDate } from '../../../domain/dates.ts';
import { decimal } from '../../../domain/money.ts';
import { bookedVatRates } from '../../../domain/vat.ts';
import { isViolation } from '../../../domain/violation.ts';
import type { WriteContext } from '../../../kernel/context.ts';
import { type Failure, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { sentDetails } from '../../customers/rules.ts';
import { checkAttachable } from '../files/attachments.ts';
import type { FoundFile } from '../files/file-store.ts';
import { type Attempt, attempt } from '../issue/attempt.ts';
import type { BodyInput } from '../issue/body-source.ts';
import { applyChanges, type PlanBuyer } from '../issue/buyer.ts';
import { invoiceTexts } from '../issue/invoice-texts.ts';
import { allLines, type Line, lineFromRow, quantityProblems, type ResolvedLines } from '../issue/lines.ts';
import type { InvoiceSource } from '../issue/plan.ts';
import { flagProblems, resolveDates } from '../issue/rules.ts';
import type { LineInput } from '../schema.ts';
import type { OriginalLineRow, OriginalRow } from './credit-store.ts';

type CreditedLine = Line & OriginalLine;

/** What a credit note takes off its invoice, beside the plan of the note itself. */
export interface CreditSource extends InvoiceSource {
  /** The lines of the original and how much of each is credited. */
  credited: { guid: string; qty: string }[];
  leavesNothing: boolean;
}

/** The invoice to credit and the files that the note names, locked by a write and only read by a preview. */
export interface CreditFacts {
  original: OriginalRow | null;
  files: FoundFile[];
}

/** A credit note as the body of create-invoice describes it. Without lines it credits everything that is left. */
export function creditSource(
  ctx: Pick<WriteContext, 'account' | 'today' | 'policy'>,
  input: BodyInput,
  { original, files }: CreditFacts,
): CreditSource {
  const { account, today } = ctx;
  const fields = fieldsFromOriginal(original, input, today);
  return {
    ...fields,
    kind: 'credit',
    status: input.mark_paid ? 'Paid' : 'Sent',
    isPaidAtIssue: input.mark_paid ?? false,
    buyer: original ? attempt(() => toPlanBuyer(ctx, original, input)) : { value: null, problems: [] },
    texts: invoiceTexts(input),
    conflicts: flagProblems(input, account),
    dates: attempt(() => resolveDates(input, today)),
    missing: missingOriginal(input, original),
    amount: input.amount,
    methodPayment: input.method_payment ?? null,
    files: attempt(() => checkAttachable(input.files, files)),
  };
}

/** The fields of a note that come from its original. */
function fieldsFromOriginal(original: OriginalRow | null, input: BodyInput, today: PlainDate) {
  const { lines, credited, leavesNothing } = original ? creditLines(original, input) : NOTHING;
  return {
    referId: original?.id ?? null,
    vatDate: original?.issue_date ?? today,
    currency: original?.currency ?? input.currency ?? 'ISK',
    lines,
    credited,
    leavesNothing,
    exchangeRate: { value: original?.exchange_rate ?? null, problems: [] },
    tradingPartnerId: { value: original?.trading_partner_id ?? null, problems: [] },
  };
}

const NOTHING: CreditLines = {
  lines: { value: null, problems: [] },
  credited: [],
  leavesNothing: false,
};

/** The customer of the invoice, to whom the note goes the same way. It is mailed to the address that was sent with it. */
function toPlanBuyer(
  ctx: Pick<WriteContext, 'account' | 'policy'>,
  original: OriginalRow,
  { customer }: BodyInput,
): PlanBuyer {
  const { customer_id: id, buyer: snapshot, tax_exempt: taxExempt } = original;
  const { email, lang } = customer ?? {};
  return applyChanges({ buyer: { id }, snapshot, taxExempt }, sentDetails(ctx, { email, lang }, 'customer.'));
}

function missingOriginal({ ref_invoice_guid }: BodyInput, original: OriginalRow | null): Failure[] {
  if (!ref_invoice_guid) return [failure('field_required', 'ref_invoice_guid')];
  return original ? [] : [failure('credit_refused', violation('original_unknown'))];
}

interface CreditLines extends Pick<CreditSource, 'credited' | 'leavesNothing'> {
  lines: Attempt<ResolvedLines>;
}

/** The lines of the note, within the quantities that earlier notes have left. */
function creditLines(original: OriginalRow, input: BodyInput): CreditLines {
  const refusals = originalProblems(original, input);
  if (original.kind === 'credit' || original.status === 'Draft')
    return { ...NOTHING, lines: { value: null, problems: refusals } };
  const discount = original.is_discount
    ? { value: decimal(original.discount_value), isPercent: original.discount_is_percent }
    : undefined;
  const whole = {
    lines: original.lines.map(creditedLine),
    discount,
    taxExempt: original.tax_exempt,
    rates: bookedVatRates(original.issue_date),
  };
  const credit = creditable(whole, input.items?.map(requestedLine));
  if (isViolation(credit))
    return { ...NOTHING, lines: { value: null, problems: [...refusals, failure('credit_refused', credit)] } };
  const lines = credit.lines.map(({ original: line, ...changed }) => ({ ...line, ...changed }));
  const quantities = input.items ? lines.flatMap((line, i) => quantityProblems(line, `items[${i}]`)) : [];
  return {
    lines: { value: allLines(lines, credit.discount), problems: [...refusals, ...quantities] },
    credited: lines.map(({ id, qty }) => ({ guid: id, qty: qty.toFixed() })),
    leavesNothing: credit.leavesNothing,
  };
}

function originalProblems(original: OriginalRow, input: BodyInput): Failure[] {
  const refusals: Failure[] = [];
  if (input.items?.some(({ task_guid }) => task_guid))
    refusals.push(failure('flags_conflict', violation('credit_bills_time')));
  if (original.kind === 'credit') refusals.push(failure('credit_refused', violation('credit_of_credit')));
  else if (original.status === 'Draft')
    refusals.push(failure('credit_refused', violation('credit_of_draft')));
  if (input.currency && input.currency !== original.currency)
    refusals.push(failure('field_invalid', 'currency', violation('currency_of_invoice', original.currency)));
  return refusals;
}

function creditedLine(row: OriginalLineRow): CreditedLine {
  return { ...lineFromRow(row), id: row.guid, credited: decimal(row.credited_qty) };
}

function requestedLine(line: LineInput): RequestedLine {
  return {
    lineGuid: line.guid,
    itemGuid: line.guid,
    itemNumber: line.item_number,
    qty: line.qty,
    unitPrice: line.unit_price,
    tax: line.tax,
  };
}
