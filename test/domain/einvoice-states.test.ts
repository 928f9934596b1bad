import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EINVOICE_STATES, maySendAgain, statesBefore } from '../../src/domain/invoices/einvoice-states.ts';

describe('e-invoice states', () => {
  test('only move forward, and final states stay', () => {
    const table = Object.fromEntries(EINVOICE_STATES.map((state) => [state, [...statesBefore(state)]]));
    assert.deepEqual(table, {
      queued: ['queued'],
      sent: ['queued'],
      delivered: ['queued', 'sent'],
      rejected: ['queued', 'sent', 'delivered'],
      failed: ['queued', 'sent'],
    });
  });
  test('allow sending again only if the network has not accepted the document', () => {
    assert.deepEqual(EINVOICE_STATES.filter(maySendAgain), ['rejected', 'failed']);
    assert.equal(maySendAgain(''), false);
  });
});
