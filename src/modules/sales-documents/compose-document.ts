import type { InvoiceDiscount } from '../../domain/invoices/line-figures.ts';
import { bookedVatRates } from '../../domain/invoices/vat.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { decimal, fixed2 } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { DaysOrDate } from '../../kernel/fields/input-fields.ts';
import type { ReadContext, WriteContext } from '../../kernel/operations/context.ts';
import { actingProgram } from '../../kernel/operations/program-gate.ts';
import { kennitalaIn } from '../customers/rules.ts';
import { emitNewRecords } from '../invoices/event-store.ts';
import { checkAttachable, lockAttachments } from '../invoices/files/attachments.ts';
import {
  type CustomerInput,
  isNobody,
  lockNewCustomer,
  lookUpFacts,
  type ResolvedBuyer,
  resolveDocumentBuyer,
  resolveTradingPartner,
} from '../invoices/issue/buyer.ts';
import { valueOrThrow } from '../invoices/issue/checked.ts';
import type { InvoiceFacts } from '../invoices/issue/invoice-facts-store.ts';
import { defaultTerms, invoiceTexts } from '../invoices/issue/invoice-texts.ts';
import { allLines, lineFields, lineFromRow, type ResolvedLines } from '../invoices/issue/lines.ts';
import { resolveLines } from '../invoices/issue/resolve-lines.ts';
import {
  checkTotals,
  claimsByDefault,
  flagProblems,
  parseDiscount,
  resolveFee,
  withDefaultDiscount,
} from '../invoices/issue/rules.ts';
import type { SalesDocumentInput } from './schema.ts';
import type {
  LockedSalesDocument,
  NewSalesDocument,
  SalesDocumentColumns,
  SalesDocumentRow,
} from './store.ts';

/** Reads customer, items and exchange rate in one statement. */
export function readDocumentFacts(ctx: ReadContext, input: SalesDocumentInput): Promise<InvoiceFacts> {
  return lookUpFacts(ctx, {
    customer: customerIn(input) ?? {},
    items: input.items ?? [],
    currency: input.currency ?? 'ISK',
    issueDate: ctx.today,
  });
}

/** `kennitala` identifies the customer by itself, or together with the fields of a profile. */
function customerIn({ customer, kennitala }: SalesDocumentInput): CustomerInput | null {
  if (!customer && !kennitala) return null;
  return { ...customer, ...(kennitala && { registration_no: kennitala }) };
}

export type DocumentBody = Pick<NewSalesDocument, 'record' | 'lines' | 'buyer' | 'newItems' | 'files'>;

/** A document as it will be stored: the fields of the request, and for an update those of the row before. */
export async function composeDocument(
  ctx: WriteContext,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
  before: LockedSalesDocument | null,
): Promise<DocumentBody> {
  const found = await lockAttachments(ctx.tx, ctx.account.id, input.files);
  const customer = resolveCustomer(ctx, input, facts, before);
  const { lines, newItems } = resolveDocumentLines(ctx, input, facts, before);
  const discounted = withDefaultDiscount(input, ctx.account, before ? null : customer);
  const flags = mergeFlags(ctx, discounted, customer, before);
  const discount = mergeDiscount(discounted, before);
  const options = { discount, taxExempt: customer.taxExempt, rates: bookedVatRates(ctx.today) };
  const client = { amount: input.amount, currency: flags.currency, isIssued: false };
  const sums = valueOrThrow(checkTotals(lines, options, client));
  const record: SalesDocumentColumns = {
    ...mergeTexts(input, before, defaultTerms(ctx.account, customer)),
    ...mergePaymentDays(input, before, customer),
    buyer: customer.snapshot,
    buyer_changes: customer.changes,
    tax_exempt: customer.taxExempt,
    currency: flags.currency,
    exchange_rate: input.exchange_rate?.toFixed() ?? before?.exchange_rate ?? null,
    trading_partner_id: resolveTradingPartner(
      ctx,
      input.trading_partner_id ?? previousPartner(input, before),
      customer,
    ),
    amount: fixed2(sums.amount),
    is_discount: discount !== undefined,
    discount_is_percent: discount?.isPercent ?? false,
    discount_value: discount?.value.toFixed() ?? '0',
    payment_fee: fixed2(
      resolveFee(ctx.account, { ...input, currency: flags.currency }) ?? decimal(before?.payment_fee ?? '0'),
    ),
    is_claim: flags.is_claim,
    is_payment_link: flags.is_payment_link,
    mark_paid: flags.mark_paid,
    method_payment: flags.method_payment ?? null,
    ...quoteColumns(input, before),
    client_id: actingProgram(ctx.caller),
  };
  checkDateOrder(record);
  if (customer.changes.output_select === '2' && record.trading_partner_id === '')
    fail('field_required', 'customer.trading_partner_id');
  await lockNewCustomer(ctx, customer.buyer);
  emitNewRecords(ctx, customer.buyer, newItems);
  return {
    record,
    files: input.files === undefined ? null : checkAttachable(input.files, found, before?.id),
    buyer: customer.buyer,
    newItems,
    lines: lines.map((line) => lineFields(line, ctx.newGuid())),
  };
}

