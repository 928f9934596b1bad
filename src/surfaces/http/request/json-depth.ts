/** Far more than any request needs. */
const MAX_DEPTH = 32;
/** The limit of one object. The largest input has about forty keys. */
const MAX_KEYS = 1_000;
/** Keys and list entries together: an invoice of 500 lines has 7,000. */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * What a JSON text must not be, or null where it can be parsed. Brackets, keys and entries are counted without parsing: a few
 * megabytes of brackets overflow the stack of any recursive walk over the result, and objects of 100,000 keys take
 * seconds to parse and copy.
 */
export function jsonExcess(json: string): string | null {
  /** The number of keys at each level. */
  const keys = [0];
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(json, at);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (keys.push(0) > MAX_DEPTH + 1) return `nested more than ${MAX_DEPTH} levels deep`;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        keys.pop();
        break;
      case COLON: {
        const count = (keys.pop() ?? 0) + 1;
        if (count > MAX_KEYS) return `larger than ${MAX_KEYS} fields in one object`;
        keys.push(count);
        break;
      }
      case COMMA:
        if (++values > MAX_VALUES) return `larger than ${MAX_VALUES} values`;
        break;
    }
  }
  return null;
}

/** The position of the closing quote of a text. */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
