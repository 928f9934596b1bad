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
import { saveBackup } from '../kernel/backup/save.ts';
import { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { Secrets } from '../kernel/security/secrets.ts';
import { fileError } from './file-error.ts';
import { withCleanup } from './with-cleanup.ts';

export type Books = ReturnType<typeof readBooks>;

/** Sorting out a large table may take the server longer than a request may wait. */
export const PATIENCE_MS = 6 * 3_600_000;

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
    throw new OperatorError('A backup is nothing to read on a terminal: name a file, or pipe it on');
  if (file !== '-') refuseOverwriting(file, values.force === true);
  const { databaseUrl, dataDir, secret } = books ?? readBooks();
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new OperatorError(`There is nothing to back up: no database is in ${dataDir}`);
  if (!secret)
    throw new OperatorError(
      `There is no file "secret" in ${dataDir}: set KVITT_SECRET to what the service runs with, so that a restore can check it`,
    );
  const about = { kvitt: pkg.version, made_at: new Date().toISOString(), secret: fingerprint(secret) };
  const db = new Database({
    url: databaseUrl,
    dataDir,
    pool: 1,
    onError: () => {},
    answerMs: PATIENCE_MS,
  });
  try {
    await db.start();
    const save = (sink: Writable) =>
      saveBackup(db, about, (lines) => pipeline(Readable.from(lines), createGzip(), sink));
    const { rows, leftOut } =
      file === '-' ? await save(process.stdout) : await intoFile(file, values.force === true, save);
    const sum = Object.values(rows).reduce((total, count) => total + count, 0);
    for (const name of leftOut) console.error(`The table ${name} is none of Kvitt's and was left out.`);
    console.error(`Backed up ${sum} rows of ${Object.keys(rows).length} tables.`);
    console.error(
      `Not in it: the secret (${databaseUrl ? 'KVITT_SECRET' : secretPlace(dataDir)}). Keep it apart.`,
    );
  } finally {
    await db.close();
  }
}

/** By which a restore knows whether it has the same secret, without the backup giving it away. */
export function fingerprint(secret: string): string {
  return new Secrets(secret).sign('backup', 'made under this secret');
}

function secretPlace(dataDir: string): string {
  const file = join(dataDir, 'secret');
  return existsSync(file) ? file : 'KVITT_SECRET';
}

function refuseOverwriting(file: string, force: boolean): void {
  if (!existsSync(file)) return;
  if (!statSync(file).isFile()) throw new OperatorError(`${file} is there and is no ordinary file`);
  if (!force) throw new OperatorError(`${file} is there already: name another file, or say --force`);
}

/** Under another name until it is whole and on disk, so that no half a backup is ever taken for one. */
async function intoFile<T>(file: string, force: boolean, save: (sink: Writable) => Promise<T>): Promise<T> {
  const draft = `${file}.${process.pid}.part`;
  const forget = () => rmSync(draft, { force: true });
  return withCleanup(forget, async () => {
    let sink: Writable | undefined;
    try {
      // Opened here and now: a stream would do it later, when the draft may have been forgotten already.
      sink = createWriteStream(draft, { fd: openSync(draft, 'wx', 0o600), flush: true });
      const saved = await save(sink);
      refuseOverwriting(file, force);
      renameSync(draft, file);
      const directory = openSync(dirname(file), 'r');
      fsyncSync(directory);
      closeSync(directory);
      nameLeftovers(dirname(file));
      return saved;
    } catch (error) {
      fileError(error, `${file} cannot be written`);
    } finally {
      sink?.destroy();
    }
  });
}

/** What a backup leaves that is killed, or whose machine loses power. It may be of any age, so a person removes it. */
function nameLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(/\.(\d{1,10})\.part$/.exec(name)?.[1]);
    if (pid && !isRunning(pid))
      console.error(`${join(directory, name)} is of a backup that was broken off, and can be removed.`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
