import type { PlainDate } from '../../domain/dates.ts';
import type { ReceiptFields } from '../../domain/receipts/fields.ts';

/** What the reader knows before it looks at a document. */
export interface Background {
  /** The kennitala of the account that got the document. */
  own?: string;
  today?: PlainDate;
}

/** What one way of reading made of a document. */
export interface Readout {
  fields: ReceiptFields;
  text: string;
}
