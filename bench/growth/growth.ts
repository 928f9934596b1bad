import pg from 'pg';
import { type Environment, readConfig } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import { createAccount } from '../../test/support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../test/support/console-client.ts';
import { OPERATOR_TOKEN } from '../../test/support/databases.ts';
import { markdownTable } from '../report.ts';
import { type BenchDatabase, SECRET, startServer } from '../services.ts';
import { GROWTH_CALLS, type GrowthCall } from './calls.ts';
import { fillGrowth, type GrowthBooks } from './fill.ts';
import { sendCall, titleOf } from './send-call.ts';
import { timeStatements } from './statement-times.ts';

/** The dates of the calls are those of the books. */
const GROWTH_DAY = new Date('2026-03-17T12:00:00Z');

/** A column of the table: one account with so many invoices, beside so many other accounts. */
export interface BookSize {
  invoices: number;
  accounts: number;
}

interface GrowthTimes {
  best: number;
  median: number;
}

/** The first run of a statement plans it, and the first five plan it for their values. */
const RUNS = 8;
/** A call that is slower than this is measured once. */
const SLOW_MS = 3000;

/** Measures every call in books of every size, and answers the table. */
export async function measureGrowth(
  sizes: readonly BookSize[],
  report: (line: string) => void,
  calls = GROWTH_CALLS,
): Promise<string> {
  const server = await startServer();
  try {
    const columns: GrowthTimes[][] = [];
    for (const size of sizes) columns.push(await measureSize(server, size, report, calls));
    return growthTable(sizes, calls, columns);
  } finally {
    await server.close();
  }
}

async function measureSize(
  server: BenchDatabase,
  size: BookSize,
  report: (line: string) => void,
  calls: readonly GrowthCall[],
): Promise<GrowthTimes[]> {
  const since = performance.now();
  const database = `growth_${size.invoices}_${size.accounts}`;
  const admin = new pg.Client({ connectionString: server.env('admin').DATABASE_URL });
  await admin.connect();
  try {
    await admin.query(`create database ${database}`);
    const url = new URL(String(server.env('first').DATABASE_URL));
    url.pathname = database;
    const times = await withFilledBooks({ DATABASE_URL: url.href }, size, async (books, person) => {
      report(`${describeSize(size)}: filled after ${((performance.now() - since) / 1000).toFixed(0)} s`);
      const all: GrowthTimes[] = [];
      for (const call of calls) {
        all.push(await measureCall(call, books, person));
        report(`  ${titleOf(call)}: ${all.at(-1)?.best.toFixed(1)} ms`);
      }
      return all;
    });
    await admin.query(`drop database ${database} with (force)`);
    return times;
  } finally {
    await admin.end();
  }
}

async function withFilledBooks<T>(
  env: Environment,
  { invoices, accounts }: BookSize,
  use: (books: GrowthBooks, person: ConsoleClient) => Promise<T>,
): Promise<T> {
  const config = readConfig({
    ...{
      ...env,
      KVITT_SECRET: SECRET,
      PORT: '0',
      KVITT_POOL: '1',
      KVITT_LOG_LEVEL: 'silent',
      KVITT_JOBS: 'off',
    },
    ...{ KVITT_RATE_LIMIT: 'off', KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN, KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' },
  });
  const service = await startService(config, { clock: () => GROWTH_DAY });
  try {
    const seller = await createAccount(service.address, { username: 'growth' });
    const books = await fillGrowth(service.engine, seller, { invoices, accounts });
    return await use(books, await signInToConsole(seller));
  } finally {
    await service.stop();
  }
}

async function measureCall(
  call: GrowthCall,
  books: GrowthBooks,
  person: ConsoleClient,
): Promise<GrowthTimes> {
  const times: number[] = [];
  while (times.length < RUNS && (times.at(-1) ?? 0) < SLOW_MS)
    times.push(await timeStatements(() => sendCall(call, books, person)));
  times.sort((a, b) => a - b);
  return { best: times[0] ?? Number.NaN, median: times[Math.floor(times.length / 2)] ?? Number.NaN };
}

function growthTable(
  sizes: readonly BookSize[],
  calls: readonly GrowthCall[],
  columns: readonly (readonly GrowthTimes[])[],
): string {
  const cells = calls.map((call, n) => [titleOf(call), ...columns.map((column) => toCell(column[n]))]);
  return markdownTable(['call', ...sizes.map(describeSize)], cells);
}

function toCell(times: GrowthTimes | undefined): string {
  const digits = (ms: number) => ms.toFixed(ms < 10 ? 1 : 0);
  return times ? `${digits(times.best)} (${digits(times.median)})` : '–';
}

function describeSize({ invoices, accounts }: BookSize): string {
  const beside = accounts > 0 ? ` beside ${accounts.toLocaleString('en')} accounts` : '';
  return `${invoices.toLocaleString('en')} invoices${beside}`;
}
