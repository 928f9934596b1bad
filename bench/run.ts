import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type BenchCall, CALLS } from './calls.ts';
import { setUpComparison } from './commits.ts';
import { type Contestant, compare, ROUND_SECONDS } from './compare.ts';
import { costCount, taskCount } from './costs-and-tasks.ts';
import { explain, explainedTable } from './explain.ts';
import { GROWTH_CALLS } from './growth/calls.ts';
import { type BookSize, measureGrowth } from './growth/growth.ts';
import { benchNodes, nodesTable } from './nodes.ts';
import {
  type ComparedRow,
  caution,
  comparedTable,
  machine,
  median,
  type Row,
  replaceSection,
  type SingleRow,
  singleTable,
  table,
  verdict,
} from './report.ts';
import { CONNECTIONS, type Target } from './services.ts';
import { type BenchSetup, DATABASES, type DatabaseKind, setUpBench } from './setup.ts';

const RAW_WARM_UP_SECONDS = 1;
const PAGE = 'docs/performance.md';
/** Filling the embedded database takes several times as long. */
const INVOICES: Record<DatabaseKind, number> = { postgres: 100_000, embedded: 50_000 };
const GROWTH_SIZES: readonly BookSize[] = [
  { invoices: 10_000, accounts: 0 },
  { invoices: 100_000, accounts: 0 },
  { invoices: 1_000_000, accounts: 0 },
  { invoices: 10_000, accounts: 10_000 },
];
/** Enough for the calls that can be made once for each invoice. */
const COMPARED_INVOICES = 20_000;
const LEVELS: Record<DatabaseKind, string> = { postgres: 'warn,info', embedded: 'warn' };

const USAGE = `npm run bench -- [options]
  --only CALLS         ${CALLS.map(({ name }) => name).join(', ')}
  --compare COMMIT     measures the service of another commit and this one alternately, on PostgreSQL
  --database KIND      ${DATABASES.join(', ')}
  --connections N      ${CONNECTIONS} or 1
  --seconds S          measuring time per figure, in rounds of ${ROUND_SECONDS} s; 2.5 by default, and 6 to compare commits or nodes
  --invoices N         invoices in the database: ${INVOICES.postgres} on PostgreSQL and ${INVOICES.embedded} on the embedded by default
  --log LEVELS         log levels of the service: ${LEVELS.postgres} on PostgreSQL and ${LEVELS.embedded} on the embedded by default
  --profile DIRECTORY  writes CPU profiles of the service, for the developer tools of a browser
  --nodes              measures one process, KVITT_PROCESSES=2 and two nodes alternately, on PostgreSQL
  --explain            only explain the statements of lists and reports
  --growth             only measure reads in books of ${GROWTH_SIZES.map(({ invoices }) => invoices).join(', ')} invoices, in the database
  --write              writes the result into ${PAGE}`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    compare: { type: 'string' },
    database: { type: 'string' },
    connections: { type: 'string' },
    seconds: { type: 'string' },
    invoices: { type: 'string' },
    log: { type: 'string' },
    profile: { type: 'string' },
    nodes: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const only = options.only?.split(',');
const calls = CALLS.filter(({ name }) => only?.includes(name) ?? true);
const kinds = DATABASES.filter((kind) => (options.database ?? kind) === kind);
const connectionCounts = [CONNECTIONS, 1].filter(
  (load) => (options.connections ?? String(load)) === String(load),
);
const seconds = Number(options.seconds ?? (options.compare || options.nodes ? 6 : 2.5));
if (
  options.help ||
  (!options.growth && calls.length * kinds.length * connectionCounts.length === 0) ||
  !(seconds > 0 && Number(options.invoices ?? 1) > 0)
) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

// Exit handlers clean up.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const startedAt = performance.now();
await start();
console.log(`\nThe run took ${secondsSince(startedAt)} s.`);

function start(): Promise<void> {
  if (options.growth) return growAll();
  if (options.explain) return explainAll();
  if (options.nodes) return compareNodes();
  return options.compare ? compareWith(options.compare) : benchAll();
}

