import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, PROPOSAL_STATES } from '../../src/domain/access/proposal-states.ts';

test('a proposal that waits can end in four ways, and every end is final', () => {
  const events = ['approve', 'decline', 'withdraw', 'expire'] as const;
  assert.deepEqual(
    events.map((event) => decide('waiting', event)),
    ['approved', 'declined', 'withdrawn', 'expired'],
  );
  for (const state of PROPOSAL_STATES.filter((one) => one !== 'waiting'))
    for (const event of events) assert.equal(decide(state, event), null, `${state} ${event}`);
});
