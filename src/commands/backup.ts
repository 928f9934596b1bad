import type { Hmac } from 'node:crypto';
import {
  closeSync,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import pkg from '../../package.json' with { type: 'json' };
import { readBooks } from '../config.ts';
import { toError } from '../domain/values/errors.ts';
import { saveBackup } from '../kernel/backup/save.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { Secrets } from '../kernel/security/secrets.ts';
import { fileError } from './file-error.ts';
import { withCleanup } from './with-cleanup.ts';
import { BULK_STATEMENT_MS, withDatabase } from './with-database.ts';

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

function refuseOverwriting(file: string, force: boolean): void {
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new OperatorError(`${file} exists and is not a regular file`);
  if (!force) throw new OperatorError(`${file} already exists: name another file, or add --force`);
}

/** Writes to a temporary name and renames after fsync, so that a partial backup never has the final name. */
async function writeToFile<T>(
  file: string,
  force: boolean,
  save: (sink: Writable) => Promise<T>,
): Promise<T> {
  const partialFile = `${file}.${process.pid}.part`;
  const removePartial = () => rmSync(partialFile, { force: true });
  return withCleanup(removePartial, async () => {
    let sink: Writable | undefined;
    try {
      // Opens the file synchronously: the stream would open it later, when the cleanup may have run already.
      sink = createWriteStream(partialFile, { fd: openSync(partialFile, 'wx', 0o600), flush: true });
      const saved = await save(sink);
      refuseOverwriting(file, force);
      renameSync(partialFile, file);
      const directory = openSync(dirname(file), 'r');
      fsyncSync(directory);
      closeSync(directory);
      reportLeftovers(dirname(file));
      return saved;
    } catch (error) {
      fileError(error, `${file} cannot be written`);
    } finally {
      sink?.destroy();
    }
  });
}

/**
 * Reports partial files of backups that were killed or lost power. They may be of any age, so a person removes
 * them.
 */
function reportLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(/\.(\d{1,10})\.part$/.exec(name)?.[1]);
    if (pid && !isRunning(pid))
      console.error(`${join(directory, name)} is left over from an interrupted backup and can be removed.`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return toError(error).code === 'EPERM';
  }
}
