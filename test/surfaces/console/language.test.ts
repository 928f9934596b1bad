import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInToConsole } from '../../support/console-client.ts';
import { Person } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('console language', (kvitt) => {
  const readLang = (page: { text: string }) => /<html lang="(\w+)">/.exec(page.text)?.[1];

  test('follows the person to a new browser, and not other people', async () => {
    const seller = await kvitt.account();
    const consoleClient = await signInToConsole(seller);
    await consoleClient.ok('set-language', { lang: 'is' });
    const newBrowser = new Person(kvitt.url);
    await newBrowser.signIn(seller);
    assert.equal(readLang(await newBrowser.get('/account')), 'is', 'although the browser asks for English');
    const otherPerson = new Person(kvitt.url);
    await otherPerson.signIn(await kvitt.account());
    assert.equal(readLang(await otherPerson.get('/account')), 'en');
  });

  test('is Icelandic or English', async () => {
    const consoleClient = await signInToConsole(await kvitt.account());
    await consoleClient.assertRefused('set-language', [
      [{}, 'field_required: Field lang is required'],
      [{ lang: 'da' }, 'field_invalid: Field lang must be one of: is, en'],
      [{ lang: ['is'] }, 'field_invalid: Field lang must be one of: is, en'],
    ]);
  });
});
