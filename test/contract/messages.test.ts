import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FailureCode, failure, failureCodes } from '../../src/kernel/failures/failure.ts';
import { endpoints } from '../../src/reference.ts';
import { actions } from '../../src/surfaces/console/actions.ts';
import { operations } from '../../src/surfaces/console/routes.ts';

describe('the catalogue of failures', () => {
  test('has a message for each code that begins with a capital and ends without a full stop', () => {
    for (const { code, message } of failureCodes()) {
      const text = failure(code, ...(['this', 'that', 'other'] as unknown as [])).message;
      for (const one of [message, text]) assert.ok(one.trim().length > 3, `${code}: "${one}"`);
      assert.match(message, /^[A-Z…]/, code);
      assert.doesNotMatch(message, /[.!]$|undefined|\[object/, code);
    }
  });
  test('has codes in snake_case', () => {
    for (const { code } of failureCodes()) assert.match(code, /^[a-z]+(_[a-z]+)*$/);
  });
  test('has not-found messages that do not reveal whether another account has the record', () => {
    const missing = failureCodes().filter(({ kind }) => kind === 'not_found');
    for (const { code, message } of missing) {
      assert.equal(message, `No ${code.replace('_not_found', '').replaceAll('_', ' ')} found`);
    }
  });
  test('has no code for a rule that no operation documents', () => {
    const operationsAndEndpoints = [
      ...endpoints,
      ...Object.values(operations),
      ...Object.values(actions),
      // Every action that can be undone may find another one waiting for its record.
      { refusals: ['action_waiting'] as const },
    ];
    const documented = new Set<FailureCode>(operationsAndEndpoints.flatMap(({ refusals = [] }) => refusals));
    const rules = failureCodes().filter(({ kind }) => ['input', 'not_found', 'conflict'].includes(kind));
    assert.deepEqual(
      rules.map(({ code }) => code).filter((code) => !documented.has(code)),
      [],
    );
  });
});
