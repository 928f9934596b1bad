import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  COST_CODES,
  CURRENCIES,
  isCostCode,
  LANGS,
  OUTPUT_SELECT,
  PAYMENT_METHODS,
  UOMS,
} from '../../src/domain/values/codes.ts';

describe('code lists', () => {
  test('have the specified number of distinct members', () => {
    assert.equal(new Set(CURRENCIES).size, 26);
    assert.equal(new Set(UOMS).size, 12);
    assert.deepEqual([...LANGS], ['is', 'en']);
    assert.deepEqual([...OUTPUT_SELECT], ['2', '3', '4']);
    assert.equal(Object.keys(COST_CODES).length, 25);
    assert.equal(new Set(Object.values(COST_CODES)).size, 25);
  });

  test('have currencies of three capitals and units of three letters or digits', () => {
    for (const currency of CURRENCIES) assert.match(currency, /^[A-Z]{3}$/);
    for (const uom of UOMS) assert.match(uom, /^[A-Z0-9]{3}$/);
  });

  test('number the payment methods 1 to 9', () => {
    assert.deepEqual(
      PAYMENT_METHODS.map((m) => m.code),
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
    assert.equal(PAYMENT_METHODS[8].name, 'Direct deposit');
  });

  test('accept cost codes only as numbers, never a name or an inherited key', () => {
    for (const code of ['3028', '2353', '9535', '5028']) assert.equal(isCostCode(code), true, code);
    for (const code of ['Items', '0000', '', 'toString', '302']) assert.equal(isCostCode(code), false, code);
  });
});
