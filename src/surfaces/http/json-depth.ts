/** Nothing that is sent has more than a few levels. */
export const MAX_JSON_DEPTH = 32;

/**
 * Whether a JSON text is nested too deeply, told without reading it: a few megabytes of brackets keep the
 * parser busy for seconds, and make whatever walks through the result run out of stack.
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
