import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PASSWORD, Person } from '../support/person.ts';
import { TestService } from '../support/service.ts';

// On the embedded database, because the server of the tests has the locale C, whose `lower` changes ASCII letters only.
describe('a username in another spelling (embedded)', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('embedded', { KVITT_RATE_LIMIT: 'on' }));
  after(() => kvitt.stop());

  const signIn = async (username: string, password = PASSWORD) =>
    (await new Person(kvitt.url).signIn({ username }, '/account', password)).status;

  test('has no attempts of its own: the database takes İ for i, the counters do not', async () => {
    const { username } = await kvitt.account({ username: `birgitti-${process.pid}` });
    for (let n = 0; n < 10; n++) assert.equal(await signIn(username, 'wrong'), 401);
    assert.equal(await signIn(username), 429);
    for (const other of ['bİrgitti', 'birgİtti', 'bİrgİttİ'])
      assert.equal(await signIn(username.replace('birgitti', other)), 401, other);
  });

  test('signs in where only the case of its letters differs', async () => {
    const { username } = await kvitt.account({ username: `þórdís-${process.pid}` });
    assert.equal(await signIn(username.toUpperCase()), 303);
  });
});
