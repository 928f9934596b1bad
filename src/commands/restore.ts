import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readBooks } from '../config.ts';
import type { Header } from '../kernel/backup/format.ts';
import { loadBackup, refuseUnknownSchema } from '../kernel/backup/load.ts';
import { readBackup, verifyBackup } from '../kernel/backup/read.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { type Books, fingerprint } from './backup.ts';
import { fileError } from './file-error.ts';
import { withCleanup } from './with-cleanup.ts';
import { BULK_STATEMENT_MS, withDatabase } from './with-database.ts';

export async function restore(args: string[], given?: Books): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'new-secret': { type: 'boolean' } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0)
    throw new OperatorError('Name one file: kvitt restore FILE, or - for standard input');
  const books = given ?? readBooks();
  const restoreFrom = async (path: string) => {
    // Verifies the whole file before the database is opened; it is verified again while loading.
    const header = await verifyBackup(createReadStream(path)).catch((error: unknown) =>
      fileError(error, `${file} cannot be read`),
    );
    refuseUnknownSchema(header);
    if (!values['new-secret']) refuseOtherSecret(header, books);
    await load(path, header, books);
  };
  if (file !== '-') return restoreFrom(file);
  await fromStandardInput(restoreFrom);
}

async function load(path: string, header: Header, books: Books): Promise<void> {
  const { rows, tables, migrated } = await withDatabase(
    books,
    (db) => loadBackup(db, readBackup(createReadStream(path))),
    BULK_STATEMENT_MS,
  );
  const since = migrated.length > 0 ? `, and applied ${migrated.map(({ name }) => name).join(', ')}` : '';
  console.error(`Restored ${rows} rows of ${tables} tables, as of ${header.made_at}${since}.`);
}

function refuseOtherSecret(header: Header, { secret, databaseUrl, dataDir }: Books): void {
  if (secret && fingerprint(secret) === header.secret) return;
  const place = databaseUrl
    ? 'set KVITT_SECRET to it'
    : `put it into ${join(dataDir, 'secret')}, or set KVITT_SECRET`;
  throw new OperatorError(
    `The backup was made under ${secret ? 'another' : 'a'} secret, which signs the links that were sent and seals keys. Find it (KVITT_SECRET, or the file "secret" of the old data directory) and ${place}; or restore without it by --new-secret. Nothing was changed.`,
  );
}

/** A pipe can be read only once, so its content is buffered in a file until it was verified and loaded. */
async function fromStandardInput(use: (path: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'kvitt-restore-'));
  const path = join(directory, 'backup');
  const removeDirectory = () => rmSync(directory, { recursive: true, force: true });
  await withCleanup(removeDirectory, async () => {
    await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) =>
      fileError(error, `The backup cannot be stored in ${tmpdir()} (set TMPDIR to use another directory)`),
    );
    await use(path);
  });
}
