import type { CreditNote, InvoiceToCredit } from '../../../domain/credit/note-lines.ts';
import { planCreditNote } from '../../../domain/credit/plan-note.ts';
import type { RequestedLine } from '../../../domain/credit/request.ts';
import { creditWarnings, dateWarnings } from '../../../domain/invoices/invoice-warnings.ts';
import { INHERITED_REFERENCES } from '../../../domain/invoices/references.ts';
import { bookedVatRates } from '../../../domain/invoices/vat.ts';
import type { Period, PlainDate } from '../../../domain/values/dates.ts';
import { type Decimal, decimal, ZERO } from '../../../domain/values/money.ts';
import { isViolation } from '../../../domain/values/violation.ts';
import { type Failure, fail, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { WriteContext } from '../../../kernel/operations/context.ts';
import { sentDetails } from '../../customers/rules.ts';
import { checkAttachable } from '../files/attachments.ts';
import type { FoundFile } from '../files/file-store.ts';
import type { BodyInput } from '../plan/body-source.ts';
import { applyChanges, type PlanBuyer } from '../plan/buyer.ts';
import { type Checked, checkRule } from '../plan/checked.ts';
import { type InvoiceTexts, invoiceTexts } from '../plan/invoice-texts.ts';
import { allLines, lineFromRow, type ResolvedLines } from '../plan/lines.ts';
import type { InvoiceSource } from '../plan/plan.ts';
import { flagFailures, type InvoiceDates, resolveDates } from '../plan/rules.ts';
import type { LineInput } from '../records/schema.ts';
import { type CreditedLine, creditedKind, toCreditNoteLine } from './credit-note-line.ts';
import type { OriginalLineRow, OriginalRow } from './credit-store.ts';

/** What a credit note takes off its invoice, beside the plan of the note itself. */
export interface CreditSource extends InvoiceSource {
  /** The lines of the original and how much of each is credited. */
  credited: { guid: string; qty: string }[];
  /** For each line of the note the line of the original whose quantity it credits; null where it credits an amount. */
  creditedLines: (string | null)[];
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
  const { today } = ctx;
  const fields = fieldsFromOriginal(original, input, today);
  const { note: _note, ...source } = fields;
  return {
    ...source,
    kind: 'credit',
    status: input.mark_paid ? 'Paid' : 'Sent',
    isPaidAtIssue: input.mark_paid ?? false,
    buyer: original ? checkRule(() => toPlanBuyer(ctx, original, input)) : { value: null, problems: [] },
    texts: creditTexts(original, input),
    conflicts: flagFailures(input, ctx),
    dates: checkRule(() => creditDates(input, original, today)),
    missing: missingOriginal(input, original),
    amount: amountToCompare(fields, input),
    methodPayment: input.method_payment ?? null,
    files: checkRule(() => checkAttachable(input.files, files)),
    warnings: [
      ...(original ? dateWarnings(noteDate(input, original, today), original.last_issued, today) : []),
      ...creditWarnings(fields.note),
    ],
  };
}

/** A note is not older than its invoice: one that is not dated takes the date of an invoice that is dated ahead. */
function noteDate({ issue_date }: BodyInput, original: OriginalRow | null, today: PlainDate): PlainDate {
  return issue_date ?? (original && original.issue_date > today ? original.issue_date : today);
}

function creditDates(input: BodyInput, original: OriginalRow | null, today: PlainDate): InvoiceDates {
  const issueDate = noteDate(input, original, today);
  if (original && issueDate < original.issue_date)
    fail('field_invalid', 'issue_date', violation('not_before_invoice', original.issue_date));
  if (issueDate === (input.issue_date ?? today)) return resolveDates(input, today);
  const notEarlier = (date: PlainDate | undefined) => (date && date < issueDate ? issueDate : date);
  const due = { due_date: notEarlier(input.due_date), settlement_date: notEarlier(input.settlement_date) };
  return resolveDates({ ...due, issue_date: issueDate }, today);
}

/** The buyer finds its order and its account by the same numbers as on the invoice, unless the note has its own. */
function creditTexts(original: OriginalRow | null, input: BodyInput): InvoiceTexts {
  const inherited = INHERITED_REFERENCES.map((name) => [name, input[name] ?? original?.[name]]);
  return invoiceTexts({ ...input, ...Object.fromEntries(inherited) });
}

/** The fields of a note that come from its original. */
function fieldsFromOriginal(original: OriginalRow | null, input: BodyInput, today: PlainDate) {
  const { lines, ...effect } = original ? creditLines(original, input) : NOTHING;
  return {
    refer: original && toReferred(original),
    period: original && toPeriod(original),
    vatDate: original?.issue_date ?? today,
    currency: original?.currency ?? input.currency ?? 'ISK',
    lines,
    ...effect,
    exchangeRate: { value: original?.exchange_rate ?? null, problems: [] },
    tradingPartnerId: { value: original?.trading_partner_id ?? null, problems: [] },
  };
}

function toReferred({ id, number, issue_date: issueDate }: OriginalRow) {
  return { id, number: number === null ? null : String(number), issueDate };
}

function toPeriod({ period_start: start, period_end: end }: OriginalRow): Period | null {
  return start && end ? { start, end } : null;
}

const NOTHING: CreditLines = {
  lines: { value: null, problems: [] },
  credited: [],
  creditedLines: [],
  leavesNothing: false,
  note: null,
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

interface CreditLines extends Pick<CreditSource, 'credited' | 'creditedLines' | 'leavesNothing'> {
  lines: Checked<ResolvedLines>;
  note: CreditNote<CreditedLine> | null;
}

/** A note that keeps to what is left of its invoice may come to another amount than its lines; then these were checked. */
function amountToCompare({ note }: CreditLines, { amount }: BodyInput): Decimal | undefined {
  return amount && note?.sentAmount?.eq(amount) ? undefined : amount;
}

/** The lines of the note, within what earlier notes have left. */
function creditLines(original: OriginalRow, input: BodyInput): CreditLines {
  const refusals = originalFailures(original, input);
  if (original.kind === 'credit' || original.status === 'Draft')
    return { ...NOTHING, lines: { value: null, problems: refusals } };
  const note = planCreditNote(toInvoiceToCredit(original), {
    lines: input.items?.map(requestedLine),
    amount: input.amount,
    isPart: input.credit_partial,
  });
  if (isViolation(note))
    return { ...NOTHING, lines: { value: null, problems: [...refusals, failure('credit_refused', note)] } };
  const lines = note.lines.map((line) => toCreditNoteLine(line, original, input.items ?? []));
  const positions = note.lines.map(({ index }, i) => (index ?? i) + 1);
  const credited = note.lines.map(({ kind, original: line }) => (kind === 'quantity' && line?.id) || null);
  return {
    lines: {
      value: { ...allLines(lines, note.discount), positions },
      problems: refusals,
    },
    credited: lines.flatMap(({ qty }, i) => {
      const guid = credited[i];
      return guid ? { guid, qty: qty.toFixed() } : [];
    }),
    creditedLines: credited,
    leavesNothing: note.leavesNothing,
    note,
  };
}

function toInvoiceToCredit(original: OriginalRow): InvoiceToCredit<CreditedLine> {
  const { notes } = original;
  const remaining = (name: Exclude<keyof typeof notes, 'count'>) =>
    decimal(original[name]).minus(decimal(notes[name]));
  return {
    lines: original.lines.map((line) => creditedLine(line, original)),
    discount: original.is_discount
      ? { value: decimal(original.discount_value), isPercent: original.discount_is_percent }
      : undefined,
    taxExempt: original.tax_exempt,
    rates: bookedVatRates(original.issue_date),
    amount: decimal(original.amount),
    currency: original.currency,
    isCredited: original.credited,
    remaining: {
      amount: remaining('amount'),
      net: { S: remaining('net_s'), AA: remaining('net_aa'), Z: remaining('net_z') },
      vat: { S: remaining('vat_s'), AA: remaining('vat_aa'), Z: ZERO },
      notes: notes.count,
    },
  };
}

function originalFailures(original: OriginalRow, input: BodyInput): Failure[] {
  const refusals: Failure[] = [];
  if (input.items?.some(({ task_guid }) => task_guid))
    refusals.push(failure('flags_conflict', violation('credit_bills_time')));
  if (original.kind === 'credit') refusals.push(failure('credit_refused', violation('credit_of_credit')));
  else if (original.status === 'Draft')
    refusals.push(failure('credit_refused', violation('credit_of_draft')));
  else if (original.written_off_on !== null)
    refusals.push(failure('credit_refused', violation('credit_of_written_off')));
  if (input.currency && input.currency !== original.currency)
    refusals.push(failure('field_invalid', 'currency', violation('currency_of_invoice', original.currency)));
  return refusals;
}

function creditedLine(row: OriginalLineRow, original: OriginalRow): CreditedLine {
  const vatKind = creditedKind(row, original);
  return { ...lineFromRow(row), vatKind, id: row.guid, credited: decimal(row.credited_qty) };
}

function requestedLine(line: LineInput): RequestedLine {
  return {
    lineGuid: line.line_guid ?? line.guid,
    itemGuid: line.guid,
    itemNumber: line.item_number,
    description: line.description,
    qty: line.qty,
    unitPrice: line.unit_price,
    tax: line.tax,
    discount: line.discount,
    discountIsPercent: line.discount_type,
  };
}
