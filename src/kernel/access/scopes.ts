import { type Account, hasSubscription, type Subscription } from './account.ts';

/** The scopes that a program can be granted. An operation needs one of them, or is closed to programs. */
export const SCOPES = [
  'dashboard_data',
  'manage_customers',
  'nav',
  'create_invoice',
  'payment',
  'recurring',
  'cost',
  'task',
  'sell_product',
  'bookkeeper',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes that need a subscription; all others are open to every account. */
const PLAN: Partial<Record<Scope, Subscription>> = {
  recurring: 'recurring',
  task: 'task',
  sell_product: 'sell_product',
  bookkeeper: 'bookkeeper',
};

/** The scopes that an account can grant. */
export function scopesOf(account: Account): Scope[] {
  return SCOPES.filter((scope) => {
    const needed = PLAN[scope];
    return needed === undefined || hasSubscription(account, needed);
  });
}
