import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, Person } from '../support/person.ts';
import { onBothDatabases } from '../support/service.ts';

// A complete run executes this on the embedded database too: `lower` changes ASCII letters only on the server of the tests.
onBothDatabases('a username in another spelling', (kvitt) => {
  const signIn = async (username: string) =>
    (await new Person(kvitt.url).signIn({ username }, '/account', PASSWORD)).status;

  test('cannot sign in where the counters of failed attempts treat it as another name', async () => {
    const { username } = await kvitt.account({ username: `birgitti-${process.pid}` });
    for (const other of ['bİrgitti', 'birgİtti', 'bİrgİttİ'])
      assert.equal(await signIn(username.replace('birgitti', other)), 401, other);
    assert.equal(await signIn(username.toUpperCase()), 303);
  });
});
