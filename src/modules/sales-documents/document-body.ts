import type { PlainDate } from '../../domain/values/dates.ts';
import { checkKennitala, normalizeKennitala } from '../../domain/values/kennitala.ts';
import { decimal } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { DaysOrDate } from '../../kernel/fields/input-fields.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { kennitalaIn } from '../customers/rules.ts';
import { checkAttachable } from '../invoices/files/attachments.ts';
import type { FoundFile } from '../invoices/files/file-store.ts';
import {
  type BodyInput,
  type BodySource,
  bodySource,
  type SourceContext,
} from '../invoices/plan/body-source.ts';
import {
  type CustomerInput,
  isNobody,
  lookUpFacts,
  type ResolvedBuyer,
  resolveDocumentBuyer,
} from '../invoices/plan/buyer.ts';
import { type Checked, checkRule, valid } from '../invoices/plan/checked.ts';
import { allLines, lineFromRow, type ResolvedLines } from '../invoices/plan/lines.ts';
import { resolveLines } from '../invoices/plan/resolve-lines.ts';
import type { InvoiceFacts } from '../invoices/records/invoice-facts-store.ts';
import { TEXT_NAMES } from '../invoices/records/tables.ts';
import { type DocumentDays, resolveDocumentDates } from './document-source.ts';
import type { SalesDocumentInput } from './schema.ts';
import type { LockedSalesDocument, SalesDocumentRow } from './store.ts';

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

/** A document that is saved, as the invoice that it would make today, and what it keeps of its own. */
export interface DocumentBodySource extends BodySource {
  days: DocumentDays;
  /** Null where the rate is that of the day of issue. */
  sentRate: string | null;
}

/**
 * The request, completed by the document that it changes, under the rules of create-invoice. Only the exchange rate may
 * still be missing: nobody may know it before the day of the invoice. `found`: the files that the request names.
 */
export function documentBodySource(
  ctx: SourceContext,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
  found: FoundFile[],
  before: LockedSalesDocument | null,
): DocumentBodySource {
  const buyer = checkRule(() => resolveCustomer(ctx, input, facts, before));
  const lines = resolveDocumentLines(ctx, input, facts, before);
  const body = mergeBody(input, before);
  const days = mergeDays(input, before, buyer.value);
  const sentRate = body.exchange_rate?.toFixed() ?? null;
  const attached = { files: found, tasks: { tasks: [], unbilled: [] } };
  return {
    ...bodySource(ctx, body, facts, attached, { buyer, lines }),
    missing: [],
    dates: checkRule(() => resolveDocumentDates(checkDateOrder(days), ctx.today)),
    exchangeRate: valid(sentRate ?? facts.rate?.rate ?? '1'),
    files: checkRule(() => checkAttachable(input.files, found, before?.id)),
    warnings: [],
    days,
    sentRate,
  };
}

/** The customer that the request names, else that of the document, whose profile counts as it is now. */
function resolveCustomer(
  ctx: SourceContext,
  input: SalesDocumentInput,
  facts: InvoiceFacts,
  before: LockedSalesDocument | null,
): ResolvedBuyer {
  const requested = customerIn(input);
  if (requested) {
    if (!facts.customer && !requested.guid && !requested.name && !isNobody(ctx, requested, null))
      refuseUnknownCustomer(ctx, requested);
    const isSame = before !== null && before.customer_id === facts.customer?.id;
    return resolveDocumentBuyer(ctx, requested, facts, isSame ? before.buyer_changes : {});
  }
  if (!before) fail('field_required', 'kennitala');
  const { customer_id: id, buyer_changes: changes } = before;
  const { snapshot, tax_exempt: taxExempt } = before.current;
  const defaults = { term: '', isClaim: false, isDiscount: false };
  return { buyer: { id }, snapshot, taxExempt, changes, dueDays: 0, settlementDays: 0, defaults };
}

/** No customer has that kennitala, and the request has no name to create a profile with. */
function refuseUnknownCustomer({ policy }: SourceContext, requested: CustomerInput): never {
  const kennitala = normalizeKennitala(kennitalaIn(requested) ?? '');
  if (kennitala === '') fail('field_required', 'kennitala');
  if (!checkKennitala(kennitala, policy.kennitala))
    fail('field_invalid', 'kennitala', violation('kennitala'));
  return fail('customer_not_found');
}

/** Items that stand on the document already may stay though they are inactive. */
function resolveDocumentLines(
  { newGuid }: SourceContext,
  { items }: SalesDocumentInput,
  { catalogue }: InvoiceFacts,
  before: SalesDocumentRow | null,
): Checked<ResolvedLines> {
  if (!items && before) return valid(allLines(before.lines.map(lineFromRow)));
  const billing = (items ?? []).findIndex(({ task_guid }) => task_guid);
  const refused = checkRule(() => {
    if (!items) fail('field_required', 'items');
    if (items.length === 0) fail('field_invalid', 'items', violation('lines'));
    if (billing >= 0) fail('field_invalid', `items[${billing}].task_guid`, violation('bills_time'));
  });
  if (refused.problems.length > 0) return { value: null, problems: refused.problems };
  const keptItems = before?.lines.flatMap(({ item_guid }) => item_guid ?? []);
  return resolveLines(items ?? [], catalogue, newGuid, keptItems);
}

