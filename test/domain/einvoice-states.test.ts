import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EINVOICE_STATES, maySendAgain, statesBefore } from '../../src/domain/einvoice-states.ts';

describe('the states of an e-invoice', () => {
  test('go forward, and the last ones stay', () => {
    const table = Object.fromEntries(EINVOICE_STATES.map((state) => [state, [...statesBefore(state)]]));
    assert.deepEqual(table, {
      queued: ['queued'],
      sent: ['queued'],
      delivered: ['queued', 'sent'],
      rejected: ['queued', 'sent', 'delivered'],
      failed: ['queued', 'sent'],
    });
  });
  test('let a document be sent again only when the network has not taken it', () => {
    assert.deepEqual(EINVOICE_STATES.filter(maySendAgain), ['rejected', 'failed']);
    assert.equal(maySendAgain(''), false);
  });
});
