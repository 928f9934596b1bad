import { REFERENCE_NAMES, type ReferenceTexts } from '../../../src/domain/invoices/references.ts';
import type { useTranslation } from '../i18n/translation.tsx';
import { formatDate } from './format.ts';

interface DocumentTexts extends ReferenceTexts {
  description: string;
  delivery_date?: string | null;
}

type Translation = ReturnType<typeof useTranslation>;

/** What the seller wrote on a document beside its lines, as rows of names and values. */
export function documentFacts(document: DocumentTexts, t: Translation['t'], lang: Translation['lang']) {
  const { description, delivery_date } = document;
  const rows = [
    [t('field.description'), description],
    [t('field.delivery_date'), delivery_date ? formatDate(delivery_date, lang) : ''],
    ...REFERENCE_NAMES.map((name) => [t(`field.${name}`), document[name]] as const),
  ] as const;
  return rows.filter(([, value]) => value);
}
