import type { Lang } from '../i18n/lang.ts';
import { formatMonth } from './format.ts';

/** Such as "sept.–okt. 2026". Neither the dash nor the space may break it. */
export function formatVatPeriod(
  { from_date, to_date }: { from_date: string; to_date: string },
  lang: Lang,
): string {
  return `${formatMonth(from_date, lang)}–\u2060${formatMonth(to_date, lang, true).replace(' ', '\u00a0')}`;
}
