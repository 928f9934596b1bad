import { execFileSync, fork, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { buildConsole } from '../src/commands/build-console.ts';
import { provideChromium } from './support/browser.ts';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';
import { affectedTests } from './support/runner/affected-tests.ts';
import { EMBEDDED_FILES } from './support/runner/embedded-files.ts';
import type { FileResult } from './support/runner/file-result.ts';
import type { Answer, Order } from './support/runner/prove-statements.ts';
import { longestFirst, shardOf } from './support/runner/schedule.ts';
import { keepFilesInMemory } from './support/runner/temporary-files.ts';
import { WORKER_FLAGS } from './support/runner/worker-flags.ts';
import { runFiles } from './support/runner/worker-pool.ts';
import { readTree } from './support/tree.ts';

const USAGE =
  'npm test [-- [--no-checks] [--changed] [--postgres] [--all] [--shard i/n] [part of a file name …]]';
/** Ends a file that hangs. The longest takes a minute where nobody else works, and several times that elsewhere. */
const FILE_LIMIT_MS = Number(process.env.KVITT_TEST_FILE_LIMIT_MS ?? 600_000);
/** They take about as long as planning the statements of all the others. */
const LAST_FILES = 40;
/** Processor time of the tests of a change: less than a minute on two cores. */
const CHANGED_SECONDS = 50;
/**
 * A plan with parallel workers starts processes that live for milliseconds. The planner takes the small tables of a test, which
 * nobody has analyzed, for larger ones, and starts workers for a statement over many of them.
 */
const SERVER_SETTINGS = { max_parallel_workers_per_gather: '0' };
const strict = process.env.CI === 'true';

const startedAt = performance.now();
let passed = 0;
const failed: string[] = [];
const leftOut: string[] = [];
const distinct = new Set<string>();

process.chdir(resolve(import.meta.dirname, '..'));
const { checks, all, postgresOnly, changed, shard, filters } = readArguments();
const files = selectFiles();
/** Only a complete run may leave the embedded database out of a file, because it plans all statements there at its end. */
const isComplete = filters.length === 0 && !shard && !all && !postgresOnly && !changed;

keepFilesInMemory();
const checking = checks ? runChecks() : Promise.resolve();
if (files.length > 0) {
  await offerBrowser();
  const postgres = await offerPostgres();
  moveClock();
  const shared = shareDirectory();
  if (postgres && filters.length === 0) await warmUp();
  await runAll(shared);
  if (postgres) reportDeadlocks(postgres);
  await postgres?.stop();
}
await checking;
close();

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        'no-checks': { type: 'boolean', default: false },
        all: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        postgres: { type: 'boolean', default: false },
        shard: { type: 'string' },
      },
    });
    const [, index, total] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(values.shard ?? '1/1') ?? [];
    if (!index || !total || Number(index) > Number(total)) throw new Error('--shard must be like 1/2');
    const shard = values.shard ? { index: Number(index), total: Number(total) } : null;
    return {
      checks: !values['no-checks'],
      all: values.all,
      // A narrow run is for the moment of writing; a complete one proves both databases.
      postgresOnly: values.postgres || values.changed,
      changed: values.changed,
      shard,
      filters: positionals,
    };
  } catch (error) {
    console.error(`${(error as Error).message}\nusage: ${USAGE}`);
    process.exit(1);
  }
}

function selectFiles(): string[] {
  const found = globSync('test/**/*.test.ts').filter(
    (file) => filters.length === 0 || filters.some((part) => file.includes(part)),
  );
  if (changed) return selectChanged(found);
  return shard ? shardOf(found, shard.index, shard.total) : longestFirst(found);
}

/** What was changed since the branch left `main`, and what was not committed. */
function changedPaths(): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  const isOnMain = git('branch', '--show-current') === 'main';
  const base = isOnMain ? 'HEAD' : git('merge-base', 'main', 'HEAD');
  return [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')].flatMap(
    (text) => text.split('\n').filter(Boolean),
  );
}

function selectChanged(found: readonly string[]): string[] {
  const paths = changedPaths();
  const tree = readTree('src/**/*.ts', 'console/src/**/*.{ts,tsx}', 'sdk/**/*.ts', 'test/**/*.ts');
  const affected = affectedTests(tree, paths, CHANGED_SECONDS);
  const chosen = affected.files.filter((file) => found.includes(file));
  console.log(`${paths.length} changed files reach ${chosen.length + affected.leftOut.length} test files`);
  if (affected.leftOut.length > 0)
    console.log(
      `*** ${affected.leftOut.length} of them are left out, the farthest first; npm test runs them all`,
    );
  return longestFirst(chosen);
}

