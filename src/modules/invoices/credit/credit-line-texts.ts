import type { Lang } from '../../../domain/codes.ts';
import type { NoteLineKind } from '../../../domain/credit-note-lines.ts';

/** The lines of a credit note that only credit an amount, in the language of the customer. */
const TEXTS = {
  is: {
    part: (number: string) => `Hluti reiknings ${number}`,
    before: (number: string) => `Áður kreditfært af reikningi ${number}`,
    rounding: () => 'Aurajöfnun',
  },
  en: {
    part: (number: string) => `Part of invoice ${number}`,
    before: (number: string) => `Already credited of invoice ${number}`,
    rounding: () => 'Rounding',
  },
};

export function creditLineText(
  kind: Exclude<NoteLineKind, 'quantity' | 'reduction' | 'free'>,
  lang: Lang,
  number: string,
): string {
  return TEXTS[lang][kind](number);
}
