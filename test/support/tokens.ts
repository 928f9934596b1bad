type Kind = 'comment' | 'regex' | 'string' | 'word' | 'mark' | 'template';
export type Token = { kind: Kind; text: string };

const BLANKS = /\s+/y;
const COMMENT = /\/\/.*|\/\*[\s\S]*?\*\//y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const STRING = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y;
const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*/uy;

/** After these words a slash begins a regular expression; after any other word it divides. */
const BEFORE_REGEX = /^(return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await|instanceof)$/;

/**
 * Splits TypeScript into a flat list of tokens: enough to tell code from comments and strings, which a text search
 * cannot. A template is one token, followed by the tokens of the expressions in it.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  readCode(false);
  return tokens;

  /** Reads to the end, or inside a template to the brace that closes the expression. */
  function readCode(inTemplate: boolean): void {
    for (let depth = 0; at < source.length; ) {
      const char = source.charAt(at);
      if (inTemplate && char === '}' && depth-- === 0) return;
      if (inTemplate && char === '{') depth++;
      if (char === '`') readTemplate();
      else readToken();
    }
  }

  function readToken(): void {
    // The first character says which kinds are possible: trying the patterns of all would take several times as long.
    const char = source.charAt(at);
    if (char === '/' && (read('comment', COMMENT) || (regexMayStart() && read('regex', REGEX)))) return;
    if ((char === "'" || char === '"') && read('string', STRING)) return;
    if (read('word', WORD)) return;
    const blanks = match(BLANKS);
    if (blanks === undefined) tokens.push({ kind: 'mark', text: char });
    at += blanks?.length ?? 1;
  }

  function read(kind: Kind, pattern: RegExp): boolean {
    const text = match(pattern);
    if (text === undefined) return false;
    tokens.push({ kind, text: kind === 'string' ? text.slice(1, -1) : text });
    at += text.length;
    return true;
  }

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  }

  function regexMayStart(): boolean {
    const last = tokens.findLast((token) => token.kind !== 'comment');
    if (last?.kind === 'word') return BEFORE_REGEX.test(last.text);
    return !last || (last.kind === 'mark' && !')]}'.includes(last.text));
  }

  function readTemplate(): void {
    const token: Token = { kind: 'template', text: '' };
    tokens.push(token);
    const start = ++at;
    for (; at < source.length && source[at] !== '`'; at++) {
      if (source[at] === '\\') at++;
      else if (source.startsWith('$' + '{', at)) {
        at += 2;
        readCode(true);
      }
    }
    token.text = source.slice(start, at++);
  }
}

/** The tokens without comments. */
export function codeTokens(source: string): Token[] {
  return tokenize(source).filter((token) => token.kind !== 'comment');
}

/**
 * The code with one space between tokens, for searching: `const a = sql ``;`. Templates are emptied and whitespace is
 * removed from strings, so that their contents never look like several tokens.
 */
export function plainCode(source: string): string {
  const plain = (token: Token) => {
    if (token.kind === 'template') return '``';
    return token.kind === 'string' ? `'${token.text.replace(/\s/g, '')}'` : token.text;
  };
  return codeTokens(source).map(plain).join(' ');
}
