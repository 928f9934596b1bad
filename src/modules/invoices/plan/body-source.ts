import {
  type BilledHours,
  dateWarnings,
  hourWarnings,
  rateWarnings,
} from '../../../domain/invoices/invoice-warnings.ts';
import { sum, ZERO } from '../../../domain/values/money.ts';
import type { Queryable } from '../../../kernel/database/queryable.ts';
import { type Failure, failure } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import {
  billableTasks,
  billedPeriod,
  lockTaskFacts,
  readBillableTasks,
  readDraftTaskFacts,
  type TaskFacts,
  unbilledHours,
} from '../../tasks/billing.ts';
import { checkAttachable, lockAttachments, readAttachments } from '../files/attachments.ts';
import type { FoundFile } from '../files/file-store.ts';
import { type InvoiceFacts, readFactsOfInvoices } from '../records/invoice-facts-store.ts';
import type { InvoiceInput } from '../records/schema.ts';
import {
  type InvoiceLookup,
  lookUpFacts,
  lookupKeys,
  type ResolvedBuyer,
  resolveDocumentBuyer,
  resolveTradingPartner,
} from './buyer.ts';
import { type Checked, checkRule } from './checked.ts';
import { defaultTerms, invoiceTexts } from './invoice-texts.ts';
import type { Line, ResolvedLines } from './lines.ts';
import type { InvoiceSource } from './plan.ts';
import { resolveLines, withTaskItems } from './resolve-lines.ts';
import {
  claimsByDefault,
  datesByTerms,
  flagFailures,
  type InvoiceDates,
  parseDiscount,
  resolveDates,
  resolveFee,
  resolveInvoiceRate,
  withDefaultDiscount,
} from './rules.ts';

/** The body of create-invoice. A preview accepts it unfinished, and fills in the days of the customer on request. */
export type BodyInput = Omit<InvoiceInput, 'amount'> &
  Partial<Pick<InvoiceInput, 'amount'>> & { suggest_days?: boolean | undefined };

/** Files and tasks that the body names, locked by a write and only read by a preview. */
export interface AttachedRecords {
  files: FoundFile[];
  tasks: TaskFacts;
}

export const NOTHING_ATTACHED: AttachedRecords = { files: [], tasks: { tasks: [], unbilled: [] } };

/** The fields that name other records. */
type LookedUp = Partial<Pick<BodyInput, 'customer' | 'items' | 'currency' | 'issue_date'>>;
type LookupContext = Pick<ReadContext, 'db' | 'account' | 'today'>;

/** Reads customer, items and rate in one statement, before a write opens its transaction. */
export function readBodyFacts(ctx: LookupContext, input: BodyInput): Promise<InvoiceFacts> {
  return lookUpFacts(ctx, lookupOf(ctx, input));
}

/** The same for several bodies, in one statement. Items of tasks are left out. */
export function readFactsOfBodies(ctx: LookupContext, inputs: readonly LookedUp[]): Promise<InvoiceFacts[]> {
  const keys = inputs.map((input) => lookupKeys(lookupOf(ctx, input)));
  return readFactsOfInvoices(ctx.db, ctx.account.id, keys);
}

function lookupOf({ today }: Pick<LookupContext, 'today'>, input: LookedUp): InvoiceLookup {
  return {
    customer: input.customer ?? {},
    items: input.items ?? [],
    currency: input.currency ?? 'ISK',
    issueDate: input.issue_date ?? today,
  };
}

export async function readAttachedRecords(
  db: Queryable,
  accountId: number,
  input: BodyInput,
): Promise<AttachedRecords> {
  const readTasks = input.save ? readDraftTaskFacts : readBillableTasks;
  return {
    files: await readAttachments(db, accountId, input.files),
    tasks: await readTasks(db, accountId, taskGuids(input)),
  };
}

/** Reads and locks them. The tasks of a draft are not billed yet and stay unlocked. */
export async function lockAttachedRecords(
  tx: Queryable,
  accountId: number,
  input: Pick<BodyInput, 'files' | 'items' | 'save'>,
): Promise<AttachedRecords> {
  const lockTasks = input.save ? readDraftTaskFacts : lockTaskFacts;
  return {
    files: await lockAttachments(tx, accountId, input.files),
    tasks: await lockTasks(tx, accountId, taskGuids(input)),
  };
}

export type SourceContext = Pick<WriteContext, 'account' | 'policy' | 'newGuid' | 'today'>;

/** Customer and lines, which a body may leave out where a stored document has them. */
interface ResolvedParts {
  buyer: Checked<ResolvedBuyer>;
  lines: Checked<ResolvedLines>;
}

