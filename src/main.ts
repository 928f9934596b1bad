/** The kvitt command. */
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { JOBS_USAGE } from './commands/jobs-usage.ts';
import { ConfigMistakes } from './domain/service/environment-variables.ts';
import { Failure } from './kernel/failures/failure.ts';
import { createPrivateFiles } from './kernel/node/private-files.ts';

interface Command {
  usage: string;
  does: string;
  /** More text for its --help. */
  more?: string | (() => Promise<string>);
  /** Whether it takes arguments; otherwise any argument is an error. */
  hasArguments?: true;
  /** Imports the code of the command alone, so that a small command starts quickly. */
  load(): Promise<(args: string[]) => Promise<void>>;
}

const COMMANDS: Record<string, Command> = {
  serve: {
    usage: 'serve',
    does: 'Serves HTTP, and runs jobs unless KVITT_JOBS=off',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  worker: {
    usage: 'worker',
    does: 'Runs jobs without serving HTTP',
    load: async () => (await import('./commands/serve.ts')).worker,
  },
  build: {
    usage: 'build',
    does: 'Builds the console, if its sources have changed',
    load: async () => (await import('./commands/build-console.ts')).buildConsoleCommand,
  },
  migrate: {
    usage: 'migrate',
    does: 'Brings the database schema up to date',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand,
  },
  account: {
    usage:
      'account create --username U --password P --name N --registration-no K [--email E] [--vat-no V] [--address A] [--zip Z] [--city C] [--bank-account B] | export --username U FILE [--force] | import FILE --username U [--password P]',
    does: 'Creates an account and prints its api_key, exports an account as an archive, or imports a new one from an archive',
    more: `An export has everything but passwords, keys and other access: docs/export.md describes it. An import refuses a username that is
taken, and prints the new api_key, and a password where none was given. With the embedded database the service must be stopped.`,
    hasArguments: true,
    load: async () => (await import('./commands/account.ts')).accountCommand,
  },
  bounce: {
    usage: 'bounce < MESSAGE',
    does: 'Reports a bounced mail to the running service, for mail servers that pipe mail to a command',
    load: async () => (await import('./commands/bounce.ts')).bounce,
  },
  demo: {
    usage: 'demo',
    does: 'Creates a demo company with two years of books',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  backup: {
    usage: 'backup FILE [--force]',
    does: 'Writes all books into one file, or to standard output (-)',
    more: `A PostgreSQL server can stay in use during a backup; with the embedded database the service must be stopped. Only
the owner can read the file, and it replaces another one only with --force. The backup does not contain the secret:
store KVITT_SECRET, or the file "secret" in KVITT_DATA_DIR, separately.`,
    hasArguments: true,
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    usage: 'restore FILE [--new-secret] [--unauthenticated]',
    does: 'Reads a backup from a file, or from standard input (-), into a database without accounts',
    more: `The backup may come from an embedded database or from a server. The secret must be the one in use when the backup
was made, because links that were sent are signed with it. With --new-secret another one is accepted, and those links
stop working; whether the backup was changed cannot be verified then. A backup of a release that wrote no HMAC is
restored by --unauthenticated.`,
    hasArguments: true,
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  jobs: {
    usage: JOBS_USAGE,
    does: 'Lists the jobs of the queue, runs dead ones again, or removes one',
    more: async () => (await import('./commands/jobs.ts')).JOBS_HELP,
    hasArguments: true,
    load: async () => (await import('./commands/jobs.ts')).jobsCommand,
  },
  doctor: {
    usage: 'doctor',
    does: 'Checks configuration, database and schema',
    load: async () => (await import('./commands/doctor/doctor.ts')).doctor,
  },
  mcp: {
    usage: 'mcp',
    does: 'Serves MCP on standard input and output, for clients that start their servers as commands',
    more: `It connects to the service at KVITT_URL, with KVITT_USERNAME and KVITT_API_KEY, or with KVITT_TOKEN. See
docs/agents.md.`,
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  validate: {
    usage: 'validate FOLDER --rules DIR [--command COMMAND]',
    does: 'Validates a folder of e-invoices with official rules that are installed on this machine',
    more: async () => (await import('./commands/validate-einvoices.ts')).VALIDATE_HELP,
    hasArguments: true,
    load: async () => (await import('./commands/validate-einvoices.ts')).validateEinvoices,
  },
  openapi: {
    usage: 'openapi',
    does: 'Prints the OpenAPI description',
    load: async () => (await import('./commands/openapi.ts')).openapi,
  },
};

const HELP = `Kvitt, invoicing for Icelandic businesses

Usage: kvitt <command> [options]

${Object.values(COMMANDS)
  .map(({ usage, does }) => `  kvitt ${usage}\n      ${does}`)
  .join('\n')}

  kvitt login | logout | events | call | completion, and the sections of the API reference:
      kvitt customers | items | invoices | recurring-invoices | orders | drafts | quotes | tasks | costs …
      Call a service instead of running one; docs/command-line.md and --help of each command

The environment configures it: docs/configuration.md lists the variables of the service, docs/command-line.md those of the client.`;

const [name = '', ...args] = process.argv.slice(2);
// The files of the console are no secret, and another user may serve them.
if (name !== 'build') createPrivateFiles();
const command = COMMANDS[name];
const { values: options } = parseArgs({
  args,
  options: { help: { type: 'boolean', short: 'h' } },
  strict: false,
});

if (name === '--help' || name === '-h' || name === 'help') {
  console.log(HELP);
} else if (name === '--version' || name === '-v') {
  console.log(packageJson.version);
} else if (name === '') {
  console.error(HELP);
  process.exitCode = 2;
} else if (!command) {
  await runOtherCommand();
} else if (options.help) {
  const { usage, does, more = '' } = command;
  const details = typeof more === 'string' ? more : await more();
  console.log([`Usage: kvitt ${usage}`, `${does}.`, details].join('\n\n').trim());
} else if (!command.hasArguments && args.length > 0) {
  printUsageError(command, `kvitt ${name} takes no arguments, and was given "${args.join(' ')}".`);
} else {
  const run = await command.load();
  await run(args).catch((error: Error & { code?: string }) => {
    if (error.code?.startsWith('ERR_PARSE_ARGS'))
      return printUsageError(command, error.message.replace(/ To .*/, ''));
    const expected = error instanceof ConfigMistakes || error instanceof Failure || 'code' in error;
    console.error(expected || !error.stack ? error.message : error.stack);
    process.exitCode = 1;
  });
}

/** A command that calls a service. Its code is loaded only here, and does not load the server. */
async function runOtherCommand(): Promise<void> {
  const { endWithReader, isClientCommand, runClient } = await import('./commands/client/run-client.ts');
  if (isClientCommand(name)) {
    endWithReader();
    return runClient([name, ...args], Object.keys(COMMANDS));
  }
  console.error(`There is no command "${name}".\n\n${HELP}`);
  process.exitCode = 2;
}

/** Runs nothing: a mistyped option must not run the command without it. */
function printUsageError({ usage }: Command, why: string): void {
  console.error(`${why}\n\nUsage: kvitt ${usage}`);
  process.exitCode = 2;
}
