import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { runClient } from '../../src/commands/client/run-client.ts';
import { COMMAND_ENV, ROOT } from './tree.ts';

/** A command believes that it is the day of the test run; see runner/moved-clock.ts. */
const { KVITT_TEST_AHEAD_MS } = process.env;
const MOVED_CLOCK = KVITT_TEST_AHEAD_MS
  ? { KVITT_TEST_AHEAD_MS, NODE_OPTIONS: `--import=${import.meta.resolve('./runner/moved-clock.ts')}` }
  : {};

export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

export function startCommand(
  args: readonly string[],
  env: Record<string, string>,
): ChildProcessWithoutNullStreams {
  return spawn('bin/kvitt', args, { cwd: ROOT, env: { ...COMMAND_ENV, ...MOVED_CLOCK, ...env } });
}

/** Runs bin/kvitt to its end. */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  const child = startCommand(args, env);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, stdout, stderr };
}

/** Runs a command that calls a service in this process, which costs a hundredth of a process of its own. */
export async function runInProcess(
  t: TestContext,
  args: string[],
  env: Record<string, string>,
): Promise<CommandResult> {
  const printed = { stdout: '', stderr: '' };
  const log = t.mock.method(console, 'log', (line: string) => {
    printed.stdout += `${line}\n`;
  });
  const error = t.mock.method(console, 'error', (line: string) => {
    printed.stderr += `${line}\n`;
  });
  const before = { ...process.env };
  const exitCode = process.exitCode;
  for (const name of Object.keys(process.env)) if (name.startsWith('KVITT_')) delete process.env[name];
  Object.assign(process.env, env);
  process.exitCode = 0;
  try {
    await runClient(args, []);
    return { status: Number(process.exitCode), ...printed };
  } finally {
    process.exitCode = exitCode;
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
    log.mock.restore();
    error.mock.restore();
  }
}
