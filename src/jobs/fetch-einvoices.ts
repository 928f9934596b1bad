import { DatabaseUnavailable } from '../kernel/database/database.ts';
import type { Queryable } from '../kernel/database/queryable.ts';
import type { FailureKind } from '../kernel/failures/entry.ts';
import { Failure, fail } from '../kernel/failures/failure.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { DeliveryRejected, type EinvoiceInbox, type ReceivedEinvoice } from '../kernel/ports/ports.ts';
import { findByKennitala, toAccount } from '../modules/accounts/account-store.ts';
import { forgetFetched, listFetched, rememberFetched } from '../modules/costs/fetched-store.ts';
import { receiveEinvoice } from '../modules/costs/receive-einvoice.ts';
import { cronCaller } from './job-callers.ts';
import { SeparateFailures } from './separate-failures.ts';

/** What is left waits for the next run. */
const MAX_DOCUMENTS = 100;
const MAX_UNAVAILABLE_IN_A_ROW = 3;
const MAX_MEGABYTES = 8;
/** Refusals that will be the same at every attempt. Others, such as files that wait for their turn, are temporary. */
const FINAL: readonly FailureKind[] = ['input', 'not_found', 'no_route', 'conflict', 'too_large'];

interface Waiting {
  id: string;
  /**
   * The outcome of the document in an earlier run, so that only the acknowledgement is missing; null if it was not
   * received yet.
   */
  answer: ReceivedEinvoice | null;
  isRemembered: boolean;
}

/**
 * Receives documents that wait at an access point, and acknowledges each once its cost is stored or it is refused for
 * good. Returns how many were acknowledged.
 */
export async function fetchEinvoices(kernel: Kernel, now: Date, stopping: AbortSignal): Promise<number> {
  const { einvoiceInbox: inbox } = kernel.ports;
  if (!inbox) return 0;
  const failures = new SeparateFailures();
  let acknowledged = 0;
  let unavailableInARow = 0;
  for (const document of await listWaiting(kernel.db, inbox)) {
    if (stopping.aborted || unavailableInARow >= MAX_UNAVAILABLE_IN_A_ROW) break;
    acknowledged += await failures.run(async () => {
      try {
        await settle(kernel, inbox, document, now);
        unavailableInARow = 0;
        return 1;
      } catch (error) {
        unavailableInARow = error instanceof DeliveryRejected ? unavailableInARow + 1 : 0;
        throw error;
      }
    });
  }
  failures.throwFirst();
  return acknowledged;
}

/** Documents that have failed come last, so that they keep no other from being received. */
async function listWaiting(db: Queryable, inbox: EinvoiceInbox): Promise<Waiting[]> {
  const ids = await inbox.list();
  const remembered = ids.length > 0 ? await listFetched(db, ids) : [];
  const known = new Set(remembered.map(({ id }) => id));
  const fresh = ids.filter((id) => !known.has(id)).map((id) => ({ id, answer: null, isRemembered: false }));
  return [...fresh, ...remembered.map((one) => ({ ...one, isRemembered: true }))].slice(0, MAX_DOCUMENTS);
}

/**
 * Nothing is remembered of a document that is received and acknowledged at once. Where the process ends between the
 * two, the document is fetched again, and its id is the key under which receiving it is repeated without a second cost.
 */
async function settle(
  kernel: Kernel,
  inbox: EinvoiceInbox,
  { id, answer: earlier, isRemembered }: Waiting,
  now: Date,
): Promise<void> {
  let answer = earlier;
  try {
    answer ??= await receive(kernel, inbox, id, now);
    await inbox.acknowledge(id, answer);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable))
      await rememberFetched(kernel.db, { id, answer, tried_at: now });
    throw error;
  }
  if (isRemembered) await forgetFetched(kernel.db, id);
}

async function receive(
  kernel: Kernel,
  inbox: EinvoiceInbox,
  id: string,
  now: Date,
): Promise<ReceivedEinvoice> {
  const bytes = await inbox.fetch(id, MAX_MEGABYTES * 1024 * 1024);
  try {
    if (bytes === 'too_large') return fail('too_large', `${MAX_MEGABYTES} MB`);
    const { guid } = await receiveEinvoice(kernel, {
      bytes,
      id,
      callerOf: (account) => cronCaller(account, 'fetch-einvoices', now),
      findAccount: async (kennitala) => {
        const row = await findByKennitala(kernel.db, kennitala);
        return row && toAccount(row);
      },
    });
    return { received: true, outcome: 'taken', guid };
  } catch (error) {
    if (!(error instanceof Failure && FINAL.includes(error.kind))) throw error;
    return { received: false, error_code: error.code, message: error.message };
  }
}
