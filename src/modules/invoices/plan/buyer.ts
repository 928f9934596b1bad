import {
  formatAddress,
  isMeantAsForeignAddress,
  parseForeignAddress,
} from '../../../domain/invoices/einvoice-address.ts';
import { toLang } from '../../../domain/values/codes.ts';
import { checkKennitala, normalizeKennitala } from '../../../domain/values/kennitala.ts';
import { SerializationFailure } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import type { ReadContext, WriteContext } from '../../../kernel/operations/context.ts';
import { settingsOf } from '../../accounts/settings.ts';
import { lockKennitalas } from '../../customers/kennitala-store.ts';
import {
  changeDays,
  kennitalaIn,
  newCustomer,
  type SentDetails,
  sentDetails,
} from '../../customers/rules.ts';
import type { CustomerPatch } from '../../customers/schema.ts';
import type { CustomerFields } from '../../customers/store.ts';
import type { InvoiceBuyer } from '../records/insert-invoice-store.ts';
import {
  type BuyerSnapshot,
  type InvoiceFacts,
  type LookupKeys,
  readInvoiceFacts,
} from '../records/invoice-facts-store.ts';
import type { LineInput } from '../records/schema.ts';
import { catalogueNumbers, tasksOfItems } from './resolve-lines.ts';

/** A customer by guid, or a profile that is found by its kennitala or else created. */
export type CustomerInput = CustomerPatch & { guid?: string | undefined };

export interface InvoiceLookup {
  customer: CustomerInput;
  items: readonly LineInput[];
  currency: string;
  issueDate: string;
}

/** Reads customer, items and exchange rate in one statement. */
export function lookUpFacts(
  ctx: Pick<ReadContext, 'db' | 'account'>,
  lookup: InvoiceLookup,
): Promise<InvoiceFacts> {
  return readInvoiceFacts(ctx.db, ctx.account.id, lookupKeys(lookup));
}

export function lookupKeys({ customer, items, currency, issueDate }: InvoiceLookup): LookupKeys {
  return {
    customerGuid: customer.guid,
    customerKennitala: normalizeKennitala(kennitalaIn(customer) ?? ''),
    itemGuids: items.flatMap(({ guid }) => guid ?? []),
    itemNumbers: catalogueNumbers(items),
    taskGuids: tasksOfItems(items),
    currency,
    issueDate,
  };
}

/** The customer of a plan, and the details that the invoice keeps of it. */
export interface PlanBuyer {
  buyer: InvoiceBuyer;
  snapshot: BuyerSnapshot;
  taxExempt: boolean;
}

/** With the terms of the profile, which count where a document does not say otherwise. */
export interface ResolvedBuyer extends PlanBuyer {
  /** Days from issue. */
  dueDays: number;
  settlementDays: number;
  defaults: BuyerDefaults;
  changes: BuyerChanges;
}

interface BuyerDefaults {
  /** The terms of payment. */
  term: string;
  isClaim: boolean;
  isDiscount: boolean;
}

/** What was sent of a customer that has a profile. It counts for one document; the profile stays as it is. */
export type BuyerChanges = SentDetails & { tax_exempt?: boolean };

type BuyerContext = Pick<WriteContext, 'account' | 'policy' | 'newGuid'>;

/** The profile that was found, as it is, or a new profile from the fields of the request. */
export function resolveBuyer(
  ctx: BuyerContext,
  input: CustomerInput,
  { customer }: Pick<InvoiceFacts, 'customer'>,
): ResolvedBuyer {
  if (isNobody(ctx, input, customer)) return resolveNobody(ctx, input, customer);
  if (customer) {
    const { id, tax_exempt, due_days, settlement_days, term, is_claim, is_discount, ...snapshot } = customer;
    return {
      buyer: { id },
      snapshot,
      taxExempt: tax_exempt,
      dueDays: due_days,
      settlementDays: settlement_days,
      defaults: { term, isClaim: is_claim, isDiscount: is_discount },
      changes: {},
    };
  }
  if (input.guid) fail('customer_not_found');
  return newBuyer(ctx, input);
}

/** A customer who gets a profile of the fields of the request. */
export function newBuyer(
  ctx: BuyerContext,
  { guid: _, ...profile }: CustomerInput,
): ResolvedBuyer & { buyer: { fields: CustomerFields } } {
  const name = profile.name || fail('field_required', 'customer.name');
  const fields = newCustomer(ctx, { ...profile, name }, 'customer.');
  const guid = ctx.newGuid();
  return { ...withTerms(fields, guid), buyer: { guid, fields } };
}

/** The details and terms that a customer with these fields has on a document. */
function withTerms(fields: CustomerFields, guid: string): Omit<ResolvedBuyer, 'buyer'> {
  const {
    due_days,
    settlement_days,
    tax_exempt,
    term,
    photo,
    currency,
    is_claim,
    is_discount,
    active,
    ...same
  } = fields;
  return {
    snapshot: { guid, ...same },
    taxExempt: tax_exempt,
    dueDays: due_days,
    settlementDays: settlement_days,
    defaults: { term, isClaim: is_claim, isDiscount: is_discount },
    changes: {},
  };
}

