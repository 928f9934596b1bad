import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pkg from '../../package.json' with { type: 'json' };
import { type Config, readConfig } from '../config.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { findByUsername, toAccount } from '../modules/accounts/account-store.ts';
import { accountArchive } from '../modules/exports/archive.ts';
import { openEngine } from '../service.ts';
import { consoleLog } from './console-log.ts';
import { refuseOverwriting, writeToFile } from './write-to-file.ts';

/** Writes everything that an account has into one archive. */
export async function exportAccountCommand(args: string[], config?: Config): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { username: { type: 'string' }, force: { type: 'boolean' } },
  });
  const [file, ...others] = positionals;
  const { username, force = false } = values;
  if (!file || others.length > 0 || !username)
    throw new OperatorError('Name the account and one file: kvitt account export --username NAME FILE');
  refuseOverwriting(file, force);
  const engine = await openEngine(config ?? readConfig(), { log: consoleLog });
  try {
    const found = await findByUsername(engine.kernel.db, username);
    if (!found) throw new OperatorError(`There is no account ${username}`);
    const caller = {
      by: 'operator',
      account: toAccount(found),
      via: 'operator',
      ip: '',
      requestId: 'command-line',
    } as const;
    await writeToFile(file, force, (sink) =>
      pipeline(Readable.from(accountArchive(engine.kernel, caller, pkg.version)), sink),
    );
    console.error(`Exported ${found.name} (${found.username}) to ${file}.`);
  } finally {
    await engine.close();
  }
}
