import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databases } from '../support/databases.ts';
import { simulateYear } from '../support/simulation/simulated-year.ts';

/** By hand: `npm run simulate`. */
const OPTIONS = { seed: 20261101, documents: 20, other: 2, percent: 8 };

describe('a simulated year with faults', () => {
  for (const kind of databases())
    test(`agrees with an independent ledger (${kind})`, async (t) => {
      const { calls, repeated, failed, faults } = await simulateYear({ ...OPTIONS, kind });
      t.diagnostic(
        `${calls} calls, ${repeated} sent again, ${failed} requests to failing services, ${JSON.stringify(faults)}`,
      );
      const count = Object.values(faults).reduce((sum, one) => sum + one, 0);
      assert.ok(count >= 5, `only ${count} faults happened`);
    });
});
