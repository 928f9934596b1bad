import type { CronTask } from '../kernel/jobs/cron.ts';
import type { JobHandlers } from '../kernel/jobs/job-runner.ts';
import type { Lane } from '../kernel/jobs/queue-worker.ts';
import type { Kernel } from '../kernel/operations/kernel.ts';
import { giveUpDelayedAction, runDelayedAction } from '../modules/stored-calls/delayed/run-action.ts';
import { sendAccessMail } from './access-mail.ts';
import { sendAccessNotice } from './access-notice.ts';
import { handleApproveCost } from './approve-cost.ts';
import { bookBankLines, bookLaterLines } from './book-bank-lines.ts';
import { endCheckouts } from './checkouts.ts';
import { cancelClaim, changeClaim, sendClaim } from './claims.ts';
import { followEinvoices, sendEinvoice, sendMail } from './deliveries.ts';
import { sendEinvoiceAnswer } from './einvoice-answers.ts';
import { giveUpExport, handleExportAccount } from './export-account.ts';
import { fetchBankLines } from './fetch-bank-lines.ts';
import { fetchEinvoices } from './fetch-einvoices.ts';
import { fetchRates } from './fetch-rates.ts';
import { followBankConsents, revokeBankConsent } from './follow-bank-consents.ts';
import { followClaims, reviveClaims } from './follow-claims.ts';
import { followVatSubmissions } from './follow-vat-submissions.ts';
import { checkpoint, housekeeping, vacuum } from './housekeeping.ts';
import { giveUpImport, importFromAccount } from './import-from-account.ts';
import type { LoadAccount } from './job-callers.ts';
import { collectAllNotifications, queueDigests, sendNotifications } from './notifications.ts';
import { markOverdue } from './overdue.ts';
import { pruneOldEvents } from './prune-events.ts';
import { sendQuestionMail } from './questions.ts';
import { remindOfQuotes, sendQuoteMail } from './quotes.ts';
import { READ_ATTEMPTS, readCost, showUnreadCost } from './read-cost.ts';
import { sendReceipt } from './receipts.ts';
import { issueRecurring } from './recurring.ts';
import { handleReleaseOrder, lapseOrders } from './release-orders.ts';
import { queueAllReminders } from './reminders.ts';
import { renewAllPartitions } from './renew-partitions.ts';
import { recountSums } from './running-sums.ts';
import { sendStatement } from './statements.ts';
import { expireProposals, sendProposalMail } from './stored-calls.ts';
import { deliverWebhook, giveUpDelivery, sendWebhookMail } from './webhooks.ts';

/** The handlers of jobs, which run after the change that enqueued them. */
export const handlers: JobHandlers = {
  'send-claim': sendClaim,
  'change-claim': changeClaim,
  'cancel-claim': cancelClaim,
  'read-cost': readCost,
  'approve-cost': handleApproveCost,
  'send-mail': sendMail,
  'send-quote-mail': sendQuoteMail,
  'end-checkouts': endCheckouts,
  'book-bank-lines': bookBankLines,
  'revoke-bank-consent': revokeBankConsent,
  'export-account': handleExportAccount,
  'import-from-account': importFromAccount,
  'send-einvoice': sendEinvoice,
  'send-einvoice-answer': sendEinvoiceAnswer,
  'run-delayed-action': runDelayedAction,
  'release-order': handleReleaseOrder,
  'send-access-mail': sendAccessMail,
  'send-access-notice': sendAccessNotice,
  'deliver-webhook': deliverWebhook,
  'send-webhook-mail': sendWebhookMail,
  'send-proposal-mail': sendProposalMail,
  'send-question-mail': sendQuestionMail,
  'send-notifications': sendNotifications,
  'send-statement': sendStatement,
  'send-receipt': sendReceipt,
};

/** What waits for a job that will not be done any more: a cost is hidden until its receipt is read, an action is pending. */
export const onDead: Partial<JobHandlers> = {
  'read-cost': showUnreadCost,
  'run-delayed-action': giveUpDelayedAction,
  'deliver-webhook': giveUpDelivery,
  'export-account': giveUpExport,
  'import-from-account': giveUpImport,
};

/**
 * One lane for each thing that jobs wait for, so that a bank, mail server, e-invoice hub or payment provider that hangs
 * delays only what needs it. Deliveries mostly wait for the network, so several run at a time.
 */