/** The checks run beside the first tests. */
async function runChecks(): Promise<void> {
  // Threads of one type check repeat most of each other's work. With enough memory the compiler collects no garbage, which
  // takes a quarter of its time otherwise.
  const env = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
  const checkTypes = (title: string, project: string) =>
    check(title, 'tsc', ['-p', project, '--singleThreaded', ...sinceLastTime(project)], env);
  await Promise.all([checkTypes('type check', '.'), checkTypes('type check of the console', 'console')]);
  await check('lint and format', 'biome', ['ci', '--colors=off']);
  await check('dead exports', 'knip', []);
  await check('dead exports of the product', 'knip', ['--production', '--config', 'knip.production.json']);
}

/** A run of a few files checks what has changed since the last such run, and what depends on it. A complete one trusts no earlier run. */
function sinceLastTime(project: string): string[] {
  const isNarrow = changed || filters.length > 0;
  const file = resolve(
    `node_modules/.cache/kvitt-types-${project === '.' ? 'service' : project}.tsbuildinfo`,
  );
  return isNarrow ? ['--incremental', '--tsBuildInfoFile', file] : [];
}

/** Runs a tool of node_modules; it counts as one test. */
async function check(
  title: string,
  tool: string,
  toolArgs: string[],
  env: Record<string, string> = {},
): Promise<void> {
  const since = performance.now();
  const child = spawn(join('node_modules', '.bin', tool), toolArgs, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => {
    child.once('error', () => done(null)).once('close', done);
  });
  const output = await Promise.all([text(child.stdout), text(child.stderr)]);
  const ok = (await ended) === 0;
  report(title, ok ? 'ok' : 'FAILED', since);
  if (ok) passed++;
  else {
    failed.push(title);
    console.log(output.join('').trim() || `${tool} could not be started`);
  }
}

/** Tests that need a server find it by this variable, and fail where it is missing. */
async function offerPostgres(): Promise<PostgresServer | undefined> {
  const since = performance.now();
  try {
    const postgres = await startPostgres({ fsync: false, settings: SERVER_SETTINGS });
    process.env.KVITT_TEST_DATABASE_URL = postgres.url();
    report(`PostgreSQL ${postgres.version}`, 'ok', since);
    return postgres;
  } catch (error) {
    delete process.env.KVITT_TEST_DATABASE_URL;
    report('PostgreSQL', 'MISSING', since);
    console.log(`\n*** Nothing is tested on a PostgreSQL server: ${error}\n`);
    if (strict) failed.push('PostgreSQL could not be started');
    return undefined;
  }
}

/** A deadlock is retried, so no test fails by it; but each costs a second, and under load the retries run out. */
function reportDeadlocks(postgres: PostgresServer): void {
  const found = postgres.deadlocks();
  if (found.length === 0) return;
  console.log(`\n*** Transactions that lock in different orders:\n\n${found.join('\n')}`);
  failed.push(`no deadlocks: the PostgreSQL server has resolved ${found.length}`);
}

/** Tests that need a browser look for it themselves; here it is installed, or its absence is reported. */
async function offerBrowser(): Promise<void> {
  const needsBrowser = (file: string) => /support\/(browser|desk)\.ts/.test(readFileSync(file, 'utf8'));
  if (!files.some(needsBrowser)) return;
  let since = performance.now();
  const found = provideChromium();
  report('Chromium', found ? 'ok' : 'MISSING', since);
  if (!found)
    console.log(
      '\n*** Nothing is tested in a browser: install Chromium, or name it by KVITT_TEST_CHROMIUM\n',
    );
  since = performance.now();
  report('build of the console', `ok, ${await buildConsole()}`, since);
}

/** The clock of the tests may be set; see support/runner/moved-clock.ts. */
function moveClock(): void {
  const moment = process.env.KVITT_TEST_NOW;
  if (moment) process.env.KVITT_TEST_AHEAD_MS = String(Date.parse(moment) - Date.now());
}

/**
 * What the processes of a run share: an embedded database as a template, and the compiled form of all sources. That one stays
 * for later runs, since compiling what has not changed is half of the work of a run of a few files; Node compares the sources.
 */
