/** Whether the money came in or went out. */
export const DIRECTIONS = ['in', 'out'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How a payment was reported. `credit`: the customer's credit was applied. `import`: a former system has booked it. */
export const PAYMENT_SOURCES = [
  ...(['manual', 'claim', 'payment_link', 'bank', 'sale', 'import', 'credit'] as const),
] as const;
export type PaymentSource = (typeof PAYMENT_SOURCES)[number];

/** No money moved in these books. */
export const SOURCES_WITHOUT_MONEY: readonly PaymentSource[] = ['credit', 'import'];

/** Reported by a bank or a provider: the money has moved, so it is recorded whatever is locked. */
export const REPORTED_SOURCES: readonly PaymentSource[] = ['claim', 'payment_link', 'bank'];

/** What of a payment settles no invoice. */
export type Components<T> = Record<'interest' | 'charge' | 'fee', T>;
