import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRegistered, redirectViolation, withParameters } from '../../src/domain/access/redirect-uris.ts';

describe('redirect address', () => {
  test('is accepted if it is a plain https address', () => {
    for (const good of [
      'https://a.is',
      'https://a.is/',
      'https://a.is:8443/x/y?z=1&w=2',
      'https://xn--slbakki-gza.is/',
    ]) {
      assert.equal(redirectViolation(good, { loopback: false }), null, good);
    }
  });
  test('is refused with a reason otherwise', () => {
    for (const bad of [
      '',
      'a.is/callback',
      '/callback',
      'http://a.is/',
      'HTTPS://a.is/',
      'https:a.is',
      'https://',
      'https://a.is/#x',
      'https://a.is/#',
      'https://u@a.is/',
      'https://u:p@a.is/',
      'https://@a.is/',
      'https://a.is/ x',
      'https://a.is/\n',
      'https://þ.is/',
      'javascript:alert(1)',
      'data:text/html,x',
      `https://a.is/${'x'.repeat(2000)}`,
    ]) {
      for (const loopback of [false, true]) {
        assert.match(redirectViolation(bad, { loopback }) ?? '', /^must /, `${bad} ${loopback}`);
      }
    }
  });
  test('may be a loopback address only if allowed', () => {
    for (const one of [
      'http://127.0.0.1/cb',
      'http://127.0.0.1:80/cb',
      'http://[::1]:8080/',
      'http://localhost:3000/cb',
    ]) {
      assert.equal(redirectViolation(one, { loopback: true }), null, one);
      assert.match(redirectViolation(one, { loopback: false }) ?? '', /^must be an https address/);
    }
    for (const one of [
      'http://127.0.0.2/',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://127.0.0.1@evil.example/',
    ]) {
      assert.notEqual(redirectViolation(one, { loopback: true }), null, one);
    }
  });
  test('matches only the registered text, except for the port of loopback if allowed', () => {
    const registered = ['https://a.is/cb', 'http://127.0.0.1/cb', 'http://[::1]:1/cb'];
    assert.ok(isRegistered('https://a.is/cb', registered, false));
    for (const other of [
      'https://a.is/cb/',
      'https://A.is/cb',
      'https://a.is:443/cb',
      'https://a.is/cb?',
      'https://a.is/c%62',
      '',
    ]) {
      assert.equal(isRegistered(other, registered, true), false, other);
    }
    for (const port of ['http://127.0.0.1:5/cb', 'http://[::1]/cb', 'http://[::1]:65535/cb']) {
      assert.deepEqual(
        [isRegistered(port, registered, true), isRegistered(port, registered, false)],
        [true, false],
      );
    }
    for (const other of [
      'http://127.0.0.1:5/cb/',
      'http://localhost:5/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:5@evil.is/cb',
      'http://127.0.0.1:/cb',
    ]) {
      assert.equal(isRegistered(other, registered, true), false, other);
    }
  });
  test('keeps its query when parameters are added', () => {
    assert.equal(
      withParameters('https://a.is/cb', { code: 'x y', state: undefined }),
      'https://a.is/cb?code=x+y',
    );
    assert.equal(withParameters('https://a.is/cb?z=1', { code: 'x' }), 'https://a.is/cb?z=1&code=x');
    assert.equal(withParameters('https://a.is/cb?', { code: 'x' }), 'https://a.is/cb?code=x');
  });
});
