import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { provideChromium } from './support/browser.ts';
import { type PostgresServer, startPostgres } from './support/postgres-server.ts';
import { type FileResult, runFile } from './support/run-file.ts';

const USAGE = 'npm test [-- [--no-checks] [part of a file name …]]';
const FILES_AT_ONCE = 2;
/** Ends a file that hangs. The longest takes a minute and a half where nobody else works, and several times that elsewhere. */
const FILE_LIMIT_MS = Number(process.env.KVITT_TEST_FILE_LIMIT_MS ?? 600_000);
const strict = process.env.CI === 'true';

const startedAt = performance.now();
let passed = 0;
const failed: string[] = [];
const leftOut: string[] = [];

process.chdir(resolve(import.meta.dirname, '..'));
const args = process.argv.slice(2);
const filters = args.filter((arg) => !arg.startsWith('-'));
if (args.some((arg) => arg.startsWith('-') && arg !== '--no-checks')) {
  console.error(`usage: ${USAGE}`);
  process.exit(1);
}

if (!args.includes('--no-checks')) {
  await check('type check', 'tsc', ['-p', '.']);
  await check('type check of the console', 'tsc', ['-p', 'console']);
  await check('lint and format', 'biome', ['ci', '--colors=off']);
}
const files = globSync('test/**/*.test.ts')
  .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)))
  .sort();
const ran = passed + failed.length;
if (files.length > 0) {
  offerBrowser();
  const postgres = await offerPostgres();
  shareDirectory();
  await runAll([...files]);
  await postgres?.stop();
}
close();

/** Runs a tool of node_modules; it counts as one test. */
async function check(title: string, tool: string, toolArgs: string[]): Promise<void> {
  const since = performance.now();
  const child = spawn(join('node_modules', '.bin', tool), toolArgs, { stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Tests that need a server find it by this variable, and leave themselves out where it is missing. */
async function offerPostgres(): Promise<PostgresServer | undefined> {
  const since = performance.now();
  try {
    const postgres = await startPostgres({ fsync: false });
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

/** Tests that need a browser look for it themselves; here it is had, or its absence said aloud. */
function offerBrowser(): void {
  const since = performance.now();
  if (!files.some((file) => readFileSync(file, 'utf8').includes('support/browser.ts'))) return;
  const found = provideChromium();
  report('Chromium', found ? 'ok' : 'MISSING', since);
  if (!found)
    console.log(
      '\n*** Nothing is tested in a browser: install Chromium, or name it by KVITT_TEST_CHROMIUM\n',
    );
}

/** What the files of a run make once for each other: an embedded database, and the compiled form of all sources. */
function shareDirectory(): void {
  const shared = mkdtempSync(join(tmpdir(), 'kvitt-shared-'));
  process.env.KVITT_TEST_TEMPLATE_DIR = join(shared, 'template');
  process.env.NODE_COMPILE_CACHE = join(shared, 'compiled');
  process.once('exit', () => rmSync(shared, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

async function runAll(queue: string[]): Promise<void> {
  const work = async () => {
    for (let file = queue.shift(); file; file = queue.shift())
      show(await runFile(resolve(file), FILE_LIMIT_MS));
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
}

function show(result: FileResult): void {
  const counts = [`${result.passed} passed`];
  if (result.failures.length > 0) counts.push(`${result.failures.length} FAILED`);
  if (result.leftOut.length > 0) counts.push(`${result.leftOut.length} left out`);
  report(result.file, counts.join(', '), performance.now() - result.seconds * 1000);
  for (const { name, where, error } of result.failures)
    console.log(`\n  ✖ ${name}\n    ${where}\n${error.replace(/^/gm, '    ')}\n`);
  passed += result.passed;
  failed.push(...result.failures.map(({ name, where }) => `${name} (${where})`));
  leftOut.push(...result.leftOut.map((name) => `${name} (${result.file})`));
}

function close(): never {
  if (leftOut.length > 0) {
    console.log(`\n*** Left out${strict ? ', which is a failure here' : ''}:`);
    for (const name of leftOut) console.log(`  ${name}`);
    if (strict) failed.push(...leftOut);
  }
  const nothingRan = passed + failed.length === ran;
  if (nothingRan) console.log(`\n*** No test ran. Usage: ${USAGE}`);
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`);
  report('\ntotal', `${files.length} files`, startedAt);
  console.log(`${passed} passed, ${failed.length} failed`);
  // A test process that ignores being stopped must not keep the run from ending.
  process.exit(failed.length > 0 || nothingRan ? 1 : 0);
}

function report(title: string, outcome: string, since: number): void {
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(`${title.padEnd(60)} ${outcome.padEnd(20)} ${seconds.padStart(6)} s`);
}
