import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type StatementFact, statementMovements } from '../../src/domain/payments/statement.ts';
import { sum } from '../../src/domain/values/money.ts';

const fact = (fields: Partial<StatementFact>): StatementFact => ({
  date: '2026-03-01',
  kind: 'invoice',
  document: 1,
  invoice: 1,
  number: '1',
  guid: '',
  due_date: null,
  amount: '0',
  moves: null,
  ...fields,
});
const paid = (date: string, amount: string) => fact({ date, kind: 'payment', amount, moves: `-${amount}` });

function rowsOf(facts: StatementFact[], currency = 'ISK') {
  return statementMovements(facts, currency).map(({ date, kind, amount, applied }) => [
    date.slice(-2),
    kind,
    amount.toNumber(),
    applied.toNumber(),
  ]);
}

describe('movements of a statement', () => {
  test('round the remainder of an invoice on the day of each payment', () => {
    const facts = [fact({ amount: '1240.62' }), paid('2026-03-05', '600.4'), paid('2026-03-09', '640')];
    assert.deepEqual(rowsOf(facts), [
      ['01', 'invoice', 1241, 0],
      ['05', 'payment', -600.4, 0],
      ['05', 'rounding', -0.6, 0],
      ['09', 'payment', -640, 0],
    ]);
  });

  test('end a day where the balance stood then, whatever came later', () => {
    const facts = [
      fact({ amount: '100.4' }),
      fact({ date: '2026-03-02', kind: 'credit', document: 2, number: '2', amount: '50.4' }),
      paid('2026-03-05', '50'),
    ];
    const until = (day: string) =>
      sum(
        statementMovements(facts, 'ISK')
          .filter(({ date }) => date <= day)
          .map(({ amount }) => amount),
      ).toNumber();
    assert.deepEqual(['2026-03-01', '2026-03-02', '2026-03-05'].map(until), [100, 50, 0]);
  });

  test('show applied credit and its reversal without a change of the balance', () => {
    const applied = { kind: 'credit_applied', amount: '300', moves: '0' } as const;
    assert.deepEqual(
      rowsOf([
        fact({ kind: 'payment', document: 0, invoice: 0, number: '', moves: '-500' }),
        fact({ amount: '1000' }),
        fact({ date: '2026-03-03', ...applied }),
        fact({ date: '2026-03-04', kind: 'reversal', amount: '-300', moves: '0' }),
        fact({ date: '2026-03-05', ...applied, moves: '-100' }),
      ]),
      [
        ['01', 'payment', -500, 0],
        ['01', 'invoice', 1000, 0],
        ['03', 'credit_applied', 0, 300],
        ['04', 'reversal', 0, -300],
        ['05', 'credit_applied', -100, 300],
      ],
    );
  });

  test('keep the cents of other currencies', () => {
    const facts = [fact({ amount: '100.45' }), paid('2026-03-05', '50.2')];
    assert.deepEqual(rowsOf(facts, 'EUR'), [
      ['01', 'invoice', 100.45, 0],
      ['05', 'payment', -50.2, 0],
    ]);
  });
});
