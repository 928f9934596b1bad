import { groupDigits } from '../../../src/domain/values/format.ts';
import type { Lang } from '../i18n/lang.ts';

/** What a number counts. It decides how digits are read that have two meanings, as 18.500 and 1,234 have. */
export interface NumberKind {
  /** An amount of money. In ISK three digits after the only separator are thousands, in either language. */
  currency?: string | undefined;
  /** A number without decimals: the same holds for its only separator. */
  isWhole?: boolean;
  /** Hours, which may be written as 1:30. */
  isHours?: boolean;
}

const HOUR_PLACES = 4;
const MINUTES = 60;

/** Spaces between groups of digits, and the apostrophe that some put there. */
const SPACES = /[\s\u00a0\u2009\u202f'’]/g;
const UNITS = /^(kr\.?|isk|eur|€|\$|£)|(kr\.?|isk|eur|€|%|klst\.?|,-)$/gi;
const WIRE_NUMBER = /^-?\d+(\.\d+)?$/;
const GROUPED = /^\d{1,3}([.,]\d{3})+$/;

/**
 * A number as people write it in either language, in wire format: 1.234,50, 1,234.50 and 1 234,50 become 1234.50.
 * Text that is no number stays as it is, for the server to refuse. Of three and more decimals the zeros at the end are
 * dropped, so that a field that is left shows 1 for the decimal 1.000 instead of what could be a thousand.
 */
export function parseNumber(typed: string, lang: Lang, kind: NumberKind = {}): string {
  const text = typed.trim();
  const plain = text.replace(SPACES, '').replace(UNITS, '').replace(/^[−–]/, '-');
  const hours = kind.isHours && /^(\d{1,4}):([0-5]\d)$/.exec(plain);
  if (hours) return String(Number((Number(hours[1]) + Number(hours[2]) / MINUTES).toFixed(HOUR_PLACES)));
  const [, sign = '', digits = ''] = /^(-?)([\d.,]*\d[\d.,]*)$/.exec(plain) ?? [];
  const parts = digits && splitDecimals(digits, lang, kind);
  if (!parts) return text;
  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0';
  const decimals = parts.decimals.length > 2 ? parts.decimals.replace(/0+$/, '') : parts.decimals;
  return sign + (decimals ? `${whole}.${decimals}` : whole);
}

/** Whole part and decimals; null where the separators fit no way of writing. */
function splitDecimals(digits: string, lang: Lang, kind: NumberKind) {
  const separators = digits.replace(/\d/g, '');
  const last = separators.at(-1) ?? '';
  const index = digits.lastIndexOf(last);
  const [before, after] = last ? [digits.slice(0, index), digits.slice(index + 1)] : [digits, ''];
  if (separators.length <= 1) {
    const isGroup = GROUPED.test(digits) && !before.startsWith('0') && isThousands(last, lang, kind);
    return isGroup ? { whole: before + after, decimals: '' } : { whole: before, decimals: after };
  }
  // The same separator more than once can only be between thousands; of two, the last one is the decimal point.
  if (new Set(separators).size === 1)
    return GROUPED.test(digits) ? { whole: digits.replaceAll(last, ''), decimals: '' } : null;
  const other = separators[0] ?? '';
  const isOnce = separators.indexOf(last) === separators.length - 1;
  return isOnce && GROUPED.test(before) ? { whole: before.replaceAll(other, ''), decimals: after } : null;
}

/** Whether the only separator, with three digits after it, is one between thousands. */
function isThousands(separator: string, lang: Lang, { currency, isWhole = false }: NumberKind): boolean {
  return currency === 'ISK' || isWhole || separator === (lang === 'is' ? '.' : ',');
}

/** A number in wire format as the language writes it, with all its decimals; other text as it is. */
export function showNumber(value: string, lang: Lang, kind: NumberKind = {}): string {
  if (!WIRE_NUMBER.test(value)) return value;
  const shown = groupDigits(value, lang);
  // Three decimals of an amount in ISK would be read as thousands when somebody types on.
  return parseNumber(shown, lang, kind) === value ? shown : groupDigits(`${value}0`, lang);
}