export const lanes: readonly Lane[] = [
  // The bank.
  { kinds: ['send-claim', 'change-claim', 'cancel-claim', 'revoke-bank-consent'], concurrency: 1, batch: 20 },
  // The mail server. A link to sign in does not wait behind ten thousand invoices.
  { kinds: ['send-mail', 'send-quote-mail', 'send-statement', 'send-receipt'], concurrency: 8, batch: 40 },
  {
    kinds: [
      'send-access-mail',
      'send-access-notice',
      'send-webhook-mail',
      'send-proposal-mail',
      'send-question-mail',
      'send-notifications',
    ],
    concurrency: 2,
    batch: 20,
  },
  // The receivers of webhooks, each in a lane of its own: one that hangs holds up nothing else, nor do those of one account.
  { kinds: ['deliver-webhook'], concurrency: 100, perKey: 4 },
  // The e-invoice hub.
  { kinds: ['send-einvoice', 'send-einvoice-answer'], concurrency: 4, batch: 20 },
  // The payment provider.
  { kinds: ['end-checkouts'], concurrency: 2, batch: 20 },
  // The receipt reader takes seconds of processor time: a node leases one, and leaves the next to any idle node.
  { kinds: ['read-cost'], concurrency: 1, batch: 1, maxAttempts: READ_ATTEMPTS },
  // Only the database. A person may be looking at the cost, so its approval waits for nothing else.
  { kinds: ['approve-cost'], concurrency: 1, batch: 20 },
  { kinds: ['book-bank-lines'], concurrency: 1, batch: 5 },
  // Exports, one at a time; they take long, so they have a lane of their own.
  { kinds: ['export-account'], concurrency: 1, batch: 1, maxAttempts: 5 },
  // Other services with this API. A page takes turns with those of other accounts.
  { kinds: ['import-from-account'], concurrency: 4, batch: 4 },
  { kinds: ['run-delayed-action'], concurrency: 2, batch: 20, maxAttempts: 5 },
  { kinds: ['release-order'], concurrency: 1, batch: 20 },
];

type AccountTask = (
  kernel: Kernel,
  now: Date,
  loadAccount: LoadAccount,
  stopping: AbortSignal,
) => Promise<number>;

/** The cron tasks, which run by the clock. */
export function cronTasks(loadAccount: LoadAccount): CronTask[] {
  const ofAccounts =
    (task: AccountTask): CronTask['run'] =>
    (kernel, now, stopping) =>
      task(kernel, now, loadAccount, stopping);
  return [
    { name: 'revive-claims', everySeconds: 3600, run: ofAccounts(reviveClaims) },
    { name: 'follow-claims', everySeconds: 60, run: ofAccounts(followClaims) },
    { name: 'recurring', everySeconds: 60, run: ofAccounts(issueRecurring) },
    { name: 'lapse-orders', everySeconds: 600, run: ofAccounts(lapseOrders) },
    { name: 'follow-einvoices', everySeconds: 60, run: ofAccounts(followEinvoices) },
    { name: 'fetch-einvoices', everySeconds: 300, run: fetchEinvoices },
    { name: 'follow-vat-submissions', everySeconds: 60, run: ofAccounts(followVatSubmissions) },
    { name: 'reminders', everySeconds: 3600, run: ofAccounts(queueAllReminders) },
    { name: 'quote-reminders', everySeconds: 3600, run: ofAccounts(remindOfQuotes) },
    { name: 'overdue', everySeconds: 600, run: ofAccounts(markOverdue) },
    { name: 'follow-bank-consents', everySeconds: 600, run: ofAccounts(followBankConsents) },
    { name: 'notifications', everySeconds: 60, run: ofAccounts(collectAllNotifications) },
    { name: 'notification-digests', everySeconds: 600, run: ofAccounts(queueDigests) },
    { name: 'fetch-bank-lines', everySeconds: 600, run: ofAccounts(fetchBankLines) },
    { name: 'book-bank-lines', everySeconds: 600, run: ofAccounts(bookLaterLines) },
    { name: 'fetch-rates', everySeconds: 6 * 3600, run: fetchRates },
    { name: 'prune-events', everySeconds: 3600, run: pruneOldEvents },
    { name: 'renew-partitions', everySeconds: 3600, maintenance: true, run: renewAllPartitions },
    { name: 'expire-proposals', everySeconds: 600, run: ofAccounts(expireProposals) },
    { name: 'recount-sums', everySeconds: 24 * 3600, maintenance: true, run: ofAccounts(recountSums) },
    { name: 'housekeeping', everySeconds: 3600, run: housekeeping },
    { name: 'checkpoint', everySeconds: 60, maintenance: true, run: checkpoint },
    { name: 'vacuum', everySeconds: 300, maintenance: true, run: vacuum },
  ];
}
