/** Far more than any request needs. */
export const MAX_JSON_DEPTH = 32;

/**
 * Whether a JSON text is nested too deeply, found by counting brackets without parsing. A few megabytes of brackets
 * would keep the parser busy for seconds and overflow the stack of any recursive walk over the result.
 */
export function isNestedTooDeeply(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case '"':
        inText = !inText;
        break;
      case '\\':
        if (inText) at += 1;
        break;
      case '{':
      case '[':
        if (!inText && ++depth > MAX_JSON_DEPTH) return true;
        break;
      case '}':
      case ']':
        if (!inText) depth -= 1;
        break;
    }
  }
  return false;
}
