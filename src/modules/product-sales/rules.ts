import type { SaleType } from '../../domain/selling.ts';
import { type Account, subscribes } from '../../kernel/account.ts';
import { fail } from '../../kernel/failure.ts';

export function checkSubscription(account: Account): void {
  if (!subscribes(account, 'sell_product')) fail('subscription_required', 'A product sale', 'sell_product');
}

/** What is sold month by month is invoiced by a recurring template, so the account must have both. */
export function checkSelling(account: Account, type: SaleType): void {
  checkSubscription(account);
  if (type === 'SUB' && !subscribes(account, 'recurring')) {
    fail('subscription_required', 'A product sale of type SUB', 'recurring');
  }
}
