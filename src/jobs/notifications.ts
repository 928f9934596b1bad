import { toPlainDate } from '../domain/values/dates.ts';
import type { Account } from '../kernel/access/account.ts';
import { runTransaction } from '../kernel/execute.ts';
import type { Job } from '../kernel/jobs/job-runner.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { collectNotifications } from '../modules/notifications/collect-notifications.ts';
import {
  advanceCursor,
  findPersonToMail,
  listDueDigests,
  listUnsent,
  markSent,
  nextChangedAccount,
} from '../modules/notifications/notification-store.ts';
import { findPendingNotifications, listNews } from '../modules/notifications/pending-notifications.ts';
import { queueDigest } from '../modules/notifications/queue-digest.ts';
import { renderNotificationMail } from '../rendering/mail/notification-mail.ts';
import { sumRecords } from './each-account.ts';
import { cronCaller, type LoadAccount } from './job-callers.ts';
import { unlessMailRefused } from './refused-mail.ts';
import { SeparateFailures } from './separate-failures.ts';
import { sendServiceMail } from './service-mail.ts';

/** Notes what is new in every account in which something has happened. */
export async function collectAllNotifications(
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
): Promise<number> {
  const failures = new SeparateFailures();
  let collected = 0;
  let next = await nextChangedAccount(kernel.db, 0);
  while (next !== null) {
    const { account_id, position } = next;
    collected += await failures.run(async () => {
      const account = await loadAccount(account_id);
      const isChanged = account && !account.disabled && (await collectOf(kernel, account, now));
      await advanceCursor(kernel.db, account_id, position);
      return isChanged ? 1 : 0;
    });
    next = await nextChangedAccount(kernel.db, account_id);
  }
  failures.throwFirst();
  return collected;
}

/** Returns whether anything is new or settled. */
async function collectOf(kernel: Kernel, account: Account, now: Date): Promise<boolean> {
  const { pending, notify_now, isChanged } = await findPendingNotifications(kernel.db, account.id, now);
  if (isChanged)
    await runTransaction(kernel, collectNotifications, cronCaller(account, 'notifications', now), {
      pending,
      notify_now,
    });
  return isChanged;
}

/** Iceland has the time of UTC all year. */
const DIGEST_HOUR = 7;

/** Queues the daily mails from seven in the morning on; a node that was down then catches up. */
export async function queueDigests(kernel: Kernel, now: Date, loadAccount: LoadAccount): Promise<number> {
  if (now.getUTCHours() < DIGEST_HOUR) return 0;
  const morning = new Date(`${toPlainDate(now)}T00:00:00Z`);
  const due = await listDueDigests(kernel.db, morning);
  return sumRecords({ task: 'notifications', now, loadAccount }, [due], async (caller, { person_guid }) => {
    await runTransaction(kernel, queueDigest, caller, { person_guid });
    return 1;
  });
}

/** Mails a person what is new and still waits. What was settled meanwhile is left out. */
export async function sendNotifications(kernel: Kernel, job: Job<'send-notifications'>): Promise<void> {
  const { person_guid, mode } = job.payload;
  const { account, now = kernel.clock() } = job.caller;
  const to = await findPersonToMail(kernel.db, account.id, person_guid);
  const unsent = to ? await listUnsent(kernel.db, account.id, to.id, mode) : [];
  if (!to || unsent.length === 0) return;
  const news = await listNews(kernel.db, account.id, now);
  const current = unsent.flatMap(
    ({ what, guid }) => news.find((one) => one.what === what && one.guid === guid) ?? [],
  );
  const lang = to.lang ?? 'is';
  if (current.length > 0) {
    const url = `${kernel.policy.baseUrl}/console/inbox`;
    const names = { name: to.name, company: account.name };
    const mail = renderNotificationMail({ lang, ...names, mode, news: current, url });
    const id = `${person_guid}.${mode}.${unsent.at(-1)?.id}`;
    await unlessMailRefused(sendServiceMail(kernel, account, mail, { id, to: to.email, lang }), job.attempts);
  }
  await markSent(
    kernel.db,
    account.id,
    unsent.map(({ id }) => id),
    now,
  );
}
