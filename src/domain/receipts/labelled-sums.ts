import { isZero } from '../values/money.ts';
import { cellAbove, type Line, type Span } from './lines.ts';
import { type Amount, amountsIn, type NumberStyle } from './numbers.ts';
import type { Position } from './position.ts';

type SumKind = 'gross' | 'net' | 'vat' | 'payment' | 'cash' | 'change';

/** A sum with a label. */
export interface LabelledSum extends Position {
  kind: SumKind;
  /** 3: can only be the final total. 2: a total. 1: any kind of amount. */
  rank: number;
  amount: Amount;
}

interface Label extends Span {
  kind: SumKind;
  rank: number;
}

// The order matters, because a match claims its words: `Samtals án vsk` is a net sum and must not match as a
// total. The text is accent-folded (see lines.ts), so þ is t and æ is a; English OCR models read æ as ze or
// ee.
const LABELS: { kind: SumKind; rank: number; pattern: RegExp }[] = [
  {
    kind: 'net',
    rank: 2,
    pattern:
      /(?:\b(?:samtals|alls|upph\w{1,4}|total|amount) )?(?:\ban (?:vsk|virdisauk\w*)|\bnetto\w*|\bnet(?: total| amount)?\b|\bsub ?-?total\b|\bmillisamtala\b|\bexcl\w*\.?(?: vat| tax)?|\bex\.? vat|\bskattskyld\w*)/g,
  },
  {
    kind: 'gross',
    rank: 3,
    pattern:
      /\b(?:samtals |alls |upph\w{1,4} )?til greidslu\b|\bheildar(?:upph\w{1,4}|samtala|verd)|\b(?:samtals|alls|total|upph\w{1,4}) (?:med|m\.?|m\/|incl\w*\.?) ?(?:vsk|virdisauk\w*|vat|tax)|\bgreidsluupph\w{1,4}|\b(?:amount|total|balance) (?:due|to pay)|\bgrand total|\btotal amount|\bto pay\b/g,
  },
  {
    kind: 'vat',
    rank: 2,
    pattern:
      /(?:\b(?:samtals|alls|total|upph\w{1,4}|[tpb]ar af|[tpb]\.?a\.?) )?\b(?:vsk|virdisauk\w*|vat|tax)\b(?!\.?-? ?(?:nr|no|num|reg|id))(?: (?:samtals|alls|upph\w{1,4}|total|amount)\b)?/g,
  },
  { kind: 'change', rank: 1, pattern: /\b(?:til baka|afgangur|change)\b/g },
  { kind: 'cash', rank: 1, pattern: /\b(?:reidufe|peningar|sedlar|cash|mottekid|tendered)\b/g },
  {
    kind: 'payment',
    rank: 1,
    pattern:
      /\b(?:debet\w*|kredit ?kort\w*|credit card|debit card|visa|master ?card|maestro|amex|kort\w*|greitt|greidsla|paid|posi)\b/g,
  },
  { kind: 'gross', rank: 2, pattern: /\b(?:samtals|samtala|alls|total|summa)\b/g },
  { kind: 'gross', rank: 1, pattern: /\b(?:upph\w{1,4}|amount|heild)\b/g },
];

/** Sums of quantities, or of money that is not the price of this purchase. */
const OTHER_SUMS =
  /\b(afslatt\w*|discount\w*|fjoldi|magn|stk|vorur|\w*punkt\w*|inneign|eftirstodv\w*|skuld|stada|fyrri|previous|saved|sparad\w*|jafngild\w*|umreikn\w*|gengi|equivalent|exchange|vigt|items)\b/;

/** Every sum is compared with pairs of the others. No document that people write has nearly as many. */
const MAX_SUMS = 100;

/** The labelled sums from top to bottom; of a hostile document only the last ones, where a total would be. */
export function readSums(lines: readonly Line[], style: NumberStyle): LabelledSum[] {
  const sums = lines.flatMap((line, index) => {
    if (OTHER_SUMS.test(line.folded)) return [];
    const labels = labelsOn(line);
    return labels.flatMap(({ kind, rank, from, to }, i): LabelledSum[] => {
      const end = labels[i + 1]?.from ?? line.text.length;
      const beside = amountsIn(line, style, { from: to, to: end }).at(-1);
      const amount = beside ?? amountBelow(lines, index, { from, to }, style);
      if (!amount || isZero(amount.value)) return [];
      return [{ kind, rank, amount, line: beside ? index : index + 1, from: amount.from, to: amount.to }];
    });
  });
  return sums.slice(-MAX_SUMS);
}

function labelsOn(line: Line): Label[] {
  const labels: Label[] = [];
  for (const { kind, rank, pattern } of LABELS) {
    // Lines with a VAT rate are parsed by vat-rows.ts.
    if (kind === 'vat' && /\d ?%/.test(line.folded)) continue;
    for (const match of line.folded.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (!labels.some((other) => from < other.to && to > other.from)) labels.push({ kind, rank, from, to });
    }
  }
  return labels.sort((a, b) => a.from - b.from);
}

/** A label can be a column heading, with the sum on the next line. */
function amountBelow(
  lines: readonly Line[],
  index: number,
  label: Span,
  style: NumberStyle,
): Amount | undefined {
  const below = lines[index + 1];
  if (!below || amountsIn(lines[index] ?? below, style).length > 0) return undefined;
  return amountsIn(below, style).find((amount) => {
    const above = cellAbove(lines, index + 1, amount);
    return above !== undefined && above.from <= label.from && label.to <= above.to;
  });
}
