import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  COST_STATUSES,
  type CostStatus,
  canApprove,
  canDelete,
  canMoveToNew,
  canRecordOutcome,
} from '../../src/domain/costs/cost-states.ts';

const allowed: Record<
  string,
  [(state: { status: CostStatus; processing: boolean }) => boolean, CostStatus[]]
> = {
  'approve a cost': [canApprove, ['New']],
  'record the result of bookkeeping': [canRecordOutcome, ['Created']],
  'move a cost to New': [canMoveToNew, ['Created', 'Skipped', 'Error']],
  'delete a cost': [canDelete, ['New', 'Created', 'Skipped', 'Error']],
};

describe('cost states', () => {
  for (const [what, [can, from]] of Object.entries(allowed)) {
    for (const status of COST_STATUSES) {
      test(`${from.includes(status) ? 'allow' : 'forbid'} to ${what} with status ${status}`, () => {
        assert.equal(can({ status, processing: false }), from.includes(status));
      });
      test(`forbid to ${what} with status ${status} while it is being read`, () => {
        assert.equal(can({ status, processing: true }), false);
      });
    }
  }
});
