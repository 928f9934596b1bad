import { posix } from 'node:path';
import { codeTokens, type Token } from './tokens.ts';

export type Import = { target: string; typeOnly: boolean };

/**
 * Finds every import of a file: `import`, `export … from`, `import()` and `new URL(…, import.meta.url)`, which names the
 * file of a worker. `import { type A }` counts as a value import, because it still loads the file at run time.
 */
export function importsOf(source: string): Import[] {
  const tokens = codeTokens(source);
  const found: Import[] = [];
  const add = (token: Token | undefined, typeOnly: boolean) => {
    if (token?.kind === 'string' || token?.kind === 'template') found.push({ target: token.text, typeOnly });
  };
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || isMark(tokens[at - 1], '.')) return;
    const next = tokens[at + 1];
    if (token.text === 'import') {
      if (isMark(next, '(')) add(tokens[at + 2], false);
      else if (next?.kind === 'string') add(next, false);
      else if (!isMark(next, '.') && !isMark(next, ':'))
        add(fromClause(tokens, at + 1), isTypeOnly(tokens, at));
    } else if (token.text === 'export') {
      const typeOnly = isTypeOnly(tokens, at);
      const list = tokens[typeOnly ? at + 2 : at + 1];
      if (isMark(list, '{') || isMark(list, '*')) add(fromClause(tokens, at + 1), typeOnly);
    } else if (token.text === 'URL' && isMark(next, '(') && isWord(tokens[at + 4], 'import')) {
      if (tokens[at + 2]?.text.endsWith('.ts')) add(tokens[at + 2], false);
    }
  });
  return found;
}

/** Resolves a relative import to a path from the project's root; undefined for a package. */
export function resolveImport(from: string, target: string): string | undefined {
  return target.startsWith('.') ? posix.join(posix.dirname(from), target) : undefined;
}

/** The module name of `… from 'x'`; undefined when the statement ends first, as a plain `export { a }` does. */
function fromClause(tokens: Token[], start: number): Token | undefined {
  for (let at = start; at < tokens.length; at++) {
    if (isMark(tokens[at], ';') || isMark(tokens[at], '=')) return undefined;
    if (isWord(tokens[at], 'from') && tokens[at + 1]?.kind === 'string') return tokens[at + 1];
    if (isMark(tokens[at], '}') && !isWord(tokens[at + 1], 'from')) return undefined;
  }
  return undefined;
}

/** `import type from './x.ts'` imports a value with the name `type`. */
function isTypeOnly(tokens: Token[], at: number): boolean {
  const after = tokens[at + 2];
  return (
    isWord(tokens[at + 1], 'type') &&
    !isMark(after, ',') &&
    !(isWord(after, 'from') && tokens[at + 3]?.kind === 'string')
  );
}

export function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}

export function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text;
}
