/** The kvitt command. */
import { parseArgs } from 'node:util';
import { createAccountCommand } from './commands/account.ts';
import { backup } from './commands/backup.ts';
import { bounce } from './commands/bounce.ts';
import { buildConsoleCommand } from './commands/build-console.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { JOBS_HELP, JOBS_USAGE, jobsCommand } from './commands/jobs.ts';
import { migrateCommand } from './commands/migrate.ts';
import { openapi } from './commands/openapi.ts';
import { restore } from './commands/restore.ts';
import { serve, worker } from './commands/serve.ts';
import { ConfigMistakes } from './config.ts';
import { Failure } from './kernel/failures/failure.ts';

interface Command {
  usage: string;
  does: string;
  /** More text for its --help. */
  more?: string;
  /** Whether it takes arguments; otherwise any argument is an error. */
  hasArguments?: true;
  run(args: string[]): Promise<void>;
}

const COMMANDS: Record<string, Command> = {
  serve: { usage: 'serve', does: 'Serves HTTP, and runs jobs unless KVITT_JOBS=off', run: serve },
  worker: { usage: 'worker', does: 'Runs only the jobs', run: worker },
  build: {
    usage: 'build',
    does: 'Builds the console, if its sources have changed',
    run: buildConsoleCommand,
  },
  migrate: { usage: 'migrate', does: 'Brings the database schema up to date', run: migrateCommand },
  account: {
    usage:
      'account create --username U --password P --name N --registration-no K [--email E] [--vat-no V] [--address A] [--zip Z] [--city C] [--bank-account B]',
    does: 'Opens an account and prints its api_key',
    hasArguments: true,
    run: createAccountCommand,
  },
  bounce: {
    usage: 'bounce < MESSAGE',
    does: 'Hands a mail that came back to the running service, for mail servers that pipe mail to a command',
    run: bounce,
  },
  demo: { usage: 'demo', does: 'Creates a demo company with two years of books', run: demo },
  backup: {
    usage: 'backup FILE [--force]',
    does: 'Writes all books into one file, or to standard output (-)',
    more: `A PostgreSQL server can stay in use during a backup; with the embedded database the service must be stopped. Only
the owner can read the file, and it replaces another one only with --force. The backup does not contain the secret:
store KVITT_SECRET, or the file "secret" in KVITT_DATA_DIR, separately.`,
    hasArguments: true,
    run: backup,
  },
  restore: {
    usage: 'restore FILE [--new-secret]',
    does: 'Reads a backup from a file, or from standard input (-), into a database without accounts',
    more: `The backup may come from an embedded database or from a server. The secret must be the one in use when the backup
was made, because links that were sent are signed with it. With --new-secret another one is accepted, and those links
stop working.`,
    hasArguments: true,
    run: restore,
  },
  jobs: {
    usage: JOBS_USAGE,
    does: 'Lists the jobs of the queue, runs dead ones again, or removes one',
    more: JOBS_HELP,
    hasArguments: true,
    run: jobsCommand,
  },
  doctor: { usage: 'doctor', does: 'Checks configuration, database and schema', run: doctor },
  openapi: { usage: 'openapi', does: 'Prints the OpenAPI description', run: openapi },
};

const HELP = `Kvitt, invoicing for Icelandic businesses

Usage: kvitt <command> [options]

${Object.values(COMMANDS)
  .map(({ usage, does }) => `  kvitt ${usage}\n      ${does}`)
  .join('\n')}

The environment configures it; README.md lists every variable.`;

const [name = 'serve', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
const { values: options } = parseArgs({
  args,
  options: { help: { type: 'boolean', short: 'h' } },
  strict: false,
});

if (name === '--help' || name === '-h' || name === 'help') {
  console.log(HELP);
} else if (!command) {
  console.error(`There is no command "${name}".\n\n${HELP}`);
  process.exitCode = 2;
} else if (options.help) {
  console.log([`Usage: kvitt ${command.usage}`, `${command.does}.`, command.more ?? ''].join('\n\n').trim());
} else if (!command.hasArguments && args.length > 0) {
  printUsageError(command, `kvitt ${name} takes no arguments, and was given "${args.join(' ')}".`);
} else {
  await command.run(args).catch((error: Error & { code?: string }) => {
    if (error.code?.startsWith('ERR_PARSE_ARGS'))
      return printUsageError(command, error.message.replace(/ To .*/, ''));
    const expected = error instanceof ConfigMistakes || error instanceof Failure || 'code' in error;
    console.error(expected || !error.stack ? error.message : error.stack);
    process.exitCode = 1;
  });
}

/** Runs nothing: a mistyped option must not run the command without it. */
function printUsageError({ usage }: Command, why: string): void {
  console.error(`${why}\n\nUsage: kvitt ${usage}`);
  process.exitCode = 2;
}
