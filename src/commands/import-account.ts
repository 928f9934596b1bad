import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.ts';
import { knownMigrations } from '../kernel/database/migrate.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { newKey } from '../kernel/security/secrets.ts';
import { AccountFile } from '../modules/exports/account-file.ts';
import { importAccount } from '../modules/exports/import-account.ts';
import { openEngine } from '../service.ts';
import { consoleLog } from './console-log.ts';
import { fileError } from './file-error.ts';

/** Makes a new account of an export, and prints its api_key. */
export async function importAccountCommand(args: string[], config?: Config): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { username: { type: 'string' }, password: { type: 'string' } },
  });
  const [path, ...others] = positionals;
  const { username, password = newKey() } = values;
  if (!path || others.length > 0 || !username)
    throw new OperatorError('Name one file and the new account: kvitt account import FILE --username NAME');
  if (password.length < 8) throw new OperatorError('The password must have at least 8 characters');
  const newest = Math.max(...knownMigrations().map(({ version }) => version));
  const file = await AccountFile.open(path, newest).catch((error) =>
    fileError(error, `${path} cannot be read`),
  );
  try {
    const engine = await openEngine(config ?? readConfig(), { log: consoleLog });
    try {
      const { db, secrets } = engine.kernel;
      const onTable = (name: string, rows: number) => console.error(`${name}: ${rows} rows`);
      const order = { username, password, now: engine.kernel.clock(), onTable };
      const { rows, ...made } = await importAccount(db, secrets, file, order);
      console.log(JSON.stringify({ ...made, ...(!values.password && { password }) }, null, 2));
      console.error(notes(file, rows));
    } finally {
      await engine.close();
    }
  } finally {
    await file.close();
  }
}

function notes({ manifest }: AccountFile, rows: number): string {
  const { account, made_at, counts } = manifest;
  const templates = counts.recurring_schedules ?? 0;
  return [
    `Imported ${rows} rows of ${account.name} (${account.username}), as of ${made_at}.`,
    'Its people, programs and bookkeepers have no access here: invite and connect them anew.',
    ...(templates > 0
      ? [`${templates} recurring invoices go on here as well: pause them in the account that it came from.`]
      : []),
  ].join('\n');
}
