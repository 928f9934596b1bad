export const COST_STATUSES = ['New', 'Created', 'Posted', 'Skipped', 'Error'] as const;
export type CostStatus = (typeof COST_STATUSES)[number];

/** The results that bookkeeping can report for a cost that it received. */
export const COST_OUTCOMES = ['Posted', 'Skipped', 'Error'] as const;

/** A cost that is still being read can't be changed, whatever its status. */
export interface CostState {
  status: CostStatus;
  processing: boolean;
}

/** Approval hands a reviewed cost over to bookkeeping. */
export function canApprove({ status, processing }: CostState): boolean {
  return status === 'New' && !processing;
}

export function canRecordOutcome({ status, processing }: CostState): boolean {
  return status === 'Created' && !processing;
}

/** Moving back to New reopens a cost for editing. A posted cost is final. */
export function canMoveToNew({ status, processing }: CostState): boolean {
  return (status === 'Created' || status === 'Skipped' || status === 'Error') && !processing;
}

export function canDelete({ status, processing }: CostState): boolean {
  return status !== 'Posted' && !processing;
}
