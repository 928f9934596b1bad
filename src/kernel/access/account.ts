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
  /** Identifies the key that the caller authenticated with, where the account gave it to a bookkeeper. Unset for its own key. */
  bookkeeperKey?: string;
}

export function hasSubscription(account: Account, to: Subscription): boolean {
  return account.subscriptions.includes(to);
}
