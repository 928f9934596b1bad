import { parseArgs } from 'node:util';
import { toError } from '../src/domain/values/errors.ts';
import type { DatabaseKind } from '../test/support/databases.ts';
import type { FaultKind } from '../test/support/simulation/faults.ts';
import { simulateYearIn } from '../test/support/simulation/simulated-year.ts';
import { World } from '../test/support/simulation/world.ts';

const USAGE = `npm run simulate -- [options]
  --seed N          the seed of the first year; printed. The same seed gives the same year with the same faults
  --years N         how many installations have a year on each database, each with the next seed; 1 by default
  --hours N         goes on with further seeds for this long instead
  --companies N     companies of an installation, which have their years one after the other; 1 by default
  --documents N     invoices and credit notes of a year; 60 by default
  --other N         documents that are paid in euros, and as many by claims and by payment links; 6 by default
  --percent N       of how many calls in a hundred something goes wrong; 6 by default
  --database KIND   postgres, embedded, or both (default), one year after the other`;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    years: { type: 'string', default: '1' },
    hours: { type: 'string' },
    companies: { type: 'string', default: '1' },
    documents: { type: 'string', default: '60' },
    other: { type: 'string', default: '6' },
    percent: { type: 'string', default: '6' },
    database: { type: 'string', default: 'both' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [seed = 0, years = 1, documents = 60, other = 6, percent = 6, companies = 1, hours = 0] = [
  options.seed,
  options.years,
  options.documents,
  options.other,
  options.percent,
  options.companies,
  options.hours ?? '0',
].map(Number);
if (
  options.help ||
  ![seed, years, documents, other, percent, companies, hours].every((one) => one >= 0) ||
  !/^(postgres|embedded|both)$/.test(options.database)
) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

const kinds: DatabaseKind[] =
  options.database === 'both' ? ['postgres', 'embedded'] : [options.database as DatabaseKind];
const total = { years: 0, calls: 0, repeated: 0, failed: 0, different: [] as string[] };
const faults = new Map<FaultKind, number>();
const until = options.hours ? performance.now() + hours * 3_600_000 : null;
const isOver = (n: number) => (until ? performance.now() >= until : n >= years);
for (let n = 0; !isOver(n); n++) for (const kind of kinds) await runInstallation(seed + n * companies, kind);
report();

/** A company with a difference ends its installation, because what it has left open is no state to begin with. */
async function runInstallation(first: number, kind: DatabaseKind): Promise<void> {
  const world = await World.open(kind);
  try {
    for (let of = first; of < first + companies; of++) await runYear(world, of);
  } catch (error) {
    const name = `--seed ${first} --companies ${companies} --database ${kind}`;
    total.different.push(name);
    console.log(`${name}: ${toError(error).message}`);
  } finally {
    await world.close();
  }
}

async function runYear(world: World, of: number): Promise<void> {
  const start = performance.now();
  const year = await simulateYearIn(world, { seed: of, documents, other, percent });
  total.years += 1;
  total.calls += year.calls;
  total.repeated += year.repeated;
  total.failed += year.failed;
  for (const [fault, count] of Object.entries(year.faults) as [FaultKind, number][])
    faults.set(fault, (faults.get(fault) ?? 0) + count);
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`seed ${of} ${world.kind}: ${year.calls} calls, ${year.repeated} sent again, ${seconds} s`);
}

function report(): void {
  const counted = [...faults].map(([fault, count]) => `${fault} ${count}`).join(', ');
  console.log(
    `${total.years} years, ${total.calls} calls, ${total.repeated} sent again, ${total.failed} requests to services that failed; ${counted}`,
  );
  if (total.different.length === 0) return;
  console.log(`Different from the ledger, or not finished: ${total.different.join('; ')}`);
  process.exitCode = 1;
}
