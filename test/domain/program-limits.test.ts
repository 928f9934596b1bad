import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  canMakeWait,
  defaultLimits,
  exceededLimits,
  type LimitName,
  type ProgramLimits,
  widerLimits,
} from '../../src/domain/access/program-limits.ts';
import { decimal, ZERO } from '../../src/domain/values/money.ts';

const FREE = defaultLimits({ isSelfRegistered: false });
const UNUSED = { amount: ZERO, documents: 0 };
const write = (amount: number | null, more = {}) => ({
  documents: 1,
  largest: amount === null ? null : decimal(amount),
  amount: amount === null ? null : decimal(amount),
  isNewRecipient: false,
  ...more,
});

const cases: [
  name: string,
  limits: Partial<ProgramLimits>,
  written: ReturnType<typeof write>,
  passed: LimitName[],
  used?: { amount: number; documents: number },
][] = [
  ['nothing without bounds', {}, write(1e12), []],
  ['the mode', { mode: 'propose' }, write(1), ['mode']],
  ['not a sum that equals its bound', { max_amount: 100 }, write(100), []],
  ['a sum above its bound', { max_amount: 100 }, write(100.01), ['max_amount']],
  ['a bound of 0 with any sum', { max_amount: 0 }, write(0.01), ['max_amount']],
  ['not a bound of 0 with a sum of 0', { max_amount: 0 }, write(0), []],
  [
    'the day with what was used',
    { max_amount_per_day: 100 },
    write(41),
    ['max_amount_per_day'],
    { amount: 60, documents: 1 },
  ],
  ['not the day that is filled', { max_amount_per_day: 100 }, write(40), [], { amount: 60, documents: 1 }],
  [
    'the number of documents',
    { max_documents_per_day: 2 },
    write(0),
    ['max_documents_per_day'],
    { amount: 0, documents: 2 },
  ],
  [
    'not the sum of several with the bound of one',
    { max_amount: 100 },
    write(150, { documents: 2, largest: decimal(100) }),
    [],
  ],
  [
    'the bound of one with the largest of several',
    { max_amount: 99 },
    write(150, { documents: 2, largest: decimal(100) }),
    ['max_amount'],
  ],
  [
    'the number of documents with several at once',
    { max_documents_per_day: 2 },
    write(0, { documents: 3 }),
    ['max_documents_per_day'],
  ],
  [
    'not the number of documents that is filled by several',
    { max_documents_per_day: 2 },
    write(0, { documents: 2 }),
    [],
  ],
  [
    'every bound on amounts without a rate',
    { max_amount: 1, max_amount_per_day: 1 },
    write(null),
    ['max_amount', 'max_amount_per_day'],
  ],
  ['a new recipient', { new_recipients: 'propose' }, write(1, { isNewRecipient: true }), ['new_recipients']],
  [
    'no bound with what has no sum',
    { max_amount: 0, max_documents_per_day: 0 },
    write(0, { documents: 0 }),
    [],
  ],
  [
    'several, in their order',
    { mode: 'propose', max_amount: 0, max_documents_per_day: 0 },
    write(1),
    ['mode', 'max_amount', 'max_documents_per_day'],
  ],
];

for (const [name, limits, written, passed, used] of cases)
  test(`a write passes ${name}`, () => {
    const use = used ? { amount: decimal(used.amount), documents: used.documents } : UNUSED;
    const all = { ...FREE, ...limits };
    assert.deepEqual(exceededLimits(all, written, use), passed);
    if (passed.length > 0) assert.ok(canMakeWait(all));
  });

test('a program that registered itself proposes, and others act without bounds', () => {
  assert.ok(!canMakeWait(FREE));
  const { mode, new_recipients } = defaultLimits({ isSelfRegistered: true });
  assert.deepEqual([mode, new_recipients], ['propose', 'propose']);
});

test('raising limits accepts only higher limits', () => {
  const current: ProgramLimits = {
    mode: 'propose',
    max_amount: 1000,
    max_amount_per_day: null,
    max_documents_per_day: 0,
    new_recipients: 'act',
  };
  const rows: [wanted: Partial<ProgramLimits>, wider: Partial<ProgramLimits>][] = [
    [
      { mode: 'act', max_amount: 1001 },
      { mode: 'act', max_amount: 1001 },
    ],
    [{ mode: 'propose', max_amount: 1000, new_recipients: 'act' }, {}],
    [{ mode: 'read', max_amount: 999, max_amount_per_day: 5, new_recipients: 'propose' }, {}],
    [
      { max_amount: null, max_amount_per_day: null, max_documents_per_day: 1 },
      { max_amount: null, max_documents_per_day: 1 },
    ],
  ];
  for (const [wanted, wider] of rows) assert.deepEqual(widerLimits(current, wanted), wider);
  assert.deepEqual(widerLimits({ ...current, mode: 'read' }, { mode: 'propose' }), { mode: 'propose' });
});
