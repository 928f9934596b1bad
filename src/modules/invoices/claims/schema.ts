import { object, text } from '../../../kernel/fields/input-fields.ts';

/** What every operation on a claim takes. Jobs send it, so it is bounded and no more. */
export const claimInput = object({ invoice_guid: text(36)() });
export const claimId = text(100)();
