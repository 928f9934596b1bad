import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isOnItsWay, resendLabel, shownState } from '../../console/src/screens/webhooks/delivery-state.ts';

const attempt = { at: '2026-03-17 12:00:00', status: 500, duration_ms: 3, error: '', answer: '' };
const delivery = (state: 'waiting' | 'delivered' | 'failed', attempts: number, type = 'invoice.paid') => ({
  state,
  type,
  tries: Array.from({ length: attempts }, () => attempt),
});

describe('a delivery of a webhook in the console', () => {
  test('is shown as failing once an attempt has failed, and can be sent now', () => {
    const shown = (one: ReturnType<typeof delivery>) => [
      shownState(one),
      resendLabel(one, { state: 'active' }),
    ];
    assert.deepEqual(shown(delivery('waiting', 0)), ['waiting', null]);
    assert.deepEqual(shown(delivery('waiting', 1)), ['failing', 'webhooks.send-now']);
    assert.deepEqual(shown(delivery('failed', 10)), ['failed', 'webhooks.resend']);
    assert.deepEqual(shown(delivery('delivered', 1)), ['delivered', 'webhooks.resend']);
    assert.deepEqual(shown(delivery('failed', 1, 'webhook.test')), ['failed', null]);
    assert.equal(resendLabel(delivery('waiting', 1), { state: 'disabled' }), null);
  });
  test('is shown as pending once it is due, and not while it waits for the next attempt', () => {
    const now = new Date('2026-03-17T12:00:00Z');
    const due = (state: 'waiting' | 'delivered', next_at: string | null) =>
      isOnItsWay({ state, next_at }, now);
    assert.equal(due('waiting', '2026-03-17 11:59:59'), true);
    assert.equal(due('waiting', '2026-03-17 12:04:00'), false);
    assert.equal(due('delivered', null), false);
  });
});
