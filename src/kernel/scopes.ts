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
