import { isMark, isWord } from './imports.ts';
import { codeTokens, type Token } from './tokens.ts';
import type { Tree } from './tree.ts';

/** The names of all operations that the modules define. */
export function operationNames(modules: Tree): Set<string> {
  const names = [...modules.values()].flatMap((source) => {
    const tokens = codeTokens(source);
    return tokens.flatMap((token, at) => {
      const isName = token.kind === 'string' && isMark(tokens[at - 1], ':') && isWord(tokens[at - 2], 'name');
      return isName && /^[a-z]+(-[a-z]+)+$/.test(token.text) ? [token.text] : [];
    });
  });
  return new Set(names);
}

/** Places where the name of an operation decides something: an equality, a case, or a list that is searched. */
export function nameComparisons(tree: Tree, names: ReadonlySet<string>): string[] {
  return [...tree].flatMap(([file, source]) => {
    const tokens = codeTokens(source);
    return tokens.flatMap((token, at) =>
      token.kind === 'string' && names.has(token.text) && isComparison(tokens, at)
        ? [`${file}: ${token.text}`]
        : [],
    );
  });
}

function isComparison(tokens: Token[], at: number): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]];
  const isEquality =
    (isMark(before, '=') && isMark(tokens[at - 2], '=')) || isMark(after, '!') || isMark(after, '=');
  return isEquality || isWord(before, 'case') || isSearched(tokens, at);
}

/** Whether the list that the token stands in is followed by `.includes` or its like. */
function isSearched(tokens: Token[], at: number): boolean {
  const end = tokens.findIndex((token, n) => n > at && !(token.kind === 'string' || isMark(token, ',')));
  return (
    isMark(tokens[end], ']') &&
    isMark(tokens[end + 1], '.') &&
    /^(includes|indexOf|some)$/.test(tokens[end + 2]?.text ?? '')
  );
}

/** Calls that invalidate a cache. The caches themselves reach each other through private methods. */
export function cacheCalls(tree: Tree): string[] {
  return [...tree]
    .filter(([file]) => !/\/(account|token)-cache\.ts$/.test(file))
    .flatMap(([file, source]) => {
      const tokens = codeTokens(source);
      return tokens.flatMap((token, at) =>
        /^(invalidate|evict|evictAll)$/.test(token.text) &&
        isMark(tokens[at - 1], '.') &&
        isMark(tokens[at + 1], '(')
          ? [`${file}: ${token.text}`]
          : [],
      );
    });
}
