import type { Account } from '../kernel/account.ts';
import type { CronTask, JobHandlers } from '../kernel/jobs/job-runner.ts';
import type { Lane } from '../kernel/jobs/queue-worker.ts';
import { sendAccessMail } from './access-mail.ts';
import { approveCost } from './approve-cost.ts';
import { endCheckouts } from './checkouts.ts';
import { cancelClaim, changeClaim, sendClaim } from './claims.ts';
import { followEinvoices, sendEinvoice, sendMail } from './deliveries.ts';
import { followClaims, reviveClaims } from './follow-claims.ts';
import { checkpoint, housekeeping, vacuum } from './housekeeping.ts';
import { readCost } from './read-cost.ts';
import { issueRecurring } from './recurring.ts';
import { lapseOrders, releaseOrder } from './release-orders.ts';
import { remind } from './reminders.ts';

/** Everything that happens later: after a change, or by the clock. */
export const handlers: JobHandlers = {
  'send-claim': sendClaim,
  'change-claim': changeClaim,
  'cancel-claim': cancelClaim,
  'read-cost': readCost,
  'approve-cost': approveCost,
  'send-mail': sendMail,
  'end-checkouts': endCheckouts,
  'send-einvoice': sendEinvoice,
  'release-order': releaseOrder,
  'send-access-mail': sendAccessMail,
};

/**
 * Deliveries mostly wait for others, so several are on their way at a time; neither way waits for the other. Reading
 * a receipt takes seconds: a node takes one, and leaves the next to whoever is free.
 */
export const lanes: readonly Lane[] = [
  { kinds: ['send-mail'], concurrency: 8, batch: 40 },
  { kinds: ['send-access-mail'], concurrency: 2, batch: 20 },
  { kinds: ['send-einvoice'], concurrency: 4, batch: 20 },
  { kinds: ['end-checkouts'], concurrency: 2, batch: 20 },
  { kinds: ['read-cost'], concurrency: 1, batch: 1 },
];

export function chores(loadAccount: (id: number) => Promise<Account | null>): CronTask[] {
  return [
    {
      name: 'revive-claims',
      everySeconds: 3600,
      run: (kernel, now) => reviveClaims(kernel, now, loadAccount),
    },
    { name: 'follow-claims', everySeconds: 60, run: (kernel, now) => followClaims(kernel, now, loadAccount) },
    { name: 'recurring', everySeconds: 60, run: (kernel, now) => issueRecurring(kernel, now, loadAccount) },
    {
      name: 'lapse-orders',
      everySeconds: 600,
      run: (kernel, now) => lapseOrders(kernel, now, loadAccount),
    },
    {
      name: 'follow-einvoices',
      everySeconds: 60,
      run: (kernel, now) => followEinvoices(kernel, now, loadAccount),
    },
    { name: 'reminders', everySeconds: 3600, run: (kernel, now) => remind(kernel, now, loadAccount) },
    { name: 'housekeeping', everySeconds: 3600, run: housekeeping },
    { name: 'checkpoint', everySeconds: 60, maintenance: true, run: checkpoint },
    { name: 'vacuum', everySeconds: 3600, maintenance: true, run: vacuum },
  ];
}
