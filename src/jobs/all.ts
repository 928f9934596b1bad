import type { Account } from '../kernel/account.ts';
import type { Chore, JobHandlers, Lane } from '../kernel/jobs.ts';
import { cancelClaim, followClaims, sendClaim } from './claims.ts';
import { followEinvoices, sendEinvoice, sendMail } from './deliveries.ts';
import { checkpoint, housekeeping } from './housekeeping.ts';
import { issueRecurring } from './recurring.ts';
import { remind } from './reminders.ts';

/** Everything that happens later: after a change, or by the clock. */
export const handlers: JobHandlers = {
  'send-claim': sendClaim,
  'cancel-claim': cancelClaim,
  'send-mail': sendMail,
  'send-einvoice': sendEinvoice,
};

/** Deliveries mostly wait for others, so several are on their way at a time; neither way waits for the other. */
export const lanes: readonly Lane[] = [
  { kinds: ['send-mail'], together: 8 },
  { kinds: ['send-einvoice'], together: 4 },
];

export function chores(loadAccount: (id: number) => Promise<Account | null>): Chore[] {
  return [
    { name: 'follow-claims', everySeconds: 60, run: (kernel, now) => followClaims(kernel, now, loadAccount) },
    { name: 'recurring', everySeconds: 60, run: (kernel, now) => issueRecurring(kernel, now, loadAccount) },
    {
      name: 'follow-einvoices',
      everySeconds: 60,
      run: (kernel, now) => followEinvoices(kernel, now, loadAccount),
    },
    { name: 'reminders', everySeconds: 3600, run: (kernel, now) => remind(kernel, now, loadAccount) },
    { name: 'checkpoint', everySeconds: 60, run: checkpoint },
    { name: 'housekeeping', everySeconds: 3600, run: housekeeping },
  ];
}
