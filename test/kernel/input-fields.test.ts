import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import { toFailure, toFailures } from '../../src/kernel/fields/field-failures.ts';
import * as fields from '../../src/kernel/fields/input-fields.ts';
import { UploadedFile } from '../../src/kernel/fields/uploaded-file.ts';

const plain = (value: unknown) =>
  typeof value === 'object' && value !== null && 'toFixed' in value ? String(value) : value;

type Accepted = [input: unknown, value: unknown];
const types: [name: string, field: () => z.ZodType, accepted: Accepted[], refused: [unknown, RegExp][]][] = [
  [
    'text',
    fields.text(5),
    [
      [' a ', 'a'],
      ['a\r\nb', 'a b'],
      [12, '12'],
      ['😀'.repeat(5), '😀'.repeat(5)],
    ],
    [
      ['123456', /5/],
      ['😀'.repeat(6), /5/],
      [true, /text/],
      ['a\0', /UTF-8/],
      ['\ud800', /UTF-8/],
      ['\uFFFD', /UTF-8/],
      ['  ', /is required/],
    ],
  ],
  [
    'flag',
    fields.flag,
    [
      [true, true],
      ['1', true],
      ['true', true],
      [0, false],
      ['false', false],
    ],
    [
      ['yes', /./],
      [2, /./],
      ['', /is required/],
    ],
  ],
  [
    'number',
    fields.number({ places: 2, min: '0', max: '10' }),
    [
      [0.1, '0.1'],
      ['+1.50', '1.5'],
      ['.5', '0.5'],
      [10, '10'],
    ],
    [
      ['1,5', /number/],
      ['1e1', /number/],
      [10.01, /10/],
      [-1, /0/],
      [0.001, /2 decimals/],
      [Number.POSITIVE_INFINITY, /./],
    ],
  ],
  [
    'integer',
    fields.integer(1, 9),
    [
      ['7', 7],
      [' +7 ', 7],
      [9, 9],
    ],
    [
      [0, /1.*9/],
      ['7.0', /1.*9/],
      [7.5, /1.*9/],
      ['seven', /1.*9/],
    ],
  ],
  [
    'date',
    fields.date,
    [[' 2026-02-28 ', '2026-02-28']],
    [
      ['2026-02-29', /./],
      ['28.2.2026', /./],
      [20260228, /./],
    ],
  ],
  ['flexible date', fields.flexibleDate, [['28.2.2026', '2026-02-28']], [['30.2.2026', /./]]],
  [
    'days or date',
    fields.daysOrDate(30),
    [
      ['14', { days: 14 }],
      ['2026-02-28', { date: '2026-02-28' }],
    ],
    [
      [31, /30/],
      [-1, /30/],
    ],
  ],
  [
    'choice',
    fields.choice(['1', 'b']),
    [
      [1, '1'],
      [' b ', 'b'],
    ],
    [
      ['B', /1, b/],
      ['', /is required/],
    ],
  ],
  [
    'guid',
    fields.guid,
    [
      ['ABCDEF01-2345-6789-ABCD-EF0123456789', 'abcdef01-2345-6789-abcd-ef0123456789'],
      ['nobody', '00000000-0000-0000-0000-000000000000'],
      [7, '00000000-0000-0000-0000-000000000000'],
    ],
    [['', /is required/]],
  ],
  [
    'upload',
    fields.upload,
    [],
    [
      ['a text', /file/],
      [new UploadedFile('', Buffer.alloc(0)), /is required/],
    ],
  ],
];

for (const [name, field, accepted, refused] of types) {
  describe(`a field of type ${name}`, () => {
    for (const [input, value] of accepted)
      test(`reads ${JSON.stringify(input)}`, () => assert.deepEqual(plain(field().parse(input)), value));
    for (const [input, problem] of [...refused, [undefined, /is required/], [null, /is required/]] as const)
      test(`refuses ${JSON.stringify(input)}`, () => {
        const { success, error } = field().safeParse(input);
        assert.equal(success, false);
        assert.match(error?.issues[0]?.message ?? '', problem);
      });
  });
}

test('an optional field treats blank as absent, and optional text keeps it as empty', () => {
  for (const input of [undefined, null, ''])
    assert.equal(fields.integer(1, 9).optional().parse(input), undefined);
  assert.equal(fields.text(5).optional().parse('  '), '');
  assert.equal(fields.text(5).optional().parse(null), undefined);
});

test('a clearable field distinguishes an empty value from one that was left out', () => {
  const field = fields.integer(1, 9).clearable();
  assert.deepEqual(
    [undefined, '', '7'].map((input) => field.parse(input)),
    [undefined, null, 7],
  );
});

describe('the failure of an input', () => {
  const schema = fields.object({
    data: fields.object({ items: fields.listOf(fields.object({ qty: fields.integer(1, 9)() }), 2) }),
  });
  const cases: [input: unknown, code: string, field: string][] = [
    [{}, 'field_required', 'data'],
    [{ data: 1 }, 'field_invalid', 'data'],
    [{ data: {} }, 'field_required', 'items'],
    [{ data: { items: [{}] } }, 'field_required', 'items[0].qty'],
    [{ data: { items: [{ qty: 1 }, { qty: 0 }] } }, 'field_invalid', 'items[1].qty'],
    [{ data: { items: [1, 2, 3].map(() => ({ qty: 1 })) } }, 'field_invalid', 'items'],
  ];
  for (const [input, code, field] of cases)
    test(`${JSON.stringify(input)} names ${field}`, () => {
      const { error } = schema.safeParse(input);
      const failure = toFailure(error as z.ZodError);
      assert.deepEqual([failure.code, failure.details[0]], [code, field]);
    });
  test('has one violation for each field', () => {
    const { error } = schema.safeParse({ data: { items: [{}, { qty: 0 }] } });
    assert.equal(toFailures(error as z.ZodError).length, 2);
  });
});
