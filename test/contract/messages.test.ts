import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import { en } from '../../console/src/i18n/en.ts';
import { core } from '../../console/src/i18n/is-core.ts';
import { rest } from '../../console/src/i18n/is-rest.ts';
import { type FailureCode, failure, failureCodes } from '../../src/kernel/failures/failure.ts';
import { toFailures } from '../../src/kernel/fields/field-failures.ts';
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

const WRONG = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(5000),
  '😀\0',
  -1,
  0,
  0.12345,
  1e30,
  true,
  [],
  [[]],
  {},
  { x: 1 },
];

/** A value for each field that the schema is made of, wrong in every way that JSON can be. */
function* wrongInputs(schema: z.ZodType): Generator<unknown> {
  yield* WRONG;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    yield* wrongInputs(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) {
    yield Array.from({ length: 6000 }, () => null);
    for (const one of wrongInputs(schema.element as z.ZodType)) yield [one];
  }
  if (schema instanceof z.ZodRecord)
    for (const one of wrongInputs(schema.valueType as z.ZodType)) yield { name: one };
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape))
      for (const one of wrongInputs(field as z.ZodType)) yield { [name]: one };
}

test('refusals of schemas have messages of the catalogue, and translations of the console', (t) => {
  const is = { ...core, ...rest };
  const all = [...Object.values(operations), ...Object.values(actions)];
  const inputs = all.map(({ input }) => input as z.ZodType);
  const mute = new Set<string>();
  let refused = 0;
  // A stack for each of the refusals, of which nobody reads one, takes as long as the refusals.
  const { stackTraceLimit } = Error;
  t.after(() => Object.assign(Error, { stackTraceLimit }));
  Error.stackTraceLimit = 0;
  for (const schema of new Set(inputs))
    for (const input of wrongInputs(schema)) {
      const parsed = schema.safeParse(input);
      for (const { code, message, reasons } of parsed.success ? [] : toFailures(parsed.error)) {
        refused += 1;
        const codes = code === 'field_required' ? ['required'] : reasons.map((reason) => reason.code);
        const isSaid = codes.every((one) => `problem.${one}` in en && `problem.${one}` in is);
        // `invalid` stands for a text of zod that nobody has put into words.
        if (codes.length === 0 || codes.includes('invalid') || !isSaid) mute.add(message.replace(/\d+/, ''));
      }
    }
  assert.ok(refused > 10_000, `${refused} refusals`);
  assert.deepEqual([...mute], []);
});
