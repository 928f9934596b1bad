import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CALLS } from './calls.ts';
import { compare, ROUNDS } from './compare.ts';
import { caution, machine, type Row, table, writeInto } from './report.ts';
import { CONNECTIONS, DATABASES, type DatabaseKind, setStage } from './stage.ts';

/** The engine compiles what runs often: the service needs some 15,000 requests until no more of it changes. */
const WARM_UP_SECONDS = { raw: 1, service: 7 };
const PAGE = 'docs/performance.md';
/** The embedded database takes several times as long to fill. */
const INVOICES: Record<DatabaseKind, number> = { postgres: 100_000, embedded: 50_000 };
const LEVELS: Record<DatabaseKind, string> = { postgres: 'warn,info', embedded: 'warn' };

const USAGE = `npm run bench -- [options]
  --only CALL          ${CALLS.map(({ name }) => name).join(', ')}
  --database KIND      ${DATABASES.join(', ')}
  --connections N      ${CONNECTIONS} or 1
  --seconds S          how long each figure is measured, in ${ROUNDS} rounds; 3 unless told
  --invoices N         how many there are before: ${INVOICES.postgres} on PostgreSQL and ${INVOICES.embedded} on the embedded unless told
  --log LEVELS         of the service: ${LEVELS.postgres} on PostgreSQL and ${LEVELS.embedded} on the embedded unless told
  --profile DIRECTORY  leaves CPU profiles of the service there, for the tools of a browser
  --write              puts the result into ${PAGE}`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    database: { type: 'string' },
    connections: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    invoices: { type: 'string' },
    log: { type: 'string' },
    profile: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const calls = CALLS.filter(({ name }) => (options.only ?? name) === name);
const kinds = DATABASES.filter((kind) => (options.database ?? kind) === kind);
const loads = [CONNECTIONS, 1].filter((load) => (options.connections ?? String(load)) === String(load));
const seconds = Number(options.seconds);
if (
  options.help ||
  calls.length * kinds.length * loads.length === 0 ||
  !(seconds > 0 && Number(options.invoices ?? 1) > 0)
) {
  console.log(USAGE);
  process.exit(options.help ? 0 : 2);
}

// What is to be tidied up is tidied up on the way out.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const startedAt = performance.now();
const result = [`${new Date().toISOString().slice(0, 10)}: ${machine()}.`];
for (const kind of kinds) result.push(...(await bench(kind)));
console.log(`\n${result.join('\n\n')}\n\nThe run took ${secondsSince(startedAt)} s.`);
if (options.write) writeInto(resolve(import.meta.dirname, '..', PAGE), `\n${result.join('\n\n')}\n`);

async function bench(kind: DatabaseKind): Promise<[heading: string, table: string]> {
  const since = performance.now();
  const invoices = Number(options.invoices ?? INVOICES[kind]);
  const logLevels = (options.log ?? LEVELS[kind]).split(',');
  const nodeOptions = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : [];
  const stage = await setStage(kind, calls, invoices, { logLevels, nodeOptions });
  try {
    const title = `**${stage.title}**, ${invoices.toLocaleString('en')} invoices of 3 lines`;
    console.log(`${title}, ready after ${secondsSince(since)} s`);
    const rows: Row[] = [];
    for (const { name } of calls) {
      for (const { name: target, driver } of stage.targets) {
        const long = WARM_UP_SECONDS[target === 'raw' ? 'raw' : 'service'];
        await driver.run({ call: name, connections: CONNECTIONS, leadMs: 0, seconds: long });
      }
      for (const connections of loads) {
        // How much the log costs is seen well enough under load.
        const targets = stage.targets.slice(0, connections === 1 ? 2 : undefined);
        const compared = await compare({ ...stage, targets }, name, connections, seconds);
        rows.push(...compared);
        for (const row of compared) console.log(`  ${summary(row)}`);
      }
    }
    return [`${title}. ${caution(rows)}`, table(rows)];
  } finally {
    await stage.close();
  }
}

function summary({ call, connections, log, raw, service }: Row): string {
  const [own, floor] = [service, raw].map(({ perSecond }) => perSecond.toFixed(0));
  return `${call}, ${connections} connections, log ${log}: ${own} of ${floor} requests/s`;
}

function secondsSince(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
