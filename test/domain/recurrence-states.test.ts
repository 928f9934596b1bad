import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canApply, RECURRING_STATES, type RecurringEvent } from '../../src/domain/sales/recurrence-states.ts';

describe('recurring template', () => {
  const cases: [RecurringEvent, string[]][] = [
    ['pause', ['active']],
    ['resume', ['paused']],
    ['stop', ['active', 'paused']],
  ];
  for (const [event, from] of cases) {
    it(`allows ${event} only while ${from.join(' or ')}`, () =>
      assert.deepEqual(
        RECURRING_STATES.filter((state) => canApply(state, event)),
        from,
      ));
  }
});
