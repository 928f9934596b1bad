import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isEmailAddress } from '../../src/domain/values/email.ts';

describe('isEmailAddress', () => {
  test('accepts one address with a domain', () => {
    for (const good of ['jon@jonsson.is', 'a+b@c.d.example', 'þóra@kaupandi.is']) {
      assert.equal(isEmailAddress(good), true, good);
    }
  });
  test('refuses names, lists and spaces', () => {
    for (const bad of [
      '',
      'jon',
      '@b.is',
      'a@b',
      'a b@c.is',
      'Jón <a@b.is>',
      'a@b.is,c@d.is',
      'a@b.is\r\nBcc: x@y.is',
    ]) {
      assert.equal(isEmailAddress(bad), false, bad);
    }
  });
});
