import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTree } from '../support/tree.ts';

/** Rules that belong to the server: allowed states, overdue dates, sums and how they are rounded. */
const RULES: Record<string, RegExp> = {
  'compares a status': /\.(?:accounting_)?status\s*[!=]==/g,
  'compares due dates': /\b(?:due_date|settlement_date)\s*[<>]/g,
  'adds amounts up': /\.(?:amount|net|vat|total\w*)\s*[-+*/]\s*\w+\.(?:amount|net|vat|total)/g,
  'sums a list of figures': /\.reduce\(\s*\([^)]*\)\s*=>[^,]*\.(?:amount|net|vat|total|count)\b/g,
  'asks the plan': /subscriptions\.includes\(/g,
  'rounds a unit price': /\b(?:formatMoney|money)\([^)]*unit_price/g,
};

describe('screens of the console', () => {
  for (const [title, pattern] of Object.entries(RULES)) {
    it(`leave the rules to the server: no screen ${title}`, () => {
      const found = [...readTree('console/src/**/*.{ts,tsx}')].flatMap(([file, source]) =>
        [...source.matchAll(pattern)].map(([text]) => `${file}: ${text}`),
      );
      assert.deepEqual(found, []);
    });
  }
  it('every screen has a key that opens it', () => {
    const source = [...readTree('console/src/{shell/nav,ui/automation-nav}.tsx').values()].join('\n');
    const keys = [...source.matchAll(/\bkey: '(\w)'/g)].map(([, key]) => key);
    assert.ok(keys.length > 10);
    assert.deepEqual(keys, [...new Set(keys)]);
  });
  it('navigate only while the person is still on them', () => {
    const found = [...readTree('console/src/screens/**/*.{ts,tsx}')].filter(([, source]) =>
      source.includes('useNavigate'),
    );
    assert.deepEqual(
      found.map(([file]) => file),
      [],
    );
  });
});
