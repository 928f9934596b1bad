export interface ByteRange {
  from: number;
  /** The last byte, included. */
  to: number;
}

/**
 * The only range of a Range header (RFC 9110). Null: the whole file, because there is no header, or one that this server does not
 * serve, such as several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
}
