import { checkKennitala, normalizeKennitala } from '../../../domain/kennitala.ts';
import type { ReadContext, WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { kennitalaIn, newCustomer } from '../../customers/rules.ts';
import type { CustomerPatch } from '../../customers/schema.ts';
import type { LineInput } from '../schema.ts';
import { type BuyerSnapshot, type InvoiceFacts, readInvoiceFacts } from './invoice-facts-store.ts';
import type { Buyer } from './issue-store.ts';
import { catalogueNumbers } from './resolve-lines.ts';

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
  ctx: ReadContext,
  { customer, items, currency, issueDate }: InvoiceLookup,
): Promise<InvoiceFacts> {
  return readInvoiceFacts(ctx.db, ctx.account.id, {
    customerGuid: customer.guid,
    customerKennitala: normalizeKennitala(kennitalaIn(customer) ?? ''),
    itemGuids: items.flatMap(({ guid }) => guid ?? []),
    itemNumbers: catalogueNumbers(items),
    currency,
    issueDate,
  });
}

/** The customer of a plan, and the details that the invoice keeps of it. */
export interface PlanBuyer {
  buyer: Buyer;
  snapshot: BuyerSnapshot;
  taxExempt: boolean;
}

/** With the payment terms of the profile, in days from issue. */
export interface ResolvedBuyer extends PlanBuyer {
  dueDays: number;
  settlementDays: number;
}

/** The customer that was found, or a new profile from the fields of the request. */
export function resolveBuyer(
  ctx: Pick<WriteContext, 'account' | 'policy' | 'newGuid'>,
  input: CustomerInput,
  { customer }: Pick<InvoiceFacts, 'customer'>,
): ResolvedBuyer {
  if (customer) {
    const {
      id,
      tax_exempt: taxExempt,
      due_days: dueDays,
      settlement_days: settlementDays,
      ...snapshot
    } = customer;
    return { buyer: { id }, snapshot, taxExempt, dueDays, settlementDays };
  }
  const { guid: requested, ...profile } = input;
  if (requested) fail('customer_not_found');
  const name = profile.name || fail('field_required', 'customer.name');
  const fields = newCustomer(ctx, { ...profile, name }, 'customer.');
  const guid = ctx.newGuid();
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
    buyer: { guid, fields },
    snapshot: { guid, ...same },
    taxExempt: tax_exempt,
    dueDays: due_days,
    settlementDays: settlement_days,
  };
}

/** The kennitala that receives the e-invoice: the one on the invoice, else the one of the profile. */
export function resolveTradingPartner(
  ctx: Pick<ReadContext, 'policy'>,
  requested: string | undefined,
  { snapshot }: PlanBuyer,
): string {
  const kennitala = normalizeKennitala(requested || snapshot.trading_partner_id);
  if (kennitala === '' || checkKennitala(kennitala, ctx.policy.kennitala)) return kennitala;
  return fail('field_invalid', 'trading_partner_id', violation('partner'));
}
