import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  MAX_WEBHOOK_ATTEMPTS,
  secondsToPause,
  secondsUntilWebhookRetry,
} from '../../src/domain/service/webhook-retry.ts';

const HOUR = 3600;

describe('retries of a webhook delivery', () => {
  const delay = (attempts: number, more: object = {}) =>
    secondsUntilWebhookRetry({ attempts, retryAfter: null, random: 0, ...more });

  test('tries ten times over three days', () => {
    const delays = Array.from({ length: MAX_WEBHOOK_ATTEMPTS }, (_, n) => delay(n + 1));
    const hours = [2, 5, 10, 14, 20, 24].map((one) => one * HOUR);
    assert.deepEqual(delays, [5, 300, 1800, ...hours, null]);
  });
  test('brings an attempt forward by up to a tenth, never back', () => {
    for (const random of [0, 0.5, 0.999]) {
      const seconds = delay(2, { random }) ?? 0;
      assert.ok(seconds <= 300 && seconds > 270 - 1e-9, `${seconds}`);
    }
  });
  test('waits as long as the receiver asks for, up to a day, and not less than the schedule', () => {
    assert.equal(delay(1, { retryAfter: 120 }), 120);
    assert.equal(delay(1, { retryAfter: 1 }), 5);
    assert.equal(delay(1, { retryAfter: 1_000_000 }), 24 * HOUR);
    assert.equal(delay(MAX_WEBHOOK_ATTEMPTS, { retryAfter: 120 }), null);
  });
  test('pauses after twenty failures in a row, longer each time', () => {
    assert.deepEqual([1, 19, 20, 21, 22, 40].map(secondsToPause), [null, null, 60, 120, 240, 900]);
  });
});
