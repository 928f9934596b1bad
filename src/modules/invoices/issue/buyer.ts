import { checkKennitala, normalizeKennitala } from '../../../domain/kennitala.ts';
import type { ReadContext, WriteContext } from '../../../kernel/context.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { kennitalaIn, newCustomer } from '../../customers/rules.ts';
import type { CustomerPatch } from '../../customers/schema.ts';
import type { LineInput } from '../schema.ts';
import { type Buyer, type BuyerSnapshot, type InvoiceFacts, readInvoiceFacts } from './issue-store.ts';

/** A customer by guid, or a profile to find by its kennitala or else to make. */
export type CustomerInput = CustomerPatch & { guid?: string | undefined };

export interface InvoiceLookup {
  customer: CustomerInput;
  items: readonly LineInput[];
  currency: string;
  issueDate: string;
}

/** What is known of the customer, the items and the rate, in one statement. */
export function lookUpFacts(
  ctx: ReadContext,
  { customer, items, currency, issueDate }: InvoiceLookup,
): Promise<InvoiceFacts> {
  return readInvoiceFacts(ctx.db, ctx.account.id, {
    customerGuid: customer.guid,
    customerKennitala: normalizeKennitala(kennitalaIn(customer) ?? ''),
    itemGuids: items.flatMap(({ guid }) => guid ?? []),
    itemNumbers: items.flatMap(({ guid, item_number }) => (guid ? [] : (item_number ?? []))),
    currency,
    issueDate,
  });
}

export interface ResolvedBuyer {
  buyer: Buyer;
  snapshot: BuyerSnapshot;
  taxExempt: boolean;
  /** The days from issue that the profile suggests. */
  dueDays: number;
  settlementDays: number;
}

/** The customer that was found, or a new profile where only its fields were sent. */
export function resolveBuyer(
  ctx: Pick<WriteContext, 'account' | 'policy' | 'newGuid'>,
  sent: CustomerInput,
  { customer }: InvoiceFacts,
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
  const { guid: asked, ...profile } = sent;
  if (asked) fail('customer_not_found');
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

/** Where the e-invoice goes: what the invoice says, else what the profile says. */
export function resolveTradingPartner(
  ctx: Pick<ReadContext, 'policy'>,
  given: string | undefined,
  { snapshot }: ResolvedBuyer,
): string {
  const kennitala = normalizeKennitala(given || snapshot.trading_partner_id);
  if (kennitala === '' || checkKennitala(kennitala, ctx.policy.kennitala)) return kennitala;
  return fail('field_invalid', 'trading_partner_id', violation('partner'));
}