/** Whether the buyer is nobody in particular: shops make out a sale for cash to the kennitala of the seller. */
export function isNobody(
  { account }: Pick<BuyerContext, 'account'>,
  input: CustomerInput,
  customer: InvoiceFacts['customer'],
): boolean {
  const kennitala = customer?.registration_no ?? normalizeKennitala(kennitalaIn(input) ?? '');
  return kennitala !== '' && kennitala === account.registrationNo;
}

const NOBODY_NAMES = { is: 'Staðgreitt', en: 'Cash sale' };

/**
 * The buyers for cash share one profile, to which their documents belong. Nothing of a buyer is stored in it, and nothing
 * of it comes onto a document: the next buyer is somebody else. `changes` has every detail, so that an invoice of an order or
 * template takes none from the profile either.
 */
function resolveNobody(
  ctx: BuyerContext,
  { guid: requested, ...sent }: CustomerInput,
  customer: InvoiceFacts['customer'],
): ResolvedBuyer {
  const registration_no = ctx.account.registrationNo;
  const usualName = NOBODY_NAMES[toLang(settingsOf(ctx.account).customer_lang ?? 'is')];
  const name = sent.name || (requested && customer?.name) || usualName;
  const isUnreachable = !sent.email && (sent.output_select ?? '3') === '3';
  const checked = isUnreachable ? ({ ...sent, output_select: '4' } as const) : sent;
  const fields = newCustomer(ctx, { registration_no, ...checked, name }, 'customer.');
  const guid = customer?.guid ?? ctx.newGuid();
  const buyer = withTerms(isUnreachable ? { ...fields, output_select: '3' } : fields, guid);
  const { guid: _guid, ...details } = buyer.snapshot;
  const profile = newCustomer(ctx, { name: usualName, registration_no, output_select: '4' });
  return {
    ...buyer,
    buyer: customer ? { id: customer.id } : { guid, fields: profile },
    changes: { ...details, tax_exempt: buyer.taxExempt },
  };
}

/** The customer of a document. `earlier`: what was sent of the same customer before, for an update. */
export function resolveDocumentBuyer(
  ctx: BuyerContext,
  input: CustomerInput,
  facts: Pick<InvoiceFacts, 'customer'>,
  earlier: BuyerChanges = {},
): ResolvedBuyer {
  if (isNobody(ctx, input, facts.customer)) {
    const { lang, ...details } = { ...earlier, ...sentDetails(ctx, input, 'customer.') };
    const tax_exempt = input.tax_exempt ?? earlier.tax_exempt;
    return resolveBuyer(
      ctx,
      { ...input, ...details, ...(lang && { lang: toLang(lang) }), tax_exempt },
      facts,
    );
  }
  const buyer = resolveBuyer(ctx, input, facts);
  if (!facts.customer) return buyer;
  const { tax_exempt } = input;
  const sent = sentDetails(ctx, input, 'customer.');
  const changes = { ...earlier, ...sent, ...(tax_exempt !== undefined && { tax_exempt }) };
  const days = changeDays({ due: buyer.dueDays, settlement: buyer.settlementDays }, input);
  return {
    ...applyChanges(buyer, changes),
    changes,
    dueDays: days.due,
    settlementDays: Math.max(days.due, days.settlement),
    defaults: {
      term: input.term || buyer.defaults.term,
      isClaim: input.is_claim ?? buyer.defaults.isClaim,
      isDiscount: input.is_discount ?? buyer.defaults.isDiscount,
    },
  };
}

/**
 * Of concurrent documents for a kennitala that has no profile yet, the first creates the profile. The others start again,
 * and find it.
 */
export async function lockNewCustomer({ tx, account }: WriteContext, buyer: InvoiceBuyer): Promise<void> {
  if ('id' in buyer || buyer.fields.unverified || buyer.fields.registration_no === '') return;
  if (await lockKennitalas(tx, account.id, [buyer.fields.registration_no]))
    throw new SerializationFailure('Another document has created the customer');
}

/** The customer with the details of a document. Fails where a changed way of delivery has no address. */
export function applyChanges<B extends PlanBuyer>(buyer: B, { tax_exempt, ...details }: BuyerChanges): B {
  const snapshot = { ...buyer.snapshot, ...details };
  if (details.output_select && snapshot.output_select !== '4' && snapshot.email === '')
    fail('field_required', 'customer.email');
  return { ...buyer, snapshot, taxExempt: tax_exempt ?? buyer.taxExempt };
}

/** The receiver of the e-invoice: the one on the invoice, else the one of the customer. */
export function resolveTradingPartner(
  ctx: Pick<ReadContext, 'policy'>,
  requested: string | undefined,
  { snapshot }: PlanBuyer,
): string {
  const partner = requested || snapshot.trading_partner_id;
  const abroad = parseForeignAddress(partner);
  if (abroad) return formatAddress(abroad);
  if (isMeantAsForeignAddress(partner))
    fail('field_invalid', 'trading_partner_id', violation('partner_address'));
  const kennitala = normalizeKennitala(partner);
  if (kennitala === '' || checkKennitala(kennitala, ctx.policy.kennitala)) return kennitala;
  return fail('field_invalid', 'trading_partner_id', violation('partner'));
}
