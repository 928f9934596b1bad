import type { OutputOf } from '../../api/types.ts';

/** The VAT return of a period. */
export type Return = OutputOf<'get-vat-return'>;
