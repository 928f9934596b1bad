import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type FailureCode, failure, failureCodes } from '../../src/kernel/failures/failure.ts';
import { endpoints } from '../../src/service.ts';
import { operations } from '../../src/surfaces/console/routes.ts';

describe('the catalogue of failures', () => {
  test('has a message for each, that begins like a sentence and needs no full stop', () => {
    for (const { code, message } of failureCodes()) {
      const text = failure(code, ...(['this', 'that', 'other'] as unknown as [])).message;
      for (const one of [message, text]) assert.ok(one.trim().length > 3, `${code}: "${one}"`);
      assert.match(message, /^[A-Z…]/, code);
      assert.doesNotMatch(message, /[.!]$|undefined|\[object/, code);
    }
  });
  test('has codes that programs can compare', () => {
    for (const { code } of failureCodes()) assert.match(code, /^[a-z]+(_[a-z]+)*$/);
  });
  test('has no failure of a record that says whether another account has it', () => {
    const missing = failureCodes().filter(({ kind }) => kind === 'not_found');
    for (const { code, message } of missing) {
      assert.equal(message, `No ${code.replace('_not_found', '').replaceAll('_', ' ')} found`);
    }
  });
  test('has no code for a rule that nothing is documented to refuse by', () => {
    const served = [...endpoints, ...Object.values(operations)];
    const documented = new Set<FailureCode>(served.flatMap(({ refusals = [] }) => refusals));
    const rules = failureCodes().filter(({ kind }) => ['input', 'not_found', 'conflict'].includes(kind));
    assert.deepEqual(
      rules.map(({ code }) => code).filter((code) => !documented.has(code)),
      [],
    );
  });
});
