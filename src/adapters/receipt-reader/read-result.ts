import type { ReceiptFields } from '../../domain/receipts/fields.ts';
import type { PlainDate } from '../../domain/values/dates.ts';

/** What is known before a document is read. */
export interface ReadBackground {
  /** The kennitala of the account that received the document. */
  own?: string;
  today?: PlainDate;
}

/** The result of one way of reading a document. */
export interface ReadResult {
  fields: ReceiptFields;
  text: string;
}
