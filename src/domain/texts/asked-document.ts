import type { Lang } from '../values/codes.ts';
import { formatDate, formatMoney } from '../values/format.ts';
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

const WORDS = {
  is: {
    invoice: 'Reikningur',
    cost: 'Kostnaður',
    bank_line: 'Bankafærsla',
    payment: 'Greiðsla',
    document: 'Skjal',
    name: 'Nafn',
    date: 'Dagsetning',
    amount: 'Upphæð',
  },
  en: {
    invoice: 'Invoice',
    cost: 'Cost',
    bank_line: 'Bank line',
    payment: 'Payment',
    document: 'Document',
    name: 'Name',
    date: 'Date',
    amount: 'Amount',
  },
} as const;

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
