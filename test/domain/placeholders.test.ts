import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fillPlaceholders, unknownPlaceholder } from '../../src/domain/placeholders.ts';

const VALUES = {
  number: '12',
  customer: 'Kaupandi ehf.',
  amount: '1.240 kr.',
  due_date: '2.3.2026',
  company: 'Norðurljós',
};

describe('the blanks of a text', () => {
  test('are filled in, as often as they occur', () => {
    assert.equal(
      fillPlaceholders('{number}/{number}: {amount} – {due_date}', VALUES),
      '12/12: 1.240 kr. – 2.3.2026',
    );
    assert.equal(fillPlaceholders('no blanks', VALUES), 'no blanks');
    assert.equal(fillPlaceholders('', VALUES), '');
  });
  test('that end in a full stop do not get a second one', () => {
    assert.equal(fillPlaceholders('Góðan dag, {customer}.', VALUES), 'Góðan dag, Kaupandi ehf.');
    assert.equal(fillPlaceholders('Kveðja, {company}.', VALUES), 'Kveðja, Norðurljós.');
    assert.equal(fillPlaceholders('{customer}, takk.', VALUES), 'Kaupandi ehf., takk.');
  });
  test('are not filled in twice: a customer may be called like one', () => {
    assert.equal(fillPlaceholders('{customer}', { ...VALUES, customer: '{amount} $& $1' }), '{amount} $& $1');
  });
  test('that nobody knows are told by the first of them', () => {
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
