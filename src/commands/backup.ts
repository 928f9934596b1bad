import type { Hmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import pkg from '../../package.json' with { type: 'json' };
import { readBooks } from '../config.ts';
import { saveBackup } from '../kernel/backup/save.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { Secrets } from '../kernel/security/secrets.ts';
import { BULK_STATEMENT_MS, withDatabase } from './with-database.ts';
import { refuseOverwriting, writeToFile } from './write-to-file.ts';

export type Books = ReturnType<typeof readBooks>;

export async function backup(args: string[], books?: Books): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { force: { type: 'boolean' } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0)
    throw new OperatorError('Name one file: kvitt backup FILE, or - for standard output');
  if (file === '-' && process.stdout.isTTY)
    throw new OperatorError('A backup is binary: name a file, or pipe the output');
  if (file !== '-') refuseOverwriting(file, values.force === true);
  const { databaseUrl, dataDir, secret } = books ?? readBooks();
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new OperatorError(`There is nothing to back up: no database is in ${dataDir}`);
  if (!secret)
    throw new OperatorError(
      `There is no file "secret" in ${dataDir}: set KVITT_SECRET to the value that the service uses, so that a restore can check it`,
    );
  const about = { kvitt: pkg.version, made_at: new Date().toISOString(), secret: fingerprint(secret) };
  const { rows, leftOut } = await withDatabase(
    { databaseUrl, dataDir },
    (db) => {
      const save = (sink: Writable) =>
        saveBackup(db, about, backupMac(secret), (lines) =>
          pipeline(Readable.from(lines), createGzip(), sink),
        );
      return file === '-' ? save(process.stdout) : writeToFile(file, values.force === true, save);
    },
    BULK_STATEMENT_MS,
  );
  const sum = Object.values(rows).reduce((total, count) => total + count, 0);
  for (const name of leftOut) console.error(`Skipped table ${name}: it does not belong to Kvitt.`);
  console.error(`Backed up ${sum} rows of ${Object.keys(rows).length} tables.`);
  console.error(
    `The secret (${databaseUrl ? 'KVITT_SECRET' : secretLocation(dataDir)}) is not part of the backup. Store it separately.`,
  );
}

/** Lets a restore verify that it has the same secret without storing the secret in the backup. */
export function fingerprint(secret: string): string {
  return new Secrets(secret).sign('backup', 'made under this secret');
}

/** Authenticates the content of a backup: whoever changes it without the secret cannot compute it. */
export function backupMac(secret: string): Hmac {
  return new Secrets(secret).createMac('content of a backup');
}

function secretLocation(dataDir: string): string {
  const file = join(dataDir, 'secret');
  return existsSync(file) ? file : 'KVITT_SECRET';
}
