import type { Lang } from '../../domain/values/codes.ts';

const NAMES: Readonly<Record<Lang, string>> = { is: 'vsk-skyrsla', en: 'vat-return' };

/**
 * The file name without its ending, in ASCII only. It stands apart from what draws the return, because a node that imports
 * that one loads the PDF libraries, which only its printer threads need.
 */
export function vatReturnFileName({ lang, period }: { lang: Lang; period: string }): string {
  return `${NAMES[lang]}-${period}`;
}
