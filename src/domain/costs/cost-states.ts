import { type Case, firstCase } from '../values/cases.ts';

export const COST_STATUSES = ['New', 'Created', 'Posted', 'Skipped', 'Error'] as const;
export type CostStatus = (typeof COST_STATUSES)[number];

/** The results that bookkeeping can report for a cost that it received. */
export const COST_OUTCOMES = ['Posted', 'Skipped', 'Error'] as const;

/** A cost that is still being read can't be changed, whatever its status, and neither can one that another account has reported. */
export interface CostState {
  status: CostStatus;
  processing: boolean;
  imported: boolean;
}

/**
 * What can be done with a cost. Approval hands a reviewed cost over to bookkeeping, which reports its result. Moving
 * back to New reopens a cost for editing.
 */
export type CostAction = 'approve' | 'record_outcome' | 'move_to_new' | 'delete';

interface CostCase extends Case<CostState> {
  state: CostStatus | 'Reading';
  allows: readonly CostAction[];
}

const REOPENABLE = ['move_to_new', 'delete'] as const;

/** A posted cost is final. */
export const COST_CASES: readonly CostCase[] = [
  { when: { processing: true }, state: 'Reading', allows: [] },
  { when: { imported: true }, state: 'Skipped', allows: [] },
  { when: { status: 'New' }, state: 'New', allows: ['approve', 'delete'] },
  { when: { status: 'Created' }, state: 'Created', allows: ['record_outcome', ...REOPENABLE] },
  { when: { status: 'Skipped' }, state: 'Skipped', allows: REOPENABLE },
  { when: { status: 'Error' }, state: 'Error', allows: REOPENABLE },
  { when: { status: 'Posted' }, state: 'Posted', allows: [] },
];

export function costCase(state: CostState): CostCase {
  return firstCase(COST_CASES, state);
}

export function mayCost(state: CostState, action: CostAction): boolean {
  return costCase(state).allows.includes(action);
}