function resolveCustomer(
  ctx: WriteContext,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
  before: SalesDocumentRow | null,
): ResolvedBuyer {
  const requested = customerIn(input);
  if (requested) {
    if (!facts.customer && !requested.guid && !requested.name && !isNobody(ctx, requested, null))
      refuseUnknownCustomer(ctx, requested);
    const isSame = before !== null && before.customer_id === facts.customer?.id;
    return resolveDocumentBuyer(ctx, requested, facts, isSame ? before.buyer_changes : {});
  }
  if (!before) fail('field_required', 'kennitala');
  const { customer_id: id, buyer: snapshot, tax_exempt: taxExempt, buyer_changes: changes } = before;
  const defaults = { term: '', isClaim: false, isDiscount: false };
  return { buyer: { id }, snapshot, taxExempt, changes, dueDays: 0, settlementDays: 0, defaults };
}

/** How the invoice will be paid and discounted. Flags that exclude each other are refused. */
function mergeFlags(
  { account }: WriteContext,
  input: SalesDocumentInput,
  customer: ResolvedBuyer,
  before: LockedSalesDocument | null,
) {
  const isPaid = input.mark_paid ?? before?.mark_paid ?? false;
  const currency = input.currency ?? (before?.currency as SalesDocumentInput['currency']) ?? 'ISK';
  const flags = {
    currency,
    is_claim:
      input.is_claim ??
      previousClaim(input, before) ??
      claimsByDefault(account, { ...input, currency }, customer),
    is_payment_link: input.is_payment_link ?? before?.is_payment_link ?? false,
    mark_paid: isPaid,
    // The method belongs to mark_paid: an update that clears the one clears the other.
    method_payment: input.method_payment ?? (isPaid ? before?.method_payment : undefined) ?? undefined,
    is_discount: (input.is_discount ?? before?.is_discount) || false,
  };
  const [conflict] = flagProblems(flags, account);
  if (conflict) throw conflict;
  return flags;
}

/**
 * An update keeps the claim, unless it says that the invoice is paid otherwise and the claim was only the default of
 * the customer.
 */
function previousClaim(
  { mark_paid, is_payment_link }: SalesDocumentInput,
  before: LockedSalesDocument | null,
): boolean | undefined {
  if (!before) return undefined;
  return before.is_claim && !((mark_paid || is_payment_link) && before.current.is_claim);
}

/** No customer has that kennitala, and the request has no name to create a profile with. */
function refuseUnknownCustomer(ctx: WriteContext, requested: CustomerInput): never {
  const kennitala = normalizeKennitala(kennitalaIn(requested) ?? '');
  if (kennitala === '') fail('field_required', 'kennitala');
  if (!checkKennitala(kennitala, ctx.policy.kennitala))
    fail('field_invalid', 'kennitala', violation('kennitala'));
  return fail('customer_not_found');
}

/** An update keeps the receiver of the e-invoice unless it changes the customer. */
function previousPartner(input: SalesDocumentInput, before: SalesDocumentRow | null): string | undefined {
  return customerIn(input) ? undefined : before?.trading_partner_id;
}

