import { relative } from 'node:path';
import type { EventData } from 'node:test';
import { run } from 'node:test';
import { inspect } from 'node:util';

export type Failure = { name: string; where: string; error: string };
export type FileResult = {
  file: string;
  passed: number;
  failures: Failure[];
  /** Names of the tests that skipped themselves. */
  leftOut: string[];
  seconds: number;
};

const OUTPUT_LIMIT = 8_000;

/**
 * Most files are over before an embedded database has earned back what optimising its code costs, which was
 * nearly half of their time. Where pictures are read it pays, and where time is measured it belongs to what is
 * measured. Nodes that tests start as processes of their own run as they do elsewhere.
 */
const PLAIN_WASM = '--liftoff-only';
const OPTIMISED = /^test\/(receipts|adapters\/reader|browser\/console-many)/;

/**
 * Runs one test file in a process of its own and counts its test cases.
 *
 * One `run()` for each file, because only its signal ends a file that hangs: its timeout fails the test
 * that waits, and then goes on waiting for the process.
 */
export async function runFile(path: string, limitMs: number): Promise<FileResult> {
  const file = relative(process.cwd(), path);
  const result: FileResult = { file, passed: 0, failures: [], leftOut: [], seconds: 0 };
  const names: string[] = [];
  const running = new Set<string>();
  let output = '';
  let lastNesting = 0;
  let ended = false;
  const startedAt = performance.now();
  const print = (text: string) => {
    output = (output + text).slice(-OUTPUT_LIMIT);
  };
  const failAsWhole = (error: string) =>
    result.failures.push({ name: 'the file as a whole', where: file, error: error + indent(output) });

  const execArgv = ['--import', import.meta.resolve('./follow-parent.ts')];
  if (!OPTIMISED.test(file)) execArgv.push(PLAIN_WASM);
  const signal = AbortSignal.timeout(limitMs);
  for await (const { type, data } of run({ files: [path], execArgv, signal })) {
    if (type === 'test:stdout' || type === 'test:stderr') print(data.message);
    if (type === 'test:diagnostic' && data.file) print(`${data.message}\n`);
    if (type === 'test:dequeue') running.add(data.name);
    if (type === 'test:complete') running.delete(data.name);
    if (type === 'test:start') names[data.nesting] = data.name;
    if (type === 'test:summary' && data.file) ended = true;
    if (type !== 'test:pass' && type !== 'test:fail') continue;

    // Children are reported before their parent, so a step outwards means that this one only held others.
    const isParent = lastNesting > data.nesting;
    lastNesting = data.nesting;
    if (data.name === path) {
      // Passing, it is a process that reported no test and no summary, which is told below.
      if (type === 'test:fail') failAsWhole(describeEnd(data, limitMs, running));
      ended ||= type === 'test:fail';
      continue;
    }
    const name = names.slice(0, data.nesting + 1).join(' › ');
    if (data.skip !== undefined || data.todo !== undefined) result.leftOut.push(name);
    else if (type === 'test:pass') result.passed += isParent || data.details.type === 'suite' ? 0 : 1;
    else if ((data.details.error as TestError).failureType !== 'subtestsFailed')
      result.failures.push({ name, where: `${file}:${data.line ?? 1}`, error: describeError(data) });
  }

  if (!ended) failAsWhole('it holds no test, or its process ended before its tests did');
  else if (result.passed + result.failures.length + result.leftOut.length === 0)
    failAsWhole('it holds no test');
  result.seconds = (performance.now() - startedAt) / 1000;
  return result;
}

type TestError = Error & { failureType?: string; exitCode?: number | null; signal?: string | null };

function describeEnd(data: EventData.TestFail, limitMs: number, running: Set<string>): string {
  const error = data.details.error as TestError;
  if (error.failureType === 'testAborted') {
    const open =
      [...running].filter((name) => name !== data.name).join(', ') || 'a timer, a socket, or a busy loop';
    return `stopped after ${limitMs / 1000} s, with this still open: ${open}`;
  }
  if (error.signal) return `its process was killed by ${error.signal}`;
  if (error.exitCode !== undefined) return `its process ended with exit code ${error.exitCode}`;
  return describeError(data);
}

function describeError(data: EventData.TestFail): string {
  const { cause, message } = data.details.error;
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : `${message} ${inspect(cause)}`;
  const text = cause.stack?.includes(cause.message) ? cause.stack : `${cause.message}\n${cause.stack}`;
  return text.replace(/\n +at (.*\()?(node:|<anonymous>).*/g, '').trimEnd();
}

function indent(output: string): string {
  return output.trim() && `\n${output.trim().replace(/^/gm, '  | ')}`;
}
