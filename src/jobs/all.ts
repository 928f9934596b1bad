import type { Account } from '../kernel/account.ts';
import type { JobKind } from '../kernel/job-kinds.ts';
import type { Chore, JobHandlers } from '../kernel/jobs.ts';
import { approveCost } from './approve-cost.ts';
import { cancelClaim, changeClaim, sendClaim } from './claims.ts';
import { followClaims } from './follow-claims.ts';
import { checkpoint, housekeeping, vacuum } from './housekeeping.ts';
import { readCost } from './read-cost.ts';
import { issueRecurring } from './recurring.ts';

/** Everything that happens later: after a change, or by the clock. */
export const handlers: JobHandlers = {
  'send-claim': sendClaim,
  'change-claim': changeClaim,
  'cancel-claim': cancelClaim,
  'read-cost': readCost,
  'approve-cost': approveCost,
};

/** What takes seconds where the rest takes milliseconds. */
export const slow: readonly JobKind[] = ['read-cost'];

export function chores(loadAccount: (id: number) => Promise<Account | null>): Chore[] {
  return [
    { name: 'follow-claims', everySeconds: 60, run: (kernel, now) => followClaims(kernel, now, loadAccount) },
    { name: 'recurring', everySeconds: 60, run: (kernel, now) => issueRecurring(kernel, now, loadAccount) },
    { name: 'housekeeping', everySeconds: 3600, run: housekeeping },
    { name: 'checkpoint', everySeconds: 60, upkeep: true, run: checkpoint },
    { name: 'vacuum', everySeconds: 3600, upkeep: true, run: vacuum },
  ];
}