function shareDirectory(): string {
  const shared = mkdtempSync(join(tmpdir(), 'kvitt-shared-'));
  process.env.KVITT_TEST_TEMPLATE_DIR = join(shared, 'template');
  process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/kvitt-test-compiled');
  process.once('exit', () => rmSync(shared, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return shared;
}

/** Templates of the databases, and a bundle of the product; a run of a few files is quicker without. */
async function warmUp(): Promise<void> {
  const bundle = mkdtempSync(join('node_modules', '.kvitt-test-'));
  process.once('exit', () => rmSync(bundle, { recursive: true, force: true }));
  process.env.KVITT_TEST_BUNDLE = resolve(bundle);
  await check('databases and nodes', 'node', [...WORKER_FLAGS, 'test/support/runner/warm-up.ts']);
}

async function runAll(shared: string): Promise<void> {
  const tasks = files.map((file, n) => ({
    file,
    databases:
      postgresOnly || (isComplete && !EMBEDDED_FILES.some((one) => one.test(file))) ? 'postgres' : 'both',
    statements: join(shared, `statements-${n}`),
  })) satisfies Parameters<typeof runFiles>[0];
  const nearEnd = Promise.withResolvers<void>();
  const proof = isComplete ? nearEnd.promise.then(() => prove(tasks, ran)) : null;
  let left = tasks.length;
  const ran = runFiles(tasks, {
    limitMs: FILE_LIMIT_MS,
    show(result) {
      show(result);
      if (--left === LAST_FILES) nearEnd.resolve();
    },
  });
  await ran;
  nearEnd.resolve();
  await proof;
}

/** Plans the statements of most files while the last ones run, so that no core is idle, and then those of the last ones. */
async function prove(tasks: Parameters<typeof runFiles>[0], ran: Promise<void>): Promise<void> {
  const since = performance.now();
  const prover = fork('test/support/runner/prove-statements.ts', { execArgv: [...WORKER_FLAGS] });
  const answer = new Promise<Answer>((done) => {
    prover.once('message', (found: Answer) => done(found));
    prover.once('exit', (code) => done([`the proof of all statements ended with exit code ${code}`]));
  });
  prover.send(tasks.map(({ file, statements }) => ({ file, statements })) satisfies Order);
  await ran;
  if (prover.connected) prover.send('ran' satisfies Order);
  const found = await answer;
  report('every statement on both databases', found.length === 0 ? 'ok' : 'FAILED', since);
  if (found.length === 0) passed++;
  failed.push(...found);
}

function show(result: FileResult): void {
  const counts = [`${result.passed.length} passed`];
  if (result.failures.length > 0) counts.push(`${result.failures.length} FAILED`);
  if (result.leftOut.length > 0) counts.push(`${result.leftOut.length} left out`);
  const outcome = `${counts.join(', ').padEnd(20)} ${result.cpuSeconds.toFixed(1).padStart(6)} s CPU`;
  report(result.file, outcome, performance.now() - result.seconds * 1000);
  for (const { name, where, error } of result.failures)
    console.log(`\n  ✖ ${name}\n    ${where}\n${error.replace(/^/gm, '    ')}\n`);
  passed += result.passed.length;
  for (const name of result.passed)
    distinct.add(`${result.file} ${name.replace(/ \((embedded|postgres)\)/, '')}`);
  failed.push(...result.failures.map(({ name, where, error }) => `${name} (${where})${summary(error)}`));
  leftOut.push(...result.leftOut.map((name) => `${name} (${result.file})`));
}

/** The first lines of an error. The list of failures repeats them, since the end of a log is what people keep and read. */
function summary(error: string): string {
  return error
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 5)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('');
}

function close(): never {
  if (leftOut.length > 0) {
    console.log(`\n*** Left out${strict ? ', which is a failure here' : ''}:`);
    for (const name of leftOut) console.log(`  ${name}`);
    if (strict) failed.push(...leftOut);
  }
  const nothingRan = files.length === 0;
  if (nothingRan) console.log(`\n*** No test ran. Usage: ${USAGE}`);
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`);
  report('\ntotal', `${files.length} files, ${distinct.size} distinct tests`, startedAt);
  console.log(`${passed} passed, ${failed.length} failed`);
  // A test process that ignores being stopped must not keep the run from ending.
  process.exit(failed.length > 0 || nothingRan ? 1 : 0);
}

function report(title: string, outcome: string, since: number): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${title.padEnd(60)} ${outcome.padEnd(20)} ${seconds.padStart(6)} s`);
}
