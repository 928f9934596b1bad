export const COST_STATUSES = ['New', 'Created', 'Posted', 'Skipped', 'Error'] as const;
export type CostStatus = (typeof COST_STATUSES)[number];

/** What bookkeeping may say of a cost that was handed to it. */
export const COST_OUTCOMES = ['Posted', 'Skipped', 'Error'] as const;
export type CostOutcome = (typeof COST_OUTCOMES)[number];

/** A cost that is still being read belongs to nobody yet, whatever its status says. */
export interface CostState {
  status: CostStatus;
  processing: boolean;
}

/** A person has looked at it and hands it to bookkeeping. */
export function canApprove({ status, processing }: CostState): boolean {
  return status === 'New' && !processing;
}

export function canRecordOutcome({ status, processing }: CostState): boolean {
  return status === 'Created' && !processing;
}

/** Opened again for editing. What bookkeeping has posted stays as it is. */
export function canMoveToNew({ status, processing }: CostState): boolean {
  return (status === 'Created' || status === 'Skipped' || status === 'Error') && !processing;
}

export function canDelete({ status, processing }: CostState): boolean {
  return status !== 'Posted' && !processing;
}
