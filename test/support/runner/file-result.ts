import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

type Failure = { name: string; where: string; error: string };
export type FileResult = {
  file: string;
  /** Names of the test cases that passed, with their suites. */
  passed: string[];
  failures: Failure[];
  /** Names of the tests that skipped themselves. */
  leftOut: string[];
  seconds: number;
  /** Processor time of the worker, its nodes included; not that of a server, a browser or nodes in other processes. */
  cpuSeconds: number;
};

/** What the worker process sends of an event of node:test; errors as text, because they do not survive a pipe. */
export type FileEvent =
  | TestEnd
  | { type: 'begin' | 'complete'; name: string }
  | { type: 'start'; name: string; nesting: number }
  | { type: 'print'; text: string }
  | { type: 'leak'; left: string }
  | { type: 'end'; success: boolean };

interface TestEnd {
  type: 'pass' | 'fail';
  name: string;
  nesting: number;
  isSuite: boolean;
  isLeftOut: boolean;
  line?: number;
  error?: string;
  /** The failure only repeats that of a test within. */
  isRepeated?: boolean;
}

/** node:test sums each file up by such diagnostics. */
const TOTALS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /;

export function toFileEvent({ type, data }: TestEvent): FileEvent | null {
  if (type === 'test:stdout' || type === 'test:stderr') return { type: 'print', text: data.message };
  if (type === 'test:diagnostic' && !TOTALS.test(data.message))
    return { type: 'print', text: `${data.message}\n` };
  if (type === 'test:dequeue') return { type: 'begin', name: data.name };
  if (type === 'test:complete') return { type: 'complete', name: data.name };
  if (type === 'test:start') return { type: 'start', name: data.name, nesting: data.nesting };
  if (type === 'test:summary') return { type: 'end', success: data.success };
  if (type !== 'test:pass' && type !== 'test:fail') return null;
  const { name, nesting, line, skip, todo, details } = data;
  const isSuite = details.type === 'suite';
  const same = { name, nesting, isSuite, isLeftOut: skip !== undefined || todo !== undefined };
  if (type === 'test:pass') return { type: 'pass', ...same };
  const isRepeated = (data.details.error as TestError).failureType === 'subtestsFailed';
  return { type: 'fail', ...same, isRepeated, error: describeError(data), ...(line && { line }) };
}

type TestError = Error & { failureType?: string };

function describeError(data: EventData.TestFail): string {
  const { cause, message } = data.details.error;
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : `${message} ${inspect(cause)}`;
  const text = cause.stack?.includes(cause.message) ? cause.stack : `${cause.message}\n${cause.stack}`;
  return text.replace(/\n +at (.*\()?(node:|<anonymous>).*/g, '').trimEnd();
}

const OUTPUT_LIMIT = 8_000;

/** Collects the events of one test file into its result. */
export class FileReport {
  readonly result: FileResult;
  readonly #names: string[] = [];
  readonly #running = new Set<string>();
  readonly #startedAt = performance.now();
  #output = '';
  #lastNesting = 0;

  constructor(file: string) {
    this.result = { file, passed: [], failures: [], leftOut: [], seconds: 0, cpuSeconds: 0 };
  }

  add(event: FileEvent): void {
    if (event.type === 'print') this.print(event.text);
    else if (event.type === 'begin') this.#running.add(event.name);
    else if (event.type === 'complete') this.#running.delete(event.name);
    else if (event.type === 'start') this.#names[event.nesting] = event.name;
    else if (event.type === 'end') this.#end(event.success);
    else if (event.type === 'leak') this.failAsWhole(`it has left ${event.left} open`);
    else this.#count(event as TestEnd);
  }

  print(text: string): void {
    this.#output = (this.#output + text).slice(-OUTPUT_LIMIT);
  }

  /** A failure that belongs to no test of the file: it crashed, hung, or holds nothing. */
  failAsWhole(error: string): void {
    const output = this.#output.trim() && `\n${this.#output.trim().replace(/^/gm, '  | ')}`;
    this.result.failures.push({
      name: 'the file as a whole',
      where: this.result.file,
      error: error + output,
    });
  }

  /** The tests that have begun and not ended. */
  get openTests(): string {
    return [...this.#running].join(', ') || 'a timer, a socket, or a busy loop';
  }

  close(): FileResult {
    const { passed, failures, leftOut } = this.result;
    if (passed.length + failures.length + leftOut.length === 0) this.failAsWhole('it holds no test');
    this.result.seconds = (performance.now() - this.#startedAt) / 1000;
    return this.result;
  }

  #count(event: TestEnd): void {
    // Children are reported before their parent, so a step outwards means that this one only held others.
    const isParent = this.#lastNesting > event.nesting;
    this.#lastNesting = event.nesting;
    const name = this.#names.slice(0, event.nesting + 1).join(' › ');
    const { file, passed, failures, leftOut } = this.result;
    // node:test reports a file without a test as a test that has the file's name.
    if (event.type === 'pass' && event.name.endsWith(file)) return;
    if (event.isLeftOut) leftOut.push(name);
    else if (event.type === 'pass') passed.push(...(isParent || event.isSuite ? [] : [name]));
    else if (!event.isRepeated)
      failures.push({ name, where: `${file}:${event.line ?? 1}`, error: event.error ?? '' });
  }

  #end(success: boolean): void {
    if (!success && this.result.failures.length === 0)
      this.failAsWhole('something failed outside of its tests');
  }
}