/** The body of create-invoice, with the stored values of what an update does not send. Its lines are resolved apart. */
function mergeBody(input: SalesDocumentInput, before: LockedSalesDocument | null): BodyInput {
  const { customer: _customer, kennitala: _kennitala, items: _items, ...sent } = input;
  const { due_date: _due, settlement_date: _settlement, ...fields } = sent;
  const sentRate = input.exchange_rate ?? undefined;
  const currencyFields = { currency: input.currency ?? 'ISK', exchange_rate: sentRate } as const;
  const body = { ...fields, ...currencyFields, type: 'invoice', save: true } as const;
  if (!before) return body;
  const currency = input.currency ?? (before.currency as BodyInput['currency']);
  // An empty rate puts back that of the day of issue.
  const keepsRate = input.exchange_rate === undefined && before.currency === currency;
  const storedRate = keepsRate ? before.exchange_rate : null;
  const mark_paid = input.mark_paid ?? before.mark_paid;
  const asksForFee = input.payment_fee !== undefined || input.default_payment_fee;
  return {
    ...body,
    ...Object.fromEntries(TEXT_NAMES.map((name) => [name, input[name] ?? before[name] ?? undefined])),
    currency,
    exchange_rate: sentRate ?? (storedRate === null ? undefined : decimal(storedRate)),
    // An update keeps the receiver of the e-invoice unless it changes the customer.
    trading_partner_id:
      input.trading_partner_id ?? (customerIn(input) ? undefined : before.trading_partner_id),
    is_claim: input.is_claim ?? keepsClaim(input, before),
    is_payment_link: input.is_payment_link ?? before.is_payment_link,
    mark_paid,
    // The method belongs to mark_paid: an update that clears the one clears the other.
    method_payment: input.method_payment ?? (mark_paid ? (before.method_payment ?? undefined) : undefined),
    is_discount: input.is_discount ?? before.is_discount,
    discount_type: input.discount_type ?? before.discount_is_percent,
    discount_value: input.discount_value ?? decimal(before.discount_value),
    payment_fee: asksForFee ? input.payment_fee : decimal(before.payment_fee),
  };
}

/**
 * An update keeps the claim, unless it says that the invoice is paid otherwise and the claim was only the default of
 * the customer.
 */
function keepsClaim(
  { mark_paid, is_payment_link }: SalesDocumentInput,
  before: LockedSalesDocument,
): boolean {
  return before.is_claim && !((mark_paid || is_payment_link) && before.current.is_claim);
}

/** Due date and final due date; where only one was sent, the default of the other does not contradict it. */
function mergeDays(
  { due_date, settlement_date }: SalesDocumentInput,
  before: SalesDocumentRow | null,
  buyer: ResolvedBuyer | null,
): DocumentDays {
  const { dueDays, settlementDays } = buyer ?? { dueDays: 0, settlementDays: 0 };
  const due = due_date ?? storedDays(before?.due_days, before?.due_date);
  const settlement = settlement_date ?? storedDays(before?.settlement_days, before?.settlement_date);
  const usualDue = { days: Math.min(dueDays, daysIn(settlement_date, dueDays)) };
  const usualSettlement = { days: Math.max(settlementDays, daysIn(due_date, 0)) };
  return {
    ...dayColumns('due', due ?? usualDue),
    ...dayColumns('settlement', settlement ?? usualSettlement),
  };
}

function storedDays(days: number | null = null, date: PlainDate | null = null): DaysOrDate | undefined {
  if (days !== null) return { days };
  return date === null ? undefined : { date };
}

function dayColumns<W extends 'due' | 'settlement'>(which: W, value: DaysOrDate) {
  const [days, date] = 'days' in value ? [value.days, null] : [null, value.date];
  return { [`${which}_days`]: days, [`${which}_date`]: date } as Pick<
    DocumentDays,
    `${W}_days` | `${W}_date`
  >;
}

function daysIn(requested: DaysOrDate | undefined, fallback: number): number {
  return requested && 'days' in requested ? requested.days : fallback;
}

function checkDateOrder(days: DocumentDays): DocumentDays {
  const { due_days, due_date, settlement_days, settlement_date } = days;
  const isWrongOrder =
    (due_days !== null && settlement_days !== null && settlement_days < due_days) ||
    (due_date !== null && settlement_date !== null && settlement_date < due_date);
  if (isWrongOrder) fail('field_invalid', 'settlement_date', violation('settlement_before_due'));
  return days;
}
