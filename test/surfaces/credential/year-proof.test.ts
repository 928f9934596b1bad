import { test } from 'node:test';
import { SandboxInstallation } from '../../support/installation.ts';
import { ProvenYear } from '../../support/proven-year.ts';
import { onBothDatabases } from '../../support/service.ts';

/** Another year, or a longer one, by hand. */
const SEED = Number(process.env.KVITT_YEAR_SEED ?? 20260103);
const DOCUMENTS = Number(process.env.KVITT_YEAR_DOCUMENTS ?? 200);
/** Documents that are paid in euros, and as many by claims and by links. */
const OTHER = Number(process.env.KVITT_YEAR_OTHER ?? 8);
const COSTS = Number(process.env.KVITT_YEAR_COSTS ?? 30);

onBothDatabases('a year of books', (kvitt) => {
  test(`of ${DOCUMENTS} documents and the seed ${SEED} agrees with a double-entry ledger`, async (t) => {
    kvitt.now = () => new Date('2026-12-31T12:00:00Z');
    const other = { installation: new SandboxInstallation(kvitt), documents: OTHER };
    const year = new ProvenYear(await kvitt.account(), {
      seed: SEED,
      documents: DOCUMENTS,
      other,
      costs: COSTS,
    });
    await year.run();
    await year.compare();
    t.diagnostic(year.figures());
  });
});
