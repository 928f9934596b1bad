import { type Decimal, decimal } from '../values/money.ts';
import type { Line, Span } from './lines.ts';

/** Thousands and decimal separators: 1.000,50 or 1,000.50. */
export type NumberStyle = 'icelandic' | 'english' | 'unknown';

export interface Amount extends Span {
  value: Decimal;
  /** Printed decimals; a sum can't be more precise than its parts. */
  places: number;
  /** The number has another valid interpretation, so it needs proof. */
  isAmbiguous: boolean;
}

// Numbers that are not amounts, in the order in which they are masked.
const NOT_AMOUNTS = [
  /[.·_-]{3,}/g, // dot leaders
  /\d{1,4}[./-] ?\d{1,2}[./-] ?\d{2,4}(?!\d)/g, // dates
  /\d{1,2}:\d{2}(?::\d{2})?/g,
  /\d+(?:[.,]\d+)? ?%/g,
  /(?<!\d)\d{6} ?-? ?\d{4}(?!\d)/g, // kennitala
  /(?<!\d)\d{3,4}-\d{2}-\d{1,6}/g, // bank account
  /(?<![\d.,])\d{3}-\d{4}(?![\d.,])|(?:sími|tel|phone|gsm|s)[.:]* ?(?:\+354 ?)?\d{3}[ -]?\d{4}/gi, // telephone
  /[*x•#]{2,}[ *x•#]*\d{3,4}/gi, // card
  /\d{9,}/g,
  /\d+(?:[.,]\d+)?(?: ?(?:x|stk|kg|ml|ltr|lítrar|cm|klst|tímar|pcs)|[glm])(?![a-zð/])\.?/gi, // quantities
];

const NUMBER =
  /(?<![\w.,])(\(|-|−|–)? ?(?:kr\.? ?|isk ?|eur ?|usd ?|[€$£] ?)?(\d{1,3}(?:[.,\u00a0\u202f']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,3})?)(?:[.,]-|(-(?!\d)))?(?= ?(?:kr|isk|eur|usd|gbp|dkk|nok|sek|€|\$|£)|[^\w.,]|[.,](?!\d)|$)/gi;

function maskNonAmounts(text: string): string {
  return NOT_AMOUNTS.reduce((rest, pattern) => rest.replace(pattern, (hit) => '¦'.repeat(hit.length)), text);
}

/** Detects the style by the numbers that are unambiguous. */
export function detectNumberStyle(lines: readonly Line[]): NumberStyle {
  let icelandic = 0;
  let english = 0;
  let threeAfterComma = 0;
  for (const line of lines) {
    for (const [, , digits = ''] of maskNonAmounts(line.text).matchAll(NUMBER)) {
      if (/^\d+(\.\d{3})*,\d{1,2}$/.test(digits)) icelandic += 2;
      else if (/^\d+(,\d{3})*\.\d{1,2}$/.test(digits)) english += 2;
      else if (/^\d{1,3}(\.\d{3})+$/.test(digits)) icelandic += 1;
      else if (/^\d{1,3}(,\d{3})+$/.test(digits)) threeAfterComma += 1;
    }
  }
  // A single 1,234 may be a weight with three decimals; several of them are thousands.
  if (threeAfterComma > 1) english += threeAfterComma;
  if (icelandic === english) return 'unknown';
  return icelandic > english ? 'icelandic' : 'english';
}

export function amountsIn(
  line: Line,
  style: NumberStyle,
  span: Span = { from: 0, to: line.text.length },
): Amount[] {
  const text = maskNonAmounts(line.text);
  const amounts: Amount[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const [from, to] = [match.index, match.index + match[0].length];
    if (from < span.from || to > span.to) continue;
    const read = readNumber(match[2] ?? '', style);
    if (!read) continue;
    const isNegative = match[1] === '(' ? text.charAt(to) === ')' : (match[1] ?? match[3]) !== undefined;
    amounts.push({ ...read, value: isNegative ? read.value.neg() : read.value, from, to });
  }
  return amounts;
}

function readNumber(digits: string, style: NumberStyle): Omit<Amount, 'from' | 'to'> | undefined {
  const parts = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(digits);
  const whole = parts?.[1] ?? '';
  const decimals = parts?.[3] ?? '';
  const point = parts?.[2];
  const separators = new Set(whole.match(/[.,]/g) ?? []);
  // 1.234.567,8 must use different separators for thousands and decimals.
  if (separators.size > 1 || (point && separators.has(point))) return undefined;
  const thousands = [...separators][0];
  if (!/^\d+$|^\d{1,3}(\D\d{3})+$/.test(whole)) return undefined;
  const digitsOnly = whole.replace(/\D/g, '');
  if (digitsOnly.length > 12) return undefined;
  const ownStyle = point ? (point === ',' ? 'icelandic' : 'english') : styleOfThousands(thousands);
  // 1,234 in a document of Icelandic style is a weight or quantity with three decimals.
  if (!point && thousands === ',' && style === 'icelandic') return undefined;
  return {
    value: decimal(decimals ? `${digitsOnly}.${decimals}` : digitsOnly),
    places: decimals.length,
    isAmbiguous:
      ownStyle !== 'either' && (style === 'unknown' ? thousands === ',' && !point : ownStyle !== style),
  };
}

function styleOfThousands(separator: string | undefined): NumberStyle | 'either' {
  if (separator === '.') return 'icelandic';
  return separator === ',' ? 'english' : 'either';
}

/** The smallest printed unit: 1 for 1.234, 0.01 for 1.234,00. */
export function printedUnit(...amounts: readonly { places: number }[]): Decimal {
  const places = Math.min(...amounts.map((amount) => amount.places));
  return decimal(`1e-${places}`);
}
