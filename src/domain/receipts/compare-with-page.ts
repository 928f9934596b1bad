import { decimal, fixed2 } from '../values/money.ts';
import { CONFIDENCE, capConfidence, type FieldName, makeField, type ReceiptFields } from './fields.ts';
import { foldAccents } from './lines.ts';

/** Legal forms, which many suppliers have in common. */
const LEGAL_FORMS = new Set(['ehf', 'hf', 'slf', 'ses', 'sf', 'svf', 'ohf', 'ltd', 'inc', 'gmbh']);
const NOT_SHOWN = 'the page does not show it';
const FIGURES: readonly FieldName[] = ['amount', 'vat_24', 'vat_11'];
const SUPPLIER: readonly FieldName[] = ['supplier_name', 'supplier_id'];

/**
 * The fields of an XML that is attached to a PDF, compared with the text of its pages, because a person sees the pages: a
 * supplier or total that stands on none of them is not filled in, and its quotation says why.
 */
export function compareWithPage(fields: ReceiptFields, page: string): ReceiptFields {
  const { amount, supplier_name: name, supplier_id: id } = fields;
  const hidden = [
    ...(amount && !showsAmount(page, amount.value) ? FIGURES : []),
    ...(name && !showsName(page, name.value) && !(id && digitsOf(page).includes(id.value)) ? SUPPLIER : []),
  ];
  const changed = hidden.flatMap((key) => {
    const field = fields[key];
    if (!field) return [];
    const { value, confidence, found } = capConfidence<unknown>(field, CONFIDENCE.contradicted);
    return [[key, makeField(value, confidence, `${found}: ${NOT_SHOWN}`)]];
  });
  return { ...fields, ...Object.fromEntries(changed) };
}

/** With or without decimals, and with any separators between the digits. */
function showsAmount(page: string, amount: string): boolean {
  const exact = fixed2(decimal(amount));
  const [whole = ''] = exact.split('.');
  const spellings = new Set([exact.replace('.', ''), ...(exact.endsWith('.00') ? [whole] : [])]);
  const written = page.match(/\d(?:[.,' \u00a0\u202f]?\d)*/gu) ?? [];
  return written.some((number) => spellings.has(number.replaceAll(/\D/g, '')));
}

function showsName(page: string, name: string): boolean {
  const folded = foldAccents(page);
  const words = foldAccents(name).match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  return words.filter((word) => !LEGAL_FORMS.has(word)).every((word) => folded.includes(word));
}

function digitsOf(page: string): string {
  return page.replaceAll(/(?<=\d)[-\s](?=\d)/g, '');
}
