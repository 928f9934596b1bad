import { KvittError } from '../../../sdk/src/errors.ts';
import { completion } from './completion.ts';
import { followEvents } from './follow-events.ts';
import { COMMAND_HELP, groupHelp, operationHelp } from './help.ts';
import { login, logout } from './login.ts';
import { type CommandOperation, groups, operations } from './reference.ts';
import { runOperation } from './run-operation.ts';
import { UsageError } from './usage-error.ts';

const FAILED = 1;
const WRONG_USAGE = 2;

export function isClientCommand(name: string): boolean {
  return name in COMMAND_HELP || groups.has(name);
}

/** A reader such as head closes the pipe when it has enough. */
export function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : FAILED);
  });
}

/** Runs a command that calls a service, and sets the exit status: 0 done, 1 refused or failed, 2 wrong usage. */
export async function runClient(args: string[], serverCommands: readonly string[]): Promise<void> {
  try {
    await dispatch(args, serverCommands);
  } catch (error) {
    process.exitCode = explain(error as Error & { code?: string }, args);
  }
}

async function dispatch([name = '', ...rest]: string[], serverCommands: readonly string[]): Promise<void> {
  const isHelp = rest.some((arg) => arg === '--help' || arg === '-h');
  const operation = name === 'call' ? findByName(rest[0], isHelp) : findInGroup(name, rest[0], isHelp);
  if (isHelp) {
    console.log(operation ? operationHelp(operation) : (COMMAND_HELP[name] ?? groupHelp(name)));
    return;
  }
  if (operation) return runOperation(operation, rest.slice(1));
  if (name === 'login') return login(rest);
  if (name === 'events') return followEvents(rest);
  if (name === 'completion') return completion(rest, serverCommands);
  if (rest.length > 0) throw new UsageError(`kvitt ${name} does not take "${rest[0]}".`, name);
  return logout();
}

function findByName(name: string | undefined, isHelp: boolean): CommandOperation | undefined {
  if (isHelp && (name === undefined || name.startsWith('-'))) return undefined;
  if (name === undefined) throw new UsageError('Name an operation, such as kvitt call get-invoices.', 'call');
  const found = operations.find((one) => one.name === name);
  if (found) return found;
  throw new UsageError(`There is no operation "${name}"${resembling(name, operations)}.`, 'call');
}

function resembling(name: string, all: readonly CommandOperation[]): string {
  const words = name.split(/[-_]/).filter((word) => word.length > 3);
  const close = all.filter((one) => words.some((word) => one.name.includes(word.replace(/s$/, ''))));
  return close.length > 0 ? `; there are ${close.map((one) => one.name).join(', ')}` : '';
}

function findInGroup(
  group: string,
  method: string | undefined,
  isHelp: boolean,
): CommandOperation | undefined {
  const its = group in COMMAND_HELP ? undefined : groups.get(group);
  if (!its || (isHelp && (method === undefined || method.startsWith('-')))) return undefined;
  const found = its.find((one) => [one.method, one.description.formerMethod].includes(method));
  if (found) return found;
  const known = its.map((one) => one.method).join(', ');
  const problem = method === undefined ? 'Add a command' : `There is no command "${method}"`;
  throw new UsageError(`${problem}; kvitt ${group} has ${known}.`, group);
}

/** Prints an error as one sentence that says what to do. */
function explain(error: Error & { code?: string }, [name = '']: string[]): number {
  const isTypo = error.code?.startsWith('ERR_PARSE_ARGS');
  if (error instanceof UsageError || isTypo) {
    const message = error.message.replace(/\.? To specify.*$/s, '.');
    const command = error instanceof UsageError ? error.command : name;
    console.error(`${message} See kvitt ${command ? `${command} ` : ''}--help.`);
    return WRONG_USAGE;
  }
  if (error instanceof KvittError) {
    const request = error.requestId ? `, request ${error.requestId}` : '';
    console.error(`${error.message} (${error.code}${request})`);
    return FAILED;
  }
  console.error('code' in error ? error.message : error.stack);
  return FAILED;
}
