interface Bank {
  name: string;
  /** The Business Identifier Code of ISO 9362, which banks abroad need beside the IBAN. */
  bic: string;
}

/** By the first two of the four digits that name bank and branch. */
const BANKS: Readonly<Record<string, Bank>> = {
  '01': { name: 'Landsbankinn', bic: 'NBIIISRE' },
  '03': { name: 'Arion banki', bic: 'ESJAISRE' },
  '05': { name: 'Íslandsbanki', bic: 'GLITISRE' },
  '07': { name: 'Kvika banki', bic: 'MPBAISRE' },
};

/** The bank of an account. Null for those whose code is not certain, such as savings banks. */
export function bankOf(account: string): Bank | null {
  return /^\d{12}$/.test(account) ? (BANKS[account.slice(0, 2)] ?? null) : null;
}
