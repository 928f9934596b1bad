import type { Account } from '../kernel/account.ts';
import type { Chore, JobHandlers } from '../kernel/jobs.ts';
import { cancelClaim, changeClaim, sendClaim } from './claims.ts';
import { followClaims } from './follow-claims.ts';
import { checkpoint, housekeeping } from './housekeeping.ts';
import { issueRecurring } from './recurring.ts';

/** Everything that happens later: after a change, or by the clock. */
export const handlers: JobHandlers = {
  'send-claim': sendClaim,
  'change-claim': changeClaim,
  'cancel-claim': cancelClaim,
};

export function chores(loadAccount: (id: number) => Promise<Account | null>): Chore[] {
  return [
    { name: 'follow-claims', everySeconds: 60, run: (kernel, now) => followClaims(kernel, now, loadAccount) },
    { name: 'recurring', everySeconds: 60, run: (kernel, now) => issueRecurring(kernel, now, loadAccount) },
    { name: 'checkpoint', everySeconds: 60, run: checkpoint },
    { name: 'housekeeping', everySeconds: 3600, run: housekeeping },
  ];
}
