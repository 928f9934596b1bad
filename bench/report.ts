import { closeSync, fdatasyncSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Figures } from './measure.ts';

/** The figures of a round, with CPU time per request in microseconds. */
export interface Measured extends Figures {
  serviceCpu: number;
  databaseCpu: number;
  /** The fraction of the machine that was busy with other work. */
  otherLoad: number;
}

export interface Row {
  call: string;
  connections: number;
  log: string;
  /** The baseline: the statements alone, or the same call through another surface. */
  floor: Measured;
  service: Measured;
  /** Maximum duration as a multiple of the baseline. */
  limit: number;
}

/** The median of every figure over the rounds. */
export function median(rounds: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => middle(rounds.map((round) => round[key]));
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    clientCpu: of('clientCpu'),
    serviceCpu: of('serviceCpu'),
    databaseCpu: of('databaseCpu'),
    otherLoad: of('otherLoad'),
  };
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Other load on the machine makes every figure worse, but not equally. */
export function caution(rows: readonly (Row | SingleRow)[]): string {
  const disturbed = rows.filter((row) => otherLoad(row) > 0.05).length;
  return disturbed === 0
    ? 'The machine had nothing else to do.'
    : `The machine had other work too in ${disturbed} of ${rows.length} rows: measure again when it is quiet.`;
}

/** Whether all calls stay within their limits. */
export function verdict(rows: readonly Row[]): string {
  const overLimit = rows.filter((row) => slowdown(row) > row.limit);
  if (overLimit.length === 0) return 'Every call keeps its limit.';
  const named = overLimit.map((row) => `${row.call} (${slowdown(row).toFixed(1)} of ${row.limit} times)`);
  return `Beyond their limit: ${named.join(', ')}.`;
}

function slowdown({ floor, service }: Row): number {
  return floor.perSecond / service.perSecond;
}

function otherLoad({ floor, service }: { floor?: Measured; service: Measured }): number {
  return Math.max(floor?.otherLoad ?? 0, service.otherLoad);
}

/** Names of the two sides of a table. */
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
      percent(otherLoad(row)),
    ];
  });
  return markdownTable(headings(sides), cells);
}

/** A call that is measured by itself, because its statements are not always the same. */
export interface SingleRow {
  call: string;
  connections: number;
  service: Measured;
}

export function singleTable(rows: readonly SingleRow[]): string {
  const heads = [
    'call',
    'connections',
    'service/s',
    'p50 ms',
    'p99 ms',
    'CPU µs: client + service + database',
  ];
  const cells = rows.map(({ call, connections, service }) => [
    call,
    String(connections),
    ...speeds(service),
    processorTime(service),
    percent(service.otherLoad),
  ]);
  return markdownTable([...heads, 'other work'], cells);
}

/** The rounds of the same call at another commit and here; none where a commit does not have the call. */
export interface ComparedRow {
  call: string;
  connections: number;
  other: readonly Measured[];
  own: readonly Measured[];
}

/**
 * Ratios above 1 in the first, and below 1 in the two others, are a gain. A ratio is the median over pairs of neighbouring
 * rounds: it holds still on a machine whose speed changes from second to second, which the two medians beside it do not.
 */
export function comparedTable(commit: string, rows: readonly ComparedRow[]): string {
  const figures = ['perSecond', 'serviceCpu', 'databaseCpu'] as const;
  const heads = ['calls/s', 'service µs', 'database µs'].flatMap((name) => [
    `${name}: ${commit}`,
    'here',
    '÷',
  ]);
  const cells = rows.map(({ call, connections, other, own }) => {
    const sides = [other, own].map((rounds) => (rounds.length === 0 ? null : median(rounds)));
    return [
      call,
      String(connections),
      ...figures.flatMap((figure) => {
        const ratio = middle(own.flatMap((round, n) => (other[n] ? [round[figure] / other[n][figure]] : [])));
        return [
          ...sides.map((side) => (side ? rounded(side[figure]) : '–')),
          Number.isNaN(ratio) ? '–' : ratio.toFixed(2),
        ];
      }),
      percent(Math.max(...sides.map((side) => side?.otherLoad ?? 0))),
    ];
  });
  return markdownTable(['call', 'connections', ...heads, 'other work'], cells);
}

/** A Markdown table that is also readable as text. */
export function markdownTable(heads: readonly string[], cells: readonly (readonly string[])[]): string {
  const widths = heads.map((heading, n) =>
    Math.max(heading.length, ...cells.map((row) => row[n]?.length ?? 0)),
  );
  const line = (row: readonly string[]) => {
    return `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`;
  };
  const rule = widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), `| ${rule.join(' | ')} |`, ...cells.map(line)].join('\n');
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function rounded(figure: number): string {
  return Math.round(figure).toLocaleString('en');
}

function speeds({ perSecond, p50, p99 }: Figures): string[] {
  return [rounded(perSecond), p50.toFixed(2), p99.toFixed(2)];
}

/** The service or database is omitted where it has no CPU time of its own. */
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

/** Lower bound for the duration of a commit. */
function syncMicroseconds(): number {
  const file = join(tmpdir(), `kvitt-bench-sync-${process.pid}`);
  const handle = openSync(file, 'w');
  const page = Buffer.alloc(8192);
  const durations = Array.from({ length: 101 }, () => {
    const since = performance.now();
    writeSync(handle, page, 0, page.length, 0);
    fdatasyncSync(handle);
    return performance.now() - since;
  });
  closeSync(handle);
  rmSync(file);
  return Math.round((durations.sort((a, b) => a - b)[50] ?? 0) * 1000);
}

/** Replaces the text between the two markers with this name. */
export function replaceSection(page: string, name: string, result: string): void {
  const [first, last] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const text = readFileSync(page, 'utf8');
  const [begin, end] = [text.indexOf(first), text.indexOf(last)];
  if (begin < 0 || end < begin) throw new Error(`${page} has no place for the result`);
  writeFileSync(page, `${text.slice(0, begin + first.length)}\n${result}\n${text.slice(end)}`);
}
