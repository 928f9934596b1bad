import { books as booksEn } from '../../../domain/texts/books-en.ts';
import { books as booksIs } from '../../../domain/texts/books-is.ts';
import { fields as fieldsEn } from '../../../domain/texts/fields-en.ts';
import { fields as fieldsIs } from '../../../domain/texts/fields-is.ts';
import type { Lang } from '../../../domain/values/codes.ts';

const TEXTS: Readonly<Record<Lang, Readonly<Record<string, string>>>> = {
  is: { ...fieldsIs, ...booksIs, archive: 'bókhaldsgögn', receipts: 'kvittanir' },
  en: { ...fieldsEn, ...booksEn, archive: 'books', receipts: 'receipts' },
};

/** The words by their text keys, as the console has them; a code without one is left out. */
export function archiveTexts(lang: Lang): (key: string) => string {
  return (key) => TEXTS[lang][key] ?? '';
}
