import { createHash } from 'node:crypto';
import pkg from '../../package.json' with { type: 'json' };
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { accountArchive } from '../modules/exports/archive.ts';
import { booksArchive } from '../modules/exports/books-archive.ts';
import { recordExport } from '../modules/exports/export-account.ts';
import { findExport, insertPart, PART_BYTES } from '../modules/exports/export-store.ts';
import { unlessChanged } from './refused-writes.ts';

/** Writes the archive in parts. A run that is repeated, or a second one at the same time, writes parts of its own. */
export async function handleExportAccount(kernel: Kernel, job: Job<'export-account'>): Promise<void> {
  const { guid } = job.payload;
  const run = kernel.newGuid();
  const hash = createHash('sha256');
  let [size, position] = [0, 0];
  const part = { accountId: job.caller.account.id, guid, run };
  for await (const bytes of inParts(await archiveOf(kernel, job))) {
    hash.update(bytes);
    size += bytes.length;
    await insertPart(kernel.db, part, position++, bytes);
  }
  const file = { size, sha256: hash.digest() };
  await unlessChanged(runTransaction(kernel, recordExport, job.caller, { guid, run, file }));
}

async function archiveOf(kernel: Kernel, { payload: { guid }, caller }: Job<'export-account'>) {
  const found = await findExport(kernel.db, caller.account.id, guid);
  if (found?.kind !== 'books') return accountArchive(kernel, caller, pkg.version);
  const { from_date, to_date, lang } = found;
  const period = { from_date: from_date ?? '', to_date: to_date ?? '' };
  return booksArchive({ kernel, caller, period, lang: lang ?? 'is' });
}

/** Ends an export that no attempt could write. */
export async function giveUpExport(kernel: Kernel, job: Job<'export-account'>): Promise<void> {
  const { guid } = job.payload;
  const given = { guid, run: kernel.newGuid(), file: null };
  await unlessChanged(runTransaction(kernel, recordExport, job.caller, given));
}

async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [waiting, size]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const whole = Buffer.concat(waiting);
    const rest = size % PART_BYTES;
    for (let at = 0; at < size - rest; at += PART_BYTES) yield whole.subarray(at, at + PART_BYTES);
    [waiting, size] = [[whole.subarray(size - rest)], rest];
  }
  if (size > 0) yield Buffer.concat(waiting);
}