/** The source of a body. */
export type BodySource = InvoiceSource & ResolvedParts;

/** An invoice as the body of create-invoice describes it. */
export function bodySource(
  ctx: SourceContext,
  input: BodyInput,
  facts: InvoiceFacts,
  { files, tasks }: AttachedRecords,
  { buyer, lines }: ResolvedParts = bodyParts(ctx, input, facts, tasks),
): BodySource {
  const { currency = 'ISK', save = false, mark_paid } = input;
  const known = buyer.value;
  const issueDate = input.issue_date ?? ctx.today;
  const rate = input.exchange_rate?.toFixed();
  return {
    status: save ? 'Draft' : mark_paid ? 'Paid' : 'Sent',
    currency,
    isRateSent: rate !== undefined,
    vatDate: issueDate,
    texts: invoiceTexts(input, defaultTerms(ctx.account, known)),
    conflicts: flagFailures(input, ctx),
    dates: bodyDates(input, known, ctx.today),
    missing: missingFields(input),
    buyer,
    lines,
    discount: checkRule(() => parseDiscount(withDefaultDiscount(input, ctx.account, known))),
    exchangeRate: checkRule(() => resolveInvoiceRate(currency, rate, facts.rate, issueDate)),
    tradingPartnerId: known
      ? checkRule(() => resolveTradingPartner(ctx, input.trading_partner_id, known))
      : { value: null, problems: [] },
    amount: input.amount,
    paymentFee: resolveFee(ctx.account, { ...input, currency }) ?? ZERO,
    isClaim: input.is_claim ?? (known ? claimsByDefault(ctx.account, { ...input, currency }, known) : false),
    isPaymentLink: input.is_payment_link ?? false,
    isPaidAtIssue: mark_paid ?? false,
    methodPayment: input.method_payment ?? null,
    period: save ? null : billedPeriod(tasks),
    files: checkRule(() => checkAttachable(input.files, files)),
    tasks: checkRule(() => billableTasks(taskGuids(input), tasks, save)),
    warnings: [
      ...(save ? [] : dateWarnings(issueDate, facts.last_issued, ctx.today)),
      ...(save ? [] : hourWarnings(billedHours(lines.value?.lines ?? [], tasks))),
      ...(rate ? [] : rateWarnings(currency, facts.rate?.date ?? null, issueDate)),
    ],
  };
}

function bodyParts(
  ctx: SourceContext,
  { customer, items }: BodyInput,
  facts: InvoiceFacts,
  { tasks }: TaskFacts,
): ResolvedParts {
  return {
    buyer: customer
      ? checkRule(() => resolveDocumentBuyer(ctx, customer, facts))
      : { value: null, problems: [] },
    lines: resolveLines(withTaskItems(items ?? [], tasks), facts.catalogue, ctx.newGuid),
  };
}

export function taskGuids({ items }: Pick<BodyInput, 'items'>): string[] {
  return (items ?? []).flatMap(({ task_guid }) => task_guid ?? []);
}

/** The hours of each task on the lines. Lines in other units, such as days, are not compared with its time. */
function billedHours(lines: readonly Line[], facts: TaskFacts): BilledHours[] {
  return facts.tasks.flatMap(({ guid, number }) => {
    const own = lines.filter(({ taskGuid }) => taskGuid === guid);
    if (own.length === 0 || own.some(({ uom }) => uom !== 'HUR')) return [];
    return { task: number, billed: sum(own.map(({ qty }) => qty)), unbilled: unbilledHours(guid, facts) };
  });
}

function missingFields({ items, customer, currency }: BodyInput): Failure[] {
  return [
    ...(items ? [] : [failure('field_required', 'items')]),
    ...(items?.length === 0 ? [failure('field_invalid', 'items', violation('lines'))] : []),
    ...(customer ? [] : [failure('field_required', 'customer')]),
    ...(currency ? [] : [failure('field_required', 'currency')]),
  ];
}

/** With `suggest_days`, dates that are left out follow the terms of the customer, once there is one. */
function bodyDates(input: BodyInput, buyer: ResolvedBuyer | null, today: string): Checked<InvoiceDates> {
  if (!input.suggest_days) return checkRule(() => resolveDates(input, today));
  if (!buyer) return { value: null, problems: [] };
  const { dueDate, settlementDate } = datesByTerms(buyer, input.issue_date ?? today);
  const { due_date = dueDate, settlement_date = settlementDate } = input;
  return checkRule(() => resolveDates({ ...input, due_date, settlement_date }, today));
}
