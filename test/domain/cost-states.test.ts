import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  COST_STATUSES,
  type CostAction,
  type CostStatus,
  mayCost,
} from '../../src/domain/costs/cost-states.ts';

const allowed: Record<string, [CostAction, CostStatus[]]> = {
  'approve a cost': ['approve', ['New']],
  'record the result of bookkeeping': ['record_outcome', ['Created']],
  'move a cost to New': ['move_to_new', ['Created', 'Skipped', 'Error']],
  'delete a cost': ['delete', ['New', 'Created', 'Skipped', 'Error']],
};

describe('cost states', () => {
  for (const [what, [action, from]] of Object.entries(allowed)) {
    for (const status of COST_STATUSES) {
      test(`${from.includes(status) ? 'allow' : 'forbid'} to ${what} with status ${status}`, () => {
        assert.equal(mayCost({ status, processing: false, imported: false }, action), from.includes(status));
      });
      test(`forbid to ${what} with status ${status} while it is being read`, () => {
        assert.equal(mayCost({ status, processing: true, imported: false }, action), false);
      });
      test(`forbid to ${what} with status ${status} where another account has reported it`, () => {
        assert.equal(mayCost({ status, processing: false, imported: true }, action), false);
      });
    }
  }
});
