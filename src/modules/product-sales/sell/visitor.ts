import type { WriteContext } from '../../../kernel/operations/context.ts';
import { type CustomerInput, newBuyer, type ResolvedBuyer } from '../../invoices/plan/buyer.ts';
import type { PurchaseFacts } from './buy-store.ts';

/**
 * The buyer of a public page as typed, with the usual terms of new customers. The profile of an earlier visitor who typed
 * the same is used again, but nothing of it is shown: the snapshot is what this visitor typed. A subscription goes on for
 * months, so it always has a profile of its own.
 */
export function resolveVisitor(
  ctx: Pick<WriteContext, 'account' | 'policy' | 'newGuid'>,
  input: CustomerInput,
  { customer: earlier, type }: Pick<PurchaseFacts, 'customer' | 'type'>,
): ResolvedBuyer {
  const typed = newBuyer(ctx, input);
  if (!earlier || type === 'SUB')
    return { ...typed, buyer: { ...typed.buyer, fields: { ...typed.buyer.fields, unverified: true } } };
  const { id, guid } = earlier;
  return { ...typed, buyer: { id }, snapshot: { ...typed.snapshot, guid } };
}
