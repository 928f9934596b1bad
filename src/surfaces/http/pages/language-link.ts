import type { Lang } from '../../../domain/values/codes.ts';
import { inLanguage } from '../request/language.ts';
import { type Html, html } from './html.ts';

const OTHER = { is: { lang: 'en', name: 'English' }, en: { lang: 'is', name: 'Íslenska' } } as const;

/** A link to the same page in the other language. */
export function renderLanguageLink(path: string, lang: Lang): Html {
  const other = OTHER[lang];
  return html`<a href="${inLanguage(path, other.lang)}" lang="${other.lang}" hreflang="${other.lang}">${other.name}</a>`;
}
