import { capped, FIELD_NAMES, field, LEVEL, type ReadField, type ReceiptFields } from './fields.ts';

/** What only one of two readers saw stays below the threshold, unless it proves itself. */
const SEEN_ONCE = 0.7;
const PROVEN_ONCE = 0.86;

/**
 * Two readings of one document, made in different ways, so that they seldom make the same mistake. Where they
 * agree the letters are certain, and what is left is how sure the meaning is. Where they differ nothing is
 * certain, unless one of them is proven by a checksum or by arithmetic.
 */
export function agree(first: ReceiptFields, second: ReceiptFields): ReceiptFields {
  const agreed: ReceiptFields = {};
  for (const name of FIELD_NAMES) {
    const read = agreedField(first[name], second[name], name === 'supplier_name');
    if (read) Object.assign(agreed, { [name]: read });
  }
  return agreed;
}

type AnyField = ReadField<string | boolean>;

function agreedField(
  a: AnyField | undefined,
  b: AnyField | undefined,
  isName: boolean,
): AnyField | undefined {
  if (!a || !b) {
    const only = a ?? b;
    return only && capped(only, isProven(only) ? PROVEN_ONCE : SEEN_ONCE);
  }
  const same = isName ? isSameName(String(a.value), String(b.value)) : a.value === b.value;
  // The second model can't vouch for letters that it does not know.
  if (same) return lifted(a, isName ? a.confidence : Math.max(a.confidence, b.confidence));
  if (isProven(a) !== isProven(b)) return capped(isProven(a) ? a : b, PROVEN_ONCE);
  return capped(a.confidence >= b.confidence ? a : b, LEVEL.contradicted);
}

function isProven({ confidence }: AnyField): boolean {
  return confidence >= LEVEL.proven;
}

/** Agreement takes away a quarter of the doubt: both may have seen an 8 that is too blurred to be told from a 0. */
function lifted(read: AnyField, confidence: number): AnyField {
  return field(
    read.value,
    confidence >= LEVEL.unsure + 0.05 ? confidence + (1 - confidence) / 4 : confidence,
    read.found,
  );
}

/**
 * The second model does not know þ, ð and accents, and makes other letters of them, one or two. All other
 * letters must be the same. It is told letter by letter which places in the other name can be reached: an expression
 * would try every way to share out the letters, which are more than can be counted in a name that has no Latin ones.
 */
function isSameName(icelandic: string, english: string): boolean {
  let reached = new Set([0]);
  for (const letter of icelandic.toLowerCase()) {
    const next = new Set<number>();
    for (const at of reached) {
      for (const wide of widthsOf(letter, english.charAt(at))) {
        if (at + wide <= english.length) next.add(at + wide);
      }
    }
    reached = next;
  }
  // A full stop at the end may be missing in the first, or a speck in the second.
  return reached.has(english.length) || reached.has(english.length - 1);
}

/** How many letters of the other name may stand for this one, where it goes on with `found`. */
function widthsOf(letter: string, found: string): readonly number[] {
  if (/[a-z\d ]/.test(letter)) return found.toLowerCase() === letter ? [1] : [];
  return /\p{L}/u.test(letter) ? [1, 2] : [0, 1];
}

/** What is left of a reading when its letters can't be trusted: proofs, and suggestions. */
export function doubted(fields: ReceiptFields): ReceiptFields {
  const kept: ReceiptFields = {};
  for (const name of FIELD_NAMES) {
    const read = fields[name];
    if (read)
      Object.assign(kept, { [name]: isProven(read) ? read : capped<string | boolean>(read, LEVEL.unsure) });
  }
  return kept;
}
