import { isolateText } from '../strings/bidi.ts';
import type { Lang } from '../values/codes.ts';
import { groupDigits } from '../values/format.ts';

/** Fills in `{name}`. Many names end with a full stop (ehf.), and so do amounts (kr.): the one that ends the sentence is then left out. */
export function fillText(
  lang: Lang,
  text: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
    const given = values[name] ?? '';
    const value = typeof given === 'number' ? groupDigits(String(given), lang) : given;
    return `${isolateText(value)}${value.endsWith('.') ? '' : stop}`;
  });
}
