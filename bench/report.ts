import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Figures } from './measure.ts';

/** Besides the figures: what each request cost in processor time, in microseconds. */
export interface Measured extends Figures {
  serviceCpu: number;
  databaseCpu: number;
  /** The share of the machine that was busy with something else. */
  elsewhere: number;
}

export interface Row {
  call: string;
  connections: number;
  log: string;
  /** What it is measured against: the statements alone, or the same call by another way in. */
  floor: Measured;
  service: Measured;
  /** How many times as long as the floor it may take. */
  limit: number;
}

/** Of every figure the median over the rounds. */
export function median(rounds: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => {
    const sorted = rounds.map((round) => round[key]).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    clientCpu: of('clientCpu'),
    serviceCpu: of('serviceCpu'),
    databaseCpu: of('databaseCpu'),
    elsewhere: of('elsewhere'),
  };
}

/** A machine with other work to do makes every figure worse, and not all of them alike. */
export function caution(rows: readonly Row[]): string {
  const disturbed = rows.filter((row) => elsewhere(row) > 0.05).length;
  return disturbed === 0
    ? 'The machine had nothing else to do.'
    : `The machine had other work too in ${disturbed} of ${rows.length} rows: measure again when it is quiet.`;
}

/** Whether calls take no longer than they may. */
export function verdict(rows: readonly Row[]): string {
  const beyond = rows.filter((row) => timesFloor(row) > row.limit);
  if (beyond.length === 0) return 'Every call keeps its limit.';
  const named = beyond.map((row) => `${row.call} (${timesFloor(row).toFixed(1)} of ${row.limit} times)`);
  return `Beyond their limit: ${named.join(', ')}.`;
}

function timesFloor({ floor, service }: Row): number {
  return floor.perSecond / service.perSecond;
}

function elsewhere({ floor, service }: Row): number {
  return Math.max(floor.elsewhere, service.elsewhere);
}

/** How the two sides of a table are called. */
interface Sides {
  floor: string;
  own: string;
}

function headings({ floor, own }: Sides): string[] {
  const floorCpu = floor === 'raw' ? 'client + database' : 'client + service + database';
  return [
    'call',
    'connections',
    'log',
    `${floor}/s`,
    'p50 ms',
    'p99 ms',
    `${own}/s`,
    'p50 ms',
    'p99 ms',
    `${own} ÷ ${floor}`,
    `${floor} CPU µs: ${floorCpu}`,
    `${own} CPU µs: client + service + database`,
    'other work',
  ];
}

/** A Markdown table that can be read as it stands. */
export function table(rows: readonly Row[], sides: Sides): string {
  const cells = rows.map((row) => {
    const { call, connections, log, floor, service } = row;
    return [
      call,
      String(connections),
      log,
      ...speeds(floor),
      ...speeds(service),
      (service.perSecond / floor.perSecond).toFixed(2),
      processorTime(floor),
      processorTime(service),
      `${Math.round(elsewhere(row) * 100)} %`,
    ];
  });
  const heads = headings(sides);
  const widths = heads.map((heading, n) =>
    Math.max(heading.length, ...cells.map((row) => row[n]?.length ?? 0)),
  );
  const line = (row: readonly string[]) => {
    return `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`;
  };
  const rule = widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

function speeds({ perSecond, p50, p99 }: Figures): string[] {
  return [Math.round(perSecond).toLocaleString('en'), p50.toFixed(2), p99.toFixed(2)];
}

/** Where there is no service, or the database is a part of it, nothing is counted for it. */
function processorTime({ clientCpu, serviceCpu, databaseCpu }: Measured): string {
  const parts = [clientCpu, ...(serviceCpu > 0 ? [serviceCpu] : []), databaseCpu];
  return parts
    .filter((part) => !Number.isNaN(part))
    .map((part) => Math.round(part))
    .join(' + ');
}

export function machine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const processor = cpus()[0]?.model ?? process.arch;
  const sync = `${syncMicroseconds()} µs to sync 8 kB to disk`;
  return `${availableParallelism()} cores (${processor}), ${memory}, ${type()} ${release()}, Node.js ${process.versions.node}, ${sync}`;
}

/** What a commit can't be faster than. */
function syncMicroseconds(): number {
  const file = join(tmpdir(), `kvitt-bench-sync-${process.pid}`);
  const handle = openSync(file, 'w');
  const page = Buffer.alloc(8192);
  const took = Array.from({ length: 101 }, () => {
    const since = performance.now();
    writeSync(handle, page, 0, page.length, 0);
    fdatasyncSync(handle);
    return performance.now() - since;
  });
  closeSync(handle);
  rmSync(file);
  return Math.round((took.sort((a, b) => a - b)[50] ?? 0) * 1000);
}

/** Puts the result between the two marks of a page that have this name. */
export function writeInto(page: string, name: string, result: string): void {
  const [first, last] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`${page} has no place for the result`);
  writeFileSync(page, `${text.slice(0, begin + first.length)}\n${result}\n${text.slice(end)}`);
}
