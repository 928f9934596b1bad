import type { Lang } from '../values/codes.ts';
import { formatDate, formatMoney } from '../values/format.ts';
import { inLanguages } from '../values/in-languages.ts';
import { decimal } from '../values/money.ts';

/** The document of a question, as the store reads it; all of it is null where the document was deleted. */
export interface AskedDocument {
  document_kind: 'invoice' | 'cost' | 'bank_line' | 'payment';
  number: string | null;
  name: string | null;
  date: string | null;
  amount: string | null;
  currency: string | null;
}

const WORDS = inLanguages({
  invoice: ['Reikningur', 'Invoice'],
  cost: ['Kostnaður', 'Cost'],
  bank_line: ['Bankafærsla', 'Bank line'],
  payment: ['Greiðsla', 'Payment'],
  document: ['Skjal', 'Document'],
  name: ['Nafn', 'Name'],
  date: ['Dagsetning', 'Date'],
  amount: ['Upphæð', 'Amount'],
});

/** What says which document is meant, in words. */
export function documentFacts(document: AskedDocument, lang: Lang): [name: string, value: string][] {
  const texts = WORDS[lang];
  const { document_kind: kind, number, name, date, amount, currency } = document;
  const what = number ? `${texts[kind]} ${number}` : texts[kind];
  return [
    [texts.document, what],
    ...(name ? [[texts.name, name] as [string, string]] : []),
    ...(date ? [[texts.date, formatDate(date, lang)] as [string, string]] : []),
    ...(amount !== null && currency !== null
      ? [[texts.amount, formatMoney(decimal(amount), currency, lang)] as [string, string]]
      : []),
  ];
}
