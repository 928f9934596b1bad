import {
  CONFIDENCE,
  capConfidence,
  FIELD_NAMES,
  makeField,
  type ReadField,
  type ReceiptFields,
} from './fields.ts';

/** A value that only one of the two readings has stays below the auto-fill threshold, unless it is proven. */
const SINGLE_CAP = 0.7;
const SINGLE_PROVEN_CAP = 0.86;

/**
 * Merges two readings of one document by different OCR models, which seldom make the same mistake. Where they
 * agree, the characters are certain and only the interpretation can be wrong. Where they differ, nothing is
 * certain unless one value is proven by a checksum or by arithmetic.
 */
export function mergeReadings(first: ReceiptFields, second: ReceiptFields): ReceiptFields {
  const merged: ReceiptFields = {};
  for (const name of FIELD_NAMES) {
    const read = mergeField(first[name], second[name], name === 'supplier_name');
    if (read) Object.assign(merged, { [name]: read });
  }
  return merged;
}

type AnyField = ReadField<string | boolean>;

function mergeField(a: AnyField | undefined, b: AnyField | undefined, isName: boolean): AnyField | undefined {
  if (!a || !b) {
    const only = a ?? b;
    return only && capConfidence(only, isProven(only) ? SINGLE_PROVEN_CAP : SINGLE_CAP);
  }
  const isSame = isName ? isSameName(String(a.value), String(b.value)) : a.value === b.value;
  // The second model does not know Icelandic letters, so it can't confirm a name.
  if (isSame)
    return raiseConfidence(
      { ...a, ...(b.box && { box: a.box ?? b.box }) },
      isName ? a.confidence : Math.max(a.confidence, b.confidence),
    );
  if (isProven(a) !== isProven(b)) return capConfidence(isProven(a) ? a : b, SINGLE_PROVEN_CAP);
  return capConfidence(a.confidence >= b.confidence ? a : b, CONFIDENCE.contradicted);
}

function isProven({ confidence }: AnyField): boolean {
  return confidence >= CONFIDENCE.proven;
}

/** Agreement removes only a quarter of the uncertainty, because both models may misread the same blurred digit. */
function raiseConfidence(read: AnyField, confidence: number): AnyField {
  return makeField(
    read.value,
    confidence >= CONFIDENCE.unsure + 0.05 ? confidence + (1 - confidence) / 4 : confidence,
    read.found,
    read.box,
  );
}

/**
 * The second model does not know þ, ð and accents and reads each as one or two other letters. All other letters
 * must be equal. The set of reachable positions is computed letter by letter, as in an NFA: a regular expression
 * would backtrack exponentially on a name without Latin letters.
 */
function isSameName(icelandic: string, english: string): boolean {
  let positions = new Set([0]);
  for (const letter of icelandic.toLowerCase()) {
    const next = new Set<number>();
    for (const at of positions) {
      for (const width of widthsOf(letter, english.charAt(at))) {
        if (at + width <= english.length) next.add(at + width);
      }
    }
    positions = next;
  }
  // A final full stop may be missing in the first name, or the second may end with a speck.
  return positions.has(english.length) || positions.has(english.length - 1);
}

/** The number of letters of the other name that can represent this letter at the position of `found`. */
function widthsOf(letter: string, found: string): readonly number[] {
  if (/[a-z\d ]/.test(letter)) return found.toLowerCase() === letter ? [1] : [];
  return /\p{L}/u.test(letter) ? [1, 2] : [0, 1];
}

/** Keeps proven values and lowers all others to suggestions, for text whose characters are unreliable. */
export function capUnproven(fields: ReceiptFields): ReceiptFields {
  const result: ReceiptFields = {};
  for (const name of FIELD_NAMES) {
    const read = fields[name];
    if (read)
      Object.assign(result, {
        [name]: isProven(read) ? read : capConfidence<string | boolean>(read, CONFIDENCE.unsure),
      });
  }
  return result;
}
