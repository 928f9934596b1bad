import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInToConsole } from '../../support/console-client.ts';
import { Person } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('the language of the screens', (kvitt) => {
  const langOf = (page: { text: string }) => /<html lang="(\w+)">/.exec(page.text)?.[1];

  test('goes with the person to a browser that knows nothing yet, and not to other people', async () => {
    const seller = await kvitt.account();
    const desk = await signInToConsole(seller);
    await desk.ok('set-language', { lang: 'is' });
    const elsewhere = new Person(kvitt.url);
    await elsewhere.signIn(seller);
    assert.equal(langOf(await elsewhere.get('/account')), 'is', 'although the browser asks for English');
    const stranger = new Person(kvitt.url);
    await stranger.signIn(await kvitt.account());
    assert.equal(langOf(await stranger.get('/account')), 'en');
  });

  test('is one of two', async () => {
    const desk = await signInToConsole(await kvitt.account());
    await desk.assertRefused('set-language', [
      [{}, 'field_required: Field lang is required'],
      [{ lang: 'da' }, 'field_invalid: Field lang must be one of: is, en'],
      [{ lang: ['is'] }, 'field_invalid: Field lang must be one of: is, en'],
    ]);
  });
});
