import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillPlaceholders, unknownPlaceholder } from '../../src/domain/strings/placeholders.ts';

const VALUES = {
  number: '12',
  customer: 'Kaupandi ehf.',
  amount: '1.240 kr.',
  due_date: '2.3.2026',
  company: 'Norðurljós',
};

describe('placeholders', () => {
  test('are replaced at every occurrence', () => {
    assert.equal(
      fillPlaceholders('{number}/{number}: {amount} – {due_date}', VALUES),
      '12/12: 1.240 kr. – 2.3.2026',
    );
    assert.equal(fillPlaceholders('no blanks', VALUES), 'no blanks');
    assert.equal(fillPlaceholders('', VALUES), '');
  });
  test('do not duplicate a full stop', () => {
    assert.equal(fillPlaceholders('Góðan dag, {customer}.', VALUES), 'Góðan dag, Kaupandi ehf.');
    assert.equal(fillPlaceholders('Kveðja, {company}.', VALUES), 'Kveðja, Norðurljós.');
    assert.equal(fillPlaceholders('{customer}, takk.', VALUES), 'Kaupandi ehf., takk.');
  });
  test("are not replaced in values, such as a customer's name", () => {
    assert.equal(fillPlaceholders('{customer}', { ...VALUES, customer: '{amount} $& $1' }), '{amount} $& $1');
  });
  test('are reported by the first unknown one', () => {
    for (const [text, unknown] of [
      ['{number} {customer} {amount} {due_date} {company}', null],
      ['{name}', '{name}'],
      ['{number} {x} {y}', '{x}'],
      ['{}', '{}'],
      ['{ number }', '{ number }'],
      ['{Number}', '{Number}'],
      ['{constructor}', '{constructor}'],
      ['{{number}}', null],
      ['a { b', null],
      ['a } b {', null],
    ] as const) {
      assert.equal(unknownPlaceholder(text), unknown, text);
    }
  });
});
