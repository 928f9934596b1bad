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
 * letters must be the same.
 */
function isSameName(icelandic: string, english: string): boolean {
  const pattern = [...icelandic].map((letter) => {
    if (/[a-z\d]/i.test(letter)) return letter;
    if (/\p{L}/u.test(letter)) return '.{1,2}';
    return letter === ' ' ? ' ' : '.?';
  });
  return new RegExp(`^${pattern.join('')}.?$`, 'i').test(english);
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
