import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPlainName, isPlainText, withoutLinks } from '../../src/domain/strings/plain-text.ts';
import { growthBy8, MAX_GROWTH } from '../support/growth.ts';

const PLAIN = [
  'Anna Jónsdóttir',
  'visir.is ehf.',
  'Olís hf. / verslun',
  'Møller A/S',
  'O’Brien & Sons, c/o Þór',
  'Jón (eldri) nr. 7',
  '李小龍',
  'محمد',
  'St. 2.h.v.',
  '10.5/2',
];
const REFUSED = [
  'Verify now at http://evil.example/login',
  'HTTPS://EVIL.example',
  'ftp://x',
  'see www.evil.example',
  'WWW.EVIL.IS',
  'go to evil.example/login',
  'evil.is?a=1',
  'evil.is#x',
  'evil.is\\login',
  'evil.is:8080/x',
  'þjófur.is/x',
  'a\nb',
  'a\tb',
  'a\u0007b',
  'a\u0085b',
  'a\u202eb',
  'a\u2066b',
  'a\u200bb',
  'a\u200fb',
  'a\u2028b',
  'a\ufeffb',
  'a\u00adb',
  'a\u061cb',
  'evil。example',
  'evil．example',
  'evil｡example',
  'evil[.]example',
  'evil (.) example',
  'evil[dot]example',
];

describe('text of strangers', () => {
  test('accepts names of people and companies', () => {
    for (const text of PLAIN) assert.ok(isPlainText(text) && isPlainName(text), text);
  });

  test('refuses web addresses, control characters, bidi controls and zero-width characters', () => {
    for (const text of REFUSED) assert.ok(!isPlainText(text), JSON.stringify(text));
  });

  test('refuses telephone numbers in names', () => {
    for (const name of ['Call +354 555 1234 NOW your account is locked', 'Hringdu 555-1234', '(354) 5551234'])
      assert.deepEqual([isPlainText(name), isPlainName(name)], [true, false], name);
    for (const name of ['66°Norður', 'H2 ehf.', 'Félag 1918-2018'.slice(0, 10), '101 Reykjavík 24'])
      assert.ok(isPlainName(name), name);
  });

  test('replaces web addresses where a name must be shown', () => {
    assert.equal(withoutLinks('Locked! http://evil.example/a?b now'), 'Locked! … now');
    assert.equal(withoutLinks('Locked (www.evil.is), evil.is/x.'), 'Locked … …');
    for (const text of PLAIN) assert.equal(withoutLinks(text), text);
  });

  test('takes linear time', async () => {
    for (const unit of ['a.', 'a', 'www', 'a-.a', '1', '1 ', '1   (', 'a [', 'a。']) {
      const growth = await growthBy8((size) => {
        const text = unit.repeat(size / unit.length);
        isPlainName(text);
        withoutLinks(text);
      }, 12_500);
      assert.ok(growth < MAX_GROWTH, `${unit}: ${growth} times as long for 8 times the input`);
    }
  });
});
