import { guid, object } from '../../../kernel/fields/input-fields.ts';

export const payableInput = object({ invoice_guid: guid() });
