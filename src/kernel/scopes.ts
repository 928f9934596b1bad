import { type Account, type Subscription, subscribes } from './account.ts';

/** What a delegated program may be allowed to do; each operation belongs to one of these. */
export const SCOPES = [
  'dashboard_data',
  'manage_customers',
  'nav',
  'create_invoice',
  'recurring',
  'cost',
  'task',
  'sell_product',
  'bookkeeper',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes that belong to a part of the plan; all others go with every account. */
const PLAN: Partial<Record<Scope, Subscription>> = {
  recurring: 'recurring',
  task: 'task',
  sell_product: 'sell_product',
  bookkeeper: 'bookkeeper',
};

/** The scopes that an account can give away. */
export function scopesOf(account: Account): Scope[] {
  return SCOPES.filter((scope) => {
    const needed = PLAN[scope];
    return needed === undefined || subscribes(account, needed);
  });
}
