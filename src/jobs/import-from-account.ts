import { toOneLine } from '../domain/strings/one-line.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { endAccountImport, postponeAccountImport } from '../modules/imports/from-account/end-import.ts';
import {
  fetchSourcePage,
  type SourcePage,
  SourceUnavailable,
} from '../modules/imports/from-account/fetch-source.ts';
import {
  type AccountImportRow,
  findImport,
  noteProblem,
} from '../modules/imports/from-account/import-store.ts';
import { storeImportPage } from '../modules/imports/from-account/store-import-page.ts';
import { unlessChanged } from './refused-writes.ts';

/** Fetches one page from the other account and stores it, which queues the next one: an import that is killed goes on with the page that it was at. */
export async function importFromAccount(kernel: Kernel, job: Job<'import-from-account'>): Promise<void> {
  const { guid, sealed } = job.payload;
  const { account } = job.caller;
  const found = await findImport(kernel.db, account.id, guid);
  if (found?.state !== 'running') return;
  const page = await fetchPage(kernel, job, found);
  const at = { part: found.part, page: found.page };
  const write =
    page.kind === 'busy'
      ? runTransaction(kernel, postponeAccountImport, job.caller, { guid, sealed, ...page })
      : runTransaction(kernel, storeImportPage, job.caller, { guid, sealed, at, page });
  await unlessChanged<unknown>(write);
}

async function fetchPage(
  { db, ports, secrets }: Kernel,
  { payload, caller: { account } }: Job<'import-from-account'>,
  { from_url: base, from_username: username, part, page }: AccountImportRow,
): Promise<SourcePage> {
  const apiKey = secrets.tryUnsealText(payload.sealed);
  if (apiKey === null) return { kind: 'refused', message: 'The key cannot be read any more; start it again' };
  try {
    return await fetchSourcePage(ports.outgoing, { base, username, apiKey }, { part, page });
  } catch (error) {
    if (error instanceof SourceUnavailable)
      await noteProblem(db, account.id, payload.guid, toOneLine(error.message).toWellFormed());
    throw error;
  }
}

/** Ends an import of which no attempt could bring the next page. */
export async function giveUpImport(
  kernel: Kernel,
  { payload, caller }: Job<'import-from-account'>,
): Promise<void> {
  await unlessChanged(runTransaction(kernel, endAccountImport, caller, { guid: payload.guid }));
}
