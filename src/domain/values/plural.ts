import type { Lang } from './codes.ts';

const RULES: Readonly<Record<Lang, Intl.PluralRules>> = {
  is: new Intl.PluralRules('is'),
  en: new Intl.PluralRules('en'),
};

/** In English only 1 takes the singular; in Icelandic 1, 21, 31 … and 0,1 do, but 11 does not. */
export function isSingular(n: number, lang: Lang): boolean {
  return RULES[lang].select(n) === 'one';
}
