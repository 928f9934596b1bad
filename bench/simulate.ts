import { parseArgs } from 'node:util';
import { toError } from '../src/domain/values/errors.ts';
import type { DatabaseKind } from '../test/support/databases.ts';
import { FAULT_KINDS, type FaultKind } from '../test/support/simulation/faults.ts';
import { measureChildren, prepareNodes } from '../test/support/simulation/prepared-nodes.ts';
import type { FaultCount } from '../test/support/simulation/rounds.ts';
import { type SimulationReport, simulateYears } from '../test/support/simulation/simulated-year.ts';

const USAGE = `npm run simulate -- [options]
  --seed N          the seed of the first company; printed. The same seed and options give the same years with the same faults
  --years N         years of companies; 40 by default
  --hours N         goes on with further seeds for this long instead; SIGTERM ends either after the years that are running
  --companies N     companies of an installation, which have their years side by side; 40 by default
  --documents N     invoices and credit notes of a year; 60 by default
  --other N         documents that are paid in euros, and as many by claims and by payment links; 6 by default
  --percent N       in how many rounds of calls in a hundred something goes wrong; 6 by default
  --database KIND   postgres, embedded, or both (default), side by side, each with every other installation`;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    years: { type: 'string', default: '40' },
    hours: { type: 'string' },
    companies: { type: 'string', default: '40' },
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
  !(companies >= 1 && companies <= 400) ||
  !/^(postgres|embedded|both)$/.test(options.database)
) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

const kinds: DatabaseKind[] =
  options.database === 'both' ? ['postgres', 'embedded'] : [options.database as DatabaseKind];
const total = { years: 0, calls: 0, repeated: 0, figures: 0, faults: 0, met: 0 };
const faults = new Map<FaultKind, FaultCount>();
const seeds = new Map<DatabaseKind, string[]>(kinds.map((kind) => [kind, []]));
const differences: string[] = [];
let until = options.hours ? performance.now() + hours * 3_600_000 : null;
// The years that are running are finished, and everything is reported.
process.once('SIGTERM', () => {
  until = 0;
});
const end = await prepareNodes();
const start = { at: performance.now(), cpu: measureChildren() };
await Promise.all(kinds.map(runInstallations));
report();
end();

/** Every database has every other installation, so that no seed is used twice. */
async function runInstallations(kind: DatabaseKind, at: number): Promise<void> {
  for (let n = at; differences.length === 0; n += kinds.length) {
    if (until !== null && performance.now() >= until) return;
    const left = until === null ? Math.min(companies, years - n * companies) : companies;
    if (left <= 0) return;
    await runInstallation(kind, seed + n * companies, left);
  }
}

async function runInstallation(kind: DatabaseKind, first: number, count: number): Promise<void> {
  const since = performance.now();
  const name = `--seed ${first} --companies ${count} --years ${count} --database ${kind}`;
  try {
    const plan = { seed: first, companies: count, documents, other, percent, kind };
    add(await simulateYears(plan));
    seeds.get(kind)?.push(`${first}–${first + count - 1}`);
    const seconds = ((performance.now() - since) / 1000).toFixed(0);
    console.log(`${new Date().toISOString()} ${name}: no difference, ${seconds} s`);
  } catch (error) {
    const rest = `--documents ${documents} --other ${other} --percent ${percent}`;
    differences.push(`${name} ${rest}`);
    console.log(`${name} ${rest}: ${toError(error).message}`);
  }
}

function add(done: SimulationReport): void {
  total.years += done.years;
  total.calls += done.calls;
  total.repeated += done.repeated;
  total.figures += done.figures;
  for (const [kind, more] of done.faults) {
    // A fault happens to all companies of the installation.
    total.faults += more.times * done.years;
    total.met += more.midway * done.years;
    const before = faults.get(kind) ?? { times: 0, midway: 0, calls: 0 };
    faults.set(kind, {
      times: before.times + more.times,
      midway: before.midway + more.midway,
      calls: before.calls + more.calls,
    });
  }
}

function report(): void {
  const cpu = measureChildren();
  const perYear = (sum: number) => (sum / Math.max(1, total.years)).toFixed(2);
  const spent = [
    `${perYear(cpu.own - start.cpu.own)} s here`,
    `${perYear(cpu.nodes - start.cpu.nodes)} s in nodes`,
    `${perYear(cpu.others - start.cpu.others)} s in database servers and tools`,
  ];
  const rows: [string, string | number][] = [
    ['company-years', total.years],
    ['calls acknowledged', total.calls],
    ['calls sent again', total.repeated],
    ['figures compared', total.figures],
    ['differences', differences.length],
    ['faults in a year', `${perYear(total.faults)}, of which ${perYear(total.met)} met calls or requests`],
    ['processor time of a year', spent.join(', ')],
    ['minutes', ((performance.now() - start.at) / 60_000).toFixed(1)],
    ...[...seeds].map(([kind, used]): [string, string] => [`seeds, ${kind}`, used.join(' ') || 'none']),
  ];
  console.log('\n| what | figure |\n|---|---|');
  for (const [what, figure] of rows) console.log(`| ${what} | ${figure} |`);
  console.log('\n| fault | times | met calls | calls met |\n|---|---|---|---|');
  for (const kind of FAULT_KINDS) {
    const { times, midway, calls } = faults.get(kind) ?? { times: 0, midway: 0, calls: 0 };
    console.log(`| ${kind} | ${times} | ${midway} | ${calls} |`);
  }
  if (differences.length === 0) return;
  console.log(`\nDifferent from the ledger, or not finished: npm run simulate -- ${differences.join('; ')}`);
  process.exitCode = 1;
}
