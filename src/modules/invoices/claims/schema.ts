import { object, text } from '../../../kernel/fields/input-fields.ts';

/** The input of every operation on a claim. Only jobs send it, so it is bounded and not validated further. */
export const claimInput = object({ invoice_guid: text(36)() });
export const claimId = text(100)();
