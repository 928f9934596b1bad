import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databases } from '../support/databases.ts';
import { simulateYears } from '../support/simulation/simulated-year.ts';

/** By hand: `npm run simulate`. */
const OPTIONS = { seed: 20261101, companies: 2, documents: 12, other: 2, percent: 8 };

describe('a simulated year with faults', () => {
  for (const kind of databases())
    test(`agrees with an independent ledger (${kind})`, async (t) => {
      const { calls, repeated, figures, faults } = await simulateYears({ ...OPTIONS, kind });
      const met = [...faults].map(([fault, { times, calls }]) => `${fault} ${times} (${calls})`).join(', ');
      t.diagnostic(`${calls} calls, ${repeated} sent again, ${figures} figures; ${met}`);
      const count = [...faults.values()].reduce((sum, { times }) => sum + times, 0);
      assert.ok(count >= 5, `only ${count} faults happened`);
    });
});
