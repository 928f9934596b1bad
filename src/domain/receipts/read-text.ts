import type { PlainDate } from '../values/dates.ts';
import { buyerZones } from './buyer.ts';
import { crossCheck } from './cross-check.ts';
import { readCurrency } from './currency.ts';
import { readIssueDate } from './dates.ts';
import { FIELD_NAMES, type ReceiptFields } from './fields.ts';
import { readInvoiceNumber, readIsCreditNote } from './invoice-number.ts';
import type { Line } from './lines.ts';
import { readFigures } from './read-figures.ts';
import { readSupplierId } from './supplier-id.ts';
import { readSupplierName } from './supplier-name.ts';

export interface ReadContext {
  /** The origin of the lines: 'pdf text', 'ocr'. */
  source: string;
  /** The recipient's kennitala, which can't be the supplier's. */
  own?: string;
  today?: PlainDate;
}

/** Extracts the fields of a receipt from its lines. */
export function readText(lines: readonly Line[], { source, own, today }: ReadContext): ReceiptFields {
  const isBuyer = buyerZones(lines, own);
  const id = readSupplierId(lines, source, isBuyer, own);
  const { isNegative, place, amount, vat_24, vat_11 } = readFigures(lines, source);
  const fields: { [K in keyof ReceiptFields]: ReceiptFields[K] | undefined } = {
    supplier_name: readSupplierName(lines, source, isBuyer, id?.place),
    supplier_id: id?.read,
    issue_date: readIssueDate(lines, source),
    amount,
    currency: readCurrency(lines, source, place),
    vat_24,
    vat_11,
    invoice_number: readInvoiceNumber(lines, source),
    is_credit_note: readIsCreditNote(lines, source, isNegative),
  };
  const present = FIELD_NAMES.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []));
  return crossCheck(Object.fromEntries(present) as ReceiptFields, { own, today });
}
