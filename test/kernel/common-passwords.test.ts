import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCommonPassword } from '../../src/kernel/security/common-passwords.ts';
import { growthBy8, MAX_GROWTH } from '../support/growth.ts';

const ABOUT = ['Norðurslóð ehf.', 'anna.b', 'anna.bjorns', '550123-4520'];

test('finds common passwords, with digits and signs around them and letters replaced', () => {
  for (const password of [
    ...['password', 'Password1', 'p@ssw0rd!', 'passwordpassword', 'Welcome2026!', '123password', 'LYKILORÐ1'],
    ...['12345678', '1234567890', '87654321', 'abcdefgh', 'aaaaaaaa', 'abcabcabc', '11112222', '12121212'],
    ...[
      'qwertyui',
      'qwerty123',
      'asdfghjkl',
      'iloveyou',
      'liverpool',
      'Reykjavík1',
      'sumar2026',
      'jónsson99',
    ],
    ...['19850412', '12.04.1985', '12041985', 'monkey!!!', 'guðrún123', 'trustno1'],
    ...['anna.b2026', 'ANNA.BJORNS', 'nordurslodehf', '5501234520', '550123-4520', 'Norðurslóð ehf.1'],
  ])
    assert.ok(isCommonPassword(password, ABOUT), password);
});

test('accepts passwords that are not made of one common word', () => {
  for (const password of [
    ...['a good password', 'another good password', 'correct horse battery', 'Vetrarsólin skín hátt'],
    ...['password8461937502', 'xK4-vuq2-Zp', 'changed by the operator', 'blár hestur á þaki', '7391846205'],
    ...['annabelle skrifar', 'nýtt lykilorð Önnu', 'mosi&gras&steinn'],
  ])
    assert.ok(!isCommonPassword(password, ABOUT), password);
});

test('takes linear time up to passwords of the greatest length', async () => {
  for (const unit of ['a', 'ab', '1', 'aab']) {
    const growth = await growthBy8((length) => {
      const password = unit
        .repeat(length)
        .slice(0, length - 1)
        .concat('z');
      // One call is too short for the clock.
      for (let n = 0; n < 500; n++) isCommonPassword(password, ABOUT);
    }, 25);
    assert.ok(growth < MAX_GROWTH, `${unit}: ${growth} times as long for 8 times the input`);
  }
});