function resolveDocumentLines(
  ctx: WriteContext,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
  before: SalesDocumentRow | null,
): ResolvedLines {
  if (!input.items) {
    if (!before) fail('field_required', 'items');
    return allLines(before.lines.map(lineFromRow));
  }
  if (input.items.length === 0) fail('field_invalid', 'items', violation('lines'));
  const billing = input.items.findIndex(({ task_guid }) => task_guid);
  if (billing >= 0) fail('field_invalid', `items[${billing}].task_guid`, violation('bills_time'));
  const keptItems = before?.lines.flatMap(({ item_guid }) => item_guid ?? []);
  return valueOrThrow(resolveLines(input.items, facts.catalogue, ctx.newGuid, keptItems));
}

function mergeDiscount(
  input: SalesDocumentInput,
  before: SalesDocumentRow | null,
): InvoiceDiscount | undefined {
  if (!before) return parseDiscount(input);
  return parseDiscount({
    is_discount: input.is_discount ?? before.is_discount,
    discount_type: input.discount_type ?? before.discount_is_percent,
    discount_value: input.discount_value ?? decimal(before.discount_value),
  });
}

function mergeTexts(input: SalesDocumentInput, before: SalesDocumentRow | null, terms: string) {
  if (!before) return invoiceTexts(input, terms);
  return {
    delivery_date: input.delivery_date ?? before.delivery_date,
    description: input.description ?? before.description,
    booking: input.booking ?? before.booking,
    cost_provide: input.cost_provide ?? before.cost_provide,
    order_number: input.order_number ?? before.order_number,
    contract_number: input.contract_number ?? before.contract_number,
    accounting_cost: input.accounting_cost ?? before.accounting_cost,
    terms: input.terms ?? before.terms,
  };
}

/** An undefined value leaves its column as it is. A declined quote that is changed is open again. */
function quoteColumns(
  { valid_until, accept_as, remind }: SalesDocumentInput,
  before: SalesDocumentRow | null,
): Partial<SalesDocumentColumns> {
  const isRevised = before?.status === 'declined';
  return {
    ...(valid_until !== undefined && { valid_until, reminded_at: null }),
    ...(accept_as !== undefined && { accept_as }),
    ...(remind !== undefined && { remind }),
    ...(isRevised && { status: 'open', answered_at: null, answered_by: '', decline_reason: '' }),
  };
}

/** Due date and final due date; where only one was sent, the default of the other does not contradict it. */
function mergePaymentDays(
  { due_date, settlement_date }: SalesDocumentInput,
  before: SalesDocumentRow | null,
  { dueDays, settlementDays }: ResolvedBuyer,
) {
  const defaultDue = Math.min(dueDays, daysIn(settlement_date, dueDays));
  const defaultSettlement = Math.max(settlementDays, daysIn(due_date, 0));
  return {
    ...dayColumns('due', due_date, before, defaultDue),
    ...dayColumns('settlement', settlement_date, before, defaultSettlement),
  };
}

type Which = 'due' | 'settlement';
type Days<W extends Which> = { [K in `${W}_days`]: number | null } & { [K in `${W}_date`]: string | null };

function dayColumns<W extends Which>(
  which: W,
  requested: DaysOrDate | undefined,
  before: SalesDocumentRow | null,
  days: number,
) {
  const previous = before && { days: before[`${which}_days`], date: before[`${which}_date`] };
  const { days: after = null, date = null } = {
    ...(requested ?? previous ?? { days }),
  } as { days?: number | null; date?: string | null };
  return { [`${which}_days`]: after, [`${which}_date`]: date } as Days<W>;
}

function daysIn(requested: DaysOrDate | undefined, fallback: number): number {
  return requested && 'days' in requested ? requested.days : fallback;
}

function checkDateOrder({
  due_days,
  due_date,
  settlement_days,
  settlement_date,
}: SalesDocumentColumns): void {
  const isWrongOrder =
    (due_days !== null && settlement_days !== null && settlement_days < due_days) ||
    (due_date !== null && settlement_date !== null && settlement_date < due_date);
  if (isWrongOrder) fail('field_invalid', 'settlement_date', violation('settlement_before_due'));
}