async function benchAll(): Promise<void> {
  const result = [`${new Date().toISOString().slice(0, 10)}: ${machine()}.`];
  for (const kind of kinds) result.push(...(await bench(kind)));
  console.log(`\n${result.join('\n\n')}`);
  writeResult('bench', result.join('\n\n'));
}

async function growAll(): Promise<void> {
  const sizes = options.invoices ? [{ invoices: Number(options.invoices), accounts: 0 }] : GROWTH_SIZES;
  const calls = GROWTH_CALLS.filter(({ name }) => only?.includes(name) ?? true);
  const table = await measureGrowth(sizes, console.log, calls);
  const result = `${new Date().toISOString().slice(0, 10)}: ${machine()}.\n\n${table}`;
  console.log(`\n${result}`);
  writeResult('growth', result);
}

async function explainAll(): Promise<void> {
  const invoices = Number(options.invoices ?? INVOICES.postgres);
  const explained = await explain(invoices);
  for (const { title, plan } of explained) console.log(`\n${title}\n${plan.replace(/^/gm, '    ')}`);
  const result = `${describeSize(invoices)}:\n\n${explainedTable(explained)}`;
  console.log(`\n${result}`);
  writeResult('explain', result);
}

async function compareNodes(): Promise<void> {
  const invoices = Number(options.invoices ?? COMPARED_INVOICES);
  const rows = await benchNodes({ invoices, seconds, nodeOptions: profileOptions() });
  const title = `${new Date().toISOString().slice(0, 10)}: ${machine()}; PostgreSQL, ${describeSize(invoices)}`;
  const result = `${title}.\n\n${nodesTable(rows)}`;
  console.log(`\n${result}`);
  writeResult('nodes', result);
}

function profileOptions(): string[] {
  return options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : [];
}

async function compareWith(commit: string): Promise<void> {
  const invoices = Number(options.invoices ?? COMPARED_INVOICES);
  const setup = await setUpComparison(commit, calls, invoices, profileOptions());
  const title = `${commit} and this one, PostgreSQL, ${describeSize(invoices)}`;
  console.log(`${title}, ready after ${secondsSince(startedAt)} s`);
  try {
    const rows: ComparedRow[] = [];
    for (const call of calls) {
      const contestants = await withoutRefused(call, [setup.other, setup.own]);
      for (const connections of connectionsOf(call)) {
        const measured = await compare(contestants, connections, seconds);
        const of = (target: Target) => measured.find(({ one }) => one.target === target)?.rounds ?? [];
        rows.push({ call: call.name, connections, other: of(setup.other), own: of(setup.own) });
        console.log(comparedTable(commit, rows.slice(-1)).split('\n').at(-1));
      }
    }
    const result = `${new Date().toISOString().slice(0, 10)}: ${machine()}; ${title}.\n\n${comparedTable(commit, rows)}`;
    console.log(`\n${result}`);
    writeResult(`compare ${commit}`, result);
  } finally {
    await setup.close();
  }
}

/** Warms up the targets, and leaves out the service of another commit that does not have the call. */
async function withoutRefused(call: BenchCall, targets: readonly [Target, Target]): Promise<Contestant[]> {
  const [other, own] = targets.map((target) => ({ target, call: call.name }));
  if (!other || !own) throw new Error('There is nothing to compare');
  await warmUp(own, call.warmUp);
  try {
    await warmUp(other, call.warmUp);
    return [other, own];
  } catch (error) {
    console.log(`${call.name} is not measured there: ${(error as Error).message.slice(0, 200)}`);
    return [own];
  }
}

async function warmUp({ target, call }: Contestant, seconds: number): Promise<void> {
  await target.driver.run({ call, connections: CONNECTIONS, rampUpMs: 0, seconds });
}

function connectionsOf({ isThorough }: BenchCall): number[] {
  return isThorough ? connectionCounts : connectionCounts.slice(0, 1);
}

function writeResult(name: string, result: string): void {
  if (options.write) replaceSection(resolve(import.meta.dirname, '..', PAGE), name, `\n${result}\n`);
}

