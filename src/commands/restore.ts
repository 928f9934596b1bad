import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readBooks } from '../config.ts';
import type { Header } from '../kernel/backup/format.ts';
import { loadBackup, refuseUnknownSchema } from '../kernel/backup/load.ts';
import { type Proof, readBackup, readHeader, verifyBackup } from '../kernel/backup/read.ts';
import { OperatorError } from '../kernel/node/operator-error.ts';
import { type Books, backupMac, fingerprint } from './backup.ts';
import { fileError } from './file-error.ts';
import { withCleanup } from './with-cleanup.ts';
import { BULK_STATEMENT_MS, withDatabase } from './with-database.ts';

export async function restore(args: string[], given?: Books): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'new-secret': { type: 'boolean' }, unauthenticated: { type: 'boolean' } },
  });
  const [file, ...others] = positionals;
  if (!file || others.length > 0)
    throw new OperatorError('Name one file: kvitt restore FILE, or - for standard input');
  const books = given ?? readBooks();
  const restoreFrom = async (path: string) => {
    const readable = <T>(work: Promise<T>) =>
      work.catch((error: unknown) => fileError(error, `${file} cannot be read`));
    const header = await readable(readHeader(createReadStream(path)));
    refuseUnknownSchema(header);
    const isSameSecret = hasSecretOf(header, books);
    if (!isSameSecret && !values['new-secret']) refuseOtherSecret(books);
    const { secret } = books;
    const newProof = () =>
      secret && isSameSecret ? { mac: backupMac(secret), isRequired: !values.unauthenticated } : null;
    // Verifies the whole file before the database is opened; it is verified again while loading.
    await readable(verifyBackup(createReadStream(path), newProof()));
    if (!newProof()?.isRequired) console.error(UNVERIFIED);
    await load(path, header, { books, proof: newProof() });
  };
  if (file !== '-') return restoreFrom(file);
  await fromStandardInput(restoreFrom);
}

const UNVERIFIED =
  'The backup was not authenticated: whether it was changed after it was made cannot be told without its HMAC and the secret that it was made under. Only its checksum was compared.';

async function load(
  path: string,
  header: Header,
  { books, proof }: { books: Books; proof: Proof | null },
): Promise<void> {
  const { rows, tables, migrated } = await withDatabase(
    books,
    (db) => loadBackup(db, readBackup(createReadStream(path), proof)),
    BULK_STATEMENT_MS,
  );
  const since = migrated.length > 0 ? `, and applied ${migrated.map(({ name }) => name).join(', ')}` : '';
  console.error(`Restored ${rows} rows of ${tables} tables, as of ${header.made_at}${since}.`);
}

function hasSecretOf(header: Header, { secret }: Books): boolean {
  return secret !== undefined && fingerprint(secret) === header.secret;
}

function refuseOtherSecret({ secret, databaseUrl, dataDir }: Books): never {
  const remedy = databaseUrl
    ? 'set KVITT_SECRET to it'
    : `put it into ${join(dataDir, 'secret')}, or set KVITT_SECRET`;
  throw new OperatorError(
    `The backup was made under ${secret ? 'another' : 'a'} secret, which signs the links that were sent and seals keys. Find it (KVITT_SECRET, or the file "secret" of the old data directory) and ${remedy}; or restore without it by --new-secret. Nothing was changed.`,
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
