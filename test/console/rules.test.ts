import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree } from '../support/tree.ts';

/** What only the server may work out: by which states what is allowed, what is late, and what adds up to what. */
const RULES: Record<string, RegExp> = {
  'compares a status': /\.(?:accounting_)?status\s*[!=]==/g,
  'compares due dates': /\b(?:due_date|settlement_date)\s*[<>]/g,
  'adds amounts up': /\.(?:amount|net|vat|total\w*)\s*[-+*/]\s*\w+\.(?:amount|net|vat|total)/g,
  'sums a list of figures': /\.reduce\(\s*\([^)]*\)\s*=>[^,]*\.(?:amount|net|vat|total|count)\b/g,
  'asks the plan': /subscriptions\.includes\(/g,
};

describe('the screens of the console', () => {
  for (const [what, pattern] of Object.entries(RULES)) {
    it(`leave it to the server: none ${what}`, () => {
      const found = [...readTree('console/src/**/*.{ts,tsx}')].flatMap(([file, source]) =>
        [...source.matchAll(pattern)].map(([text]) => `${file}: ${text}`),
      );
      assert.deepEqual(found, []);
    });
  }
});
