import { fail } from './failures/failure.ts';

/** An account as every operation sees it: whose books these are, and what its plan includes. */
export const SUBSCRIPTIONS = [
  'webservice',
  'claim',
  'discount',
  'payment_link',
  'cost_ai',
  'recurring',
  'sell_product',
  'task',
  'bookkeeper',
] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

export interface Account {
  id: number;
  guid: string;
  username: string;
  name: string;
  registrationNo: string;
  vatNo: string;
  email: string;
  address: string;
  zip: string;
  city: string;
  bankAccount: string;
  subscriptions: readonly Subscription[];
  settings: Readonly<Record<string, unknown>>;
  disabled: boolean;
  /** The caller authenticated with a key that the account gave its bookkeeper, not with the account's own key. */
  byBookkeeper?: true;
}

/** Owners may do everything; members everything except managing access and the company's own details. */
export const ROLES = ['owner', 'member'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Keeps a bookkeeper's key from granting access to others, and from reading the keys of the account's own tenants: both
 * would outlive the revocation of that key.
 */
export function requireOwnKey(account: Account): void {
  if (account.byBookkeeper) fail('own_key_required');
}

export function hasSubscription(account: Account, to: Subscription): boolean {
  return account.subscriptions.includes(to);
}
