import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatIban, ibanOf } from '../../src/domain/values/iban.ts';

describe('ibanOf', () => {
  test('consists of account number and kennitala', () => {
    assert.equal(formatIban(ibanOf('015926007654', '5510730339')), 'IS14 0159 2600 7654 5510 7303 39');
  });
  test('has valid check digits for every account', () => {
    for (let account = 0; account < 200; account++) {
      const iban = ibanOf(String(account * 7_919).padStart(12, '0'), '5510730339');
      const moved = `${iban.slice(4)}1828${iban.slice(2, 4)}`;
      assert.equal(BigInt(moved) % 97n, 1n, iban);
      assert.equal(iban.length, 26);
    }
  });
  test('is empty if the account or its owner is unknown', () => {
    for (const [account, owner] of [
      ['', '5510730339'],
      ['015926007654', ''],
      ['0159-26-007654', '5510730339'],
    ] as const)
      assert.equal(ibanOf(account, owner), '');
  });
});
