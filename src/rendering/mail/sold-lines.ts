import type { Lang } from '../../domain/values/codes.ts';
import { LABELS } from '../labels.ts';
import type { LineText } from '../printed-totals.ts';

/** The lines of a document as its mails list them. */
export interface SoldLines {
  /** Says that the amounts are without VAT; empty for a seller outside VAT. */
  heading: string;
  lines: readonly LineText[];
  /** How many more there are; empty if none. */
  more: string;
}

const MAX_SOLD_LINES = 10;

const MORE_LINES: Record<Lang, (count: number) => string> = {
  is: (count) => `og ${count} til viðbótar`,
  en: (count) => `and ${count} more`,
};

interface SoldInput {
  /** What was sold, without VAT. */
  sold?: readonly LineText[] | undefined;
  isOutsideVat?: boolean | undefined;
  lang: Lang;
}

export function soldLines({ sold = [], isOutsideVat = false, lang }: SoldInput): SoldLines {
  const left = sold.length - MAX_SOLD_LINES;
  return {
    heading: isOutsideVat || sold.length === 0 ? '' : LABELS[lang].taxable,
    lines: sold
      .slice(0, MAX_SOLD_LINES)
      .map((line) => ({ ...line, description: firstLine(line.description) })),
    more: left > 0 ? MORE_LINES[lang](left) : '',
  };
}

function firstLine(description: string): string {
  return description.split('\n')[0]?.trim() ?? '';
}
