import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluateMatching } from '../../eval/bank/evaluate.ts';
import { totalOf } from '../../src/domain/bank/actions.ts';
import { memoryKeys, nameLikeness, numbersIn, subsetsOf } from '../../src/domain/bank/matching/evidence.ts';
import type { Facts, MatchedLine, OpenDocument } from '../../src/domain/bank/matching/facts.ts';
import { proposeBookings } from '../../src/domain/bank/matching/propose.ts';
import { decimal, ZERO } from '../../src/domain/values/money.ts';

const line = (amount: number, fields: Partial<MatchedLine> = {}): MatchedLine => ({
  day: '2026-03-16',
  amount: decimal(amount),
  isReversal: false,
  currency: 'ISK',
  text: '',
  reference: '',
  name: '',
  kennitala: '',
  account: '',
  bankAccountGuid: 'own',
  ...fields,
});

const invoice = (number: string, remaining: number, fields: Partial<OpenDocument> = {}): OpenDocument => ({
  guid: `i${number}`,
  number,
  kind: 'invoice',
  customerGuid: 'c1',
  customerName: 'Kaupandi ehf.',
  kennitala: '5501234520',
  currency: 'ISK',
  rate: decimal(1),
  remaining: decimal(remaining),
  dueDate: '2026-03-01',
  hasClaim: false,
  ...fields,
});

const facts = (fields: Partial<Facts>): Facts => ({
  documents: [],
  customers: [],
  costs: [],
  payments: [],
  accounts: [],
  memories: [],
  mirrors: [],
  ...fields,
});

const byCard = (received: number, payout: string) => ({
  guid: `${payout} ${received}`,
  source: 'payment_link',
  received: decimal(received),
  currency: 'ISK',
  day: '2026-03-12',
  kennitala: '',
  name: '',
  payout,
});

describe('lines with a known truth', () => {
  test('are never booked wrongly automatically, and nearly all have the right proposal', () => {
    const { lines, second, wrong, automatic } =
      evaluateMatching(1000, 20_260_316).get('all') ?? assert.fail();
    assert.equal(wrong, 0);
    assert.ok(second / lines >= 0.95, `${second} of ${lines}`);
    assert.ok(automatic / lines >= 0.4, `${automatic} of ${lines}`);
  });
});

describe('a proposal is certain', () => {
  const scores: [what: string, MatchedLine, Partial<Facts>, score: number | undefined][] = [
    ['by number and sum', line(500, { text: 'Reikningur 17' }), { documents: [invoice('17', 500)] }, 1],
    ['by kennitala and sum', line(500, { kennitala: '5501234520' }), { documents: [invoice('17', 500)] }, 1],
    [
      'not where the money goes back',
      line(500, { kennitala: '5501234520', isReversal: true }),
      { documents: [invoice('17', 500)] },
      0.95,
    ],
    ['not by sum alone', line(500), { documents: [invoice('17', 500)] }, 0.5],
    [
      'not where two invoices of the payer have the sum',
      line(500, { kennitala: '5501234520' }),
      { documents: [invoice('17', 500), invoice('18', 500)] },
      0.95,
    ],
    [
      'not where the payer owes something else than the named invoice',
      line(500, { text: 'Reikningur 17', kennitala: '5902697199' }),
      {
        documents: [
          invoice('17', 500),
          invoice('18', 900, { kennitala: '5902697199', customerGuid: 'c2', customerName: 'Annar' }),
        ],
      },
      0.9,
    ],
    [
      'not while the bank collects the invoice itself',
      line(500, { text: 'Reikningur 17' }),
      { documents: [invoice('17', 500, { hasClaim: true })] },
      0.99,
    ],
    [
      'not where a payment of that sum is in the books already',
      line(500, { kennitala: '5501234520' }),
      {
        documents: [invoice('17', 500)],
        payments: [
          {
            guid: 'p',
            source: 'manual',
            received: decimal(500),
            currency: 'ISK',
            day: '2026-03-15',
            kennitala: '5501234520',
            name: 'Kaupandi ehf.',
            payout: '',
          },
        ],
      },
      0.97,
    ],
    [
      'the payments of a payout, less what was refunded',
      line(700, { text: 'STRIPE' }),
      { payments: [byCard(500, 'po_1'), byCard(300, 'po_1'), byCard(-100, 'po_1'), byCard(900, 'po_2')] },
      0.98,
    ],
    ['not a part of a payout', line(500), { payments: [byCard(500, 'po_1'), byCard(300, 'po_1')] }, 0.6],
    ['and there is none for nothing', line(0), { documents: [invoice('17', 500)] }, undefined],
  ];
  for (const [what, received, known, score] of scores)
    test(what, () => assert.equal(proposeBookings(received, facts(known))[0]?.score, score));
});

describe('what a text says', () => {
  const numbers: [text: string, sure: string[], all: string[]][] = [
    ['Reikningur 17', ['17'], ['17']],
    ['reikn. nr. 17, 18 og 19', ['17', '18', '19'], ['17', '18', '19']],
    ['Leiga mars 2026', [], ['2026']],
    ['3. hæð', [], ['3']],
    ['0001042', ['1042'], ['1042']],
    ['greitt 5.3.2026 kt. 550123-4520', [], []],
    ['1.234,50 kr.', [], []],
  ];
  for (const [text, sure, all] of numbers)
    test(`numbers in: ${text}`, () => {
      const found = numbersIn({ text, reference: '' });
      assert.deepEqual([[...found.sure], [...found.all]], [sure, all]);
    });
  const names: [a: string, b: string, likeness: number][] = [
    ['Kaupandi ehf.', 'KAUPANDI EHF', 1],
    ['Jón Þór Jónsson', 'Jon Thor Jonsson', 1],
    ['Jón Jónsson', 'Jón Jónssson', 0.9],
    ['Jón Þór Jónsson', 'Jón Jónsson', 0.9],
    ['Jón Jónsson', 'Anna Jónsson', 0],
    ['Smíði Norðurlands', 'Smíði Suðurlands', 0],
    ['', 'Jón', 0],
  ];
  for (const [a, b, likeness] of names)
    test(`${a || 'nothing'} and ${b}`, () => assert.equal(nameLikeness(a, b), likeness));
  test('is remembered without its numbers', () => {
    assert.deepEqual(memoryKeys(line(1, { text: 'Leiga 3/2026', name: 'Jón', kennitala: '1' })), [
      'id:1',
      'name:jon',
      'text:leiga',
    ]);
  });
});

describe('sums', () => {
  test('of several invoices are found, at most two of them', () => {
    const all = [invoice('1', 100), invoice('2', 200), invoice('3', 300), invoice('4', 400)];
    const found = subsetsOf(all, decimal(500)).map((set) => set.map(({ number }) => number));
    assert.deepEqual(found, [
      ['1', '4'],
      ['2', '3'],
    ]);
    assert.deepEqual(subsetsOf(all, decimal(50)), []);
  });
  test('of actions follow the direction of the line, and fees are deductions', () => {
    const actions = [
      { type: 'payment', amount: '1000', allocations: [] },
      { type: 'fee', amount: '25' },
    ] as const;
    assert.equal(totalOf(decimal(975), actions, []).toFixed(), '975');
    assert.equal(totalOf(decimal(-1025), actions, []).toFixed(), '-1025');
    const settled = [{ guid: 'p', received: decimal(-100) }];
    assert.equal(totalOf(decimal(1), [{ type: 'settled', payments: ['p'] }], settled).toFixed(), '-100');
    assert.equal(totalOf(ZERO, [], []).toFixed(), '0');
  });
});
