import { conflict, input, notFound } from './entry.ts';

/** The failures of costs and their approval; see `failure.ts`. */
export const COST_FAILURES = {
  cost_not_found: notFound('No cost found'),
  cost_outcome_refused: input((allowed: string) => `Accounting status must be one of: ${allowed}`),
  cost_not_created: conflict('Only costs with accounting_status Created can be updated via the API'),
  cost_not_movable: conflict(
    'This cost cannot be moved to New (only approved, non-Posted costs can be re-opened for editing)',
  ),
  cost_not_deletable: conflict(
    'This cost cannot be deleted. It may have been posted by bookkeeping or is still being processed',
  ),
  cost_not_approvable: conflict(
    'This cost cannot be approved (only costs with accounting_status New that are not being read can be)',
  ),
  cost_incomplete: input(
    (missing: string) =>
      `This cost has no ${missing}; send what is missing, or allow_missing: true to approve it without`,
  ),
  einvoice_not_answerable: conflict(
    'This cost has no e-invoice with a number whose sender has a kennitala or another address in the network',
  ),
  einvoice_answered: conflict(
    'The sender of this e-invoice has been answered already, and there is no other answer after that',
  ),
  second_approval_needed: conflict(
    'Another person must approve this cost: two people approve what exceeds cost_second_approval_above, and the operator is none of them',
  ),
} as const;