function describeSize(invoices: number): string {
  const [ofInvoices, ofCosts, ofTasks] = [invoices, costCount(invoices), taskCount(invoices)].map((count) =>
    count.toLocaleString('en'),
  );
  return `${ofInvoices} invoices of 3 lines, ${ofCosts} costs, ${ofTasks} tasks of 3 logs`;
}

async function bench(kind: DatabaseKind): Promise<string[]> {
  const since = performance.now();
  const invoices = Number(options.invoices ?? INVOICES[kind]);
  const logLevels = (options.log ?? LEVELS[kind]).split(',');
  const needed = CALLS.filter(
    (call) => calls.includes(call) || calls.some((one) => one.asAgentOf === call.name),
  );
  const setup = await setUpBench(kind, needed, invoices, { logLevels, nodeOptions: profileOptions() });
  try {
    const title = `**${setup.title}**, ${describeSize(invoices)}`;
    console.log(`${title}, ready after ${secondsSince(since)} s`);
    const [direct, byAgents, single]: [Row[], Row[], SingleRow[]] = [[], [], []];
    for (const call of calls) {
      if (!call.operation && !call.asAgentOf) single.push(await singleRow(setup, call));
      else (call.asAgentOf ? byAgents : direct).push(...(await rowsOf(setup, call)));
    }
    const all = [...direct, ...byAgents];
    return [
      `${title}. ${verdict(all)} ${caution([...all, ...single])}`,
      ...(direct.length > 0 ? [table(direct, { floor: 'raw', own: 'service' })] : []),
      ...(byAgents.length > 0 ? [table(byAgents, { floor: 'credential', own: 'agent' })] : []),
      ...(single.length > 0 ? [singleTable(single)] : []),
    ];
  } finally {
    await setup.close();
  }
}

async function singleRow({ targets: [, service] }: BenchSetup, call: BenchCall): Promise<SingleRow> {
  if (!service) throw new Error('There is nothing to measure');
  const contestant = { target: service, call: call.name };
  await warmUp(contestant, call.warmUp);
  const [measured] = await compare([contestant], CONNECTIONS, seconds);
  if (!measured) throw new Error('Nothing was measured');
  const row = { call: call.name, connections: CONNECTIONS, service: median(measured.rounds) };
  console.log(`  ${call.name}: ${row.service.perSecond.toFixed(0)} requests/s`);
  return row;
}

async function rowsOf(setup: BenchSetup, call: BenchCall): Promise<Row[]> {
  const contestants = contestantsFor(setup, call);
  for (const contestant of contestants)
    await warmUp(contestant, contestant.target.name === 'raw' ? RAW_WARM_UP_SECONDS : call.warmUp);
  const rows: Row[] = [];
  for (const connections of connectionsOf(call)) {
    // The cost of logging is visible enough under load.
    const some = contestants.slice(0, connections === 1 ? 2 : undefined);
    const [floor, ...others] = await compare(some, connections, seconds);
    if (!floor) throw new Error('There is nothing to compare with');
    for (const { one, rounds } of others) {
      const { limit, name } = call;
      const [service, raw] = [median(rounds), median(floor.rounds)];
      rows.push({ call: name, connections, log: one.target.name, floor: raw, service, limit });
      console.log(`  ${summary(rows.at(-1) as Row)}`);
    }
  }
  return rows;
}

/** The baseline comes first. */
function contestantsFor({ targets }: BenchSetup, { name, asAgentOf, isThorough }: BenchCall): Contestant[] {
  const [raw, ...services] = targets;
  const [service] = services;
  if (!raw || !service) throw new Error('There is nothing to compare');
  if (asAgentOf) return [asAgentOf, name].map((call) => ({ target: service, call }));
  return [raw, ...(isThorough ? services : [service])].map((target) => ({ target, call: name }));
}

function summary({ call, connections, log, floor, service }: Row): string {
  const [own, max] = [service, floor].map(({ perSecond }) => perSecond.toFixed(0));
  return `${call}, ${connections} connections, log ${log}: ${own} of ${max} requests/s`;
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
