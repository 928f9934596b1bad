import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { digest } from '../../src/kernel/node/digest.ts';
import { makeSetupKey } from '../../src/modules/people/setup/set-up.ts';
import { Client } from '../support/client.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { authorizeClient, PASSWORD, Person } from '../support/person.ts';
import { select } from '../support/select.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('sign-in and sessions', (kvitt) => {
  const isSignedIn = async (person: Person) => (await person.get('/account')).status === 200;

  test('signs in and out, after which the session cookie is invalid', async () => {
    const seller = await kvitt.account();
    const person = new Person(kvitt.url);
    assert.equal((await person.get('/account')).location, '/sign-in?next=/account');
    const page = await person.signIn({ username: seller.username.toUpperCase() });
    assert.deepEqual([page.status, page.location], [303, '/account']);
    const cookie = page.headers.getSetCookie().find((one) => one.startsWith('kvitt='));
    assert.match(cookie ?? '', /^kvitt=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    assert.ok(await isSignedIn(person));
    const copy = new Person(kvitt.url);
    for (const [name, value] of person.cookies) copy.cookies.set(name, value);
    const account = await person.get('/account');
    const out = await person.submit(account, '/sign-out');
    assert.equal(out.location, '/sign-in');
    assert.equal(await isSignedIn(copy), false);
    assert.equal((await copy.submit(account, '/sign-out')).location, '/sign-in');
  });

  test('gives every sign-in its own session, which is stored as a digest', async () => {
    const seller = await kvitt.account();
    const [one, two] = [new Person(kvitt.url), new Person(kvitt.url)];
    one.cookies.set('kvitt', 'chosen-by-somebody-else');
    await Promise.all([one.signIn(seller), two.signIn(seller)]);
    const keys = [one, two].map(({ cookies }) => cookies.get('kvitt') ?? '');
    assert.notEqual(keys[0], keys[1]);
    assert.ok(!keys.includes('chosen-by-somebody-else'));
    const rows = await select<{ digest: Buffer }>(
      kvitt.service.engine.kernel.db,
      sql`select digest from sessions`,
    );
    for (const key of keys) assert.ok(rows.some((row) => row.digest.equals(digest(key))));
  });

  test('answers alike to a wrong password, an unknown user and invalid input', async () => {
    const seller = await kvitt.account();
    const texts = new Set<string>();
    for (const [username, password] of [
      [seller.username, 'wrong'],
      ['nobody', PASSWORD],
      ['', ''],
      ['a\0b', 'x'],
      ["x' or 1=1--", 'x'],
      ['x'.repeat(201), 'x'],
      [seller.username, 'x'.repeat(201)],
    ] as const) {
      const page = await new Person(kvitt.url).signIn({ username }, '/account', password);
      assert.equal(page.status, 401);
      texts.add(/role="alert">([^<]*)</.exec(page.text)?.[1] ?? '');
      assert.ok(password === '' || !page.text.includes(`value="${password}"`));
    }
    assert.deepEqual([...texts], ['Wrong username or password.']);
  });

  test('refuses a sign-in form from another page', async () => {
    const { username } = await kvitt.account();
    const person = new Person(kvitt.url);
    assert.equal((await person.post('/sign-in', { username, password: PASSWORD })).status, 403);
    const page = await person.get('/sign-in');
    const other = new Person(kvitt.url);
    await other.get('/sign-in');
    assert.equal((await other.submit(page, '/sign-in', { username, password: PASSWORD })).status, 403);
    assert.equal((await person.submit(page, '/sign-in', { username, password: PASSWORD })).status, 303);
  });

  test('redirects only to its own pages', async () => {
    const seller = await kvitt.account();
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a\nb',
      '',
    ]) {
      assert.equal((await new Person(kvitt.url).signIn(seller, next)).location, '/console', next);
    }
    const person = new Person(kvitt.url);
    assert.equal(
      (await person.signIn(seller, '/agent/authorize?x=1&y=%2F')).location,
      '/agent/authorize?x=1&y=%2F',
    );
    assert.equal((await person.get('/sign-in?next=//evil.example')).location, '/console');
  });

  test('ends a session after inactivity, when the account is closed, and after a month at the latest', async () => {
    const seller = await kvitt.account();
    const person = new Person(kvitt.url);
    await person.signIn(seller);
    const start = kvitt.now().getTime();
    try {
      for (let hours = 11; hours < 30 * 24; hours += 11) {
        kvitt.now = () => new Date(start + hours * 3600_000);
        assert.ok(await isSignedIn(person), `after ${hours} hours`);
      }
      kvitt.now = () => new Date(start + (30 * 24 + 1) * 3600_000);
      assert.equal(await isSignedIn(person), false);
      await person.signIn(seller);
      const then = kvitt.now().getTime() + 13 * 3600_000;
      kvitt.now = () => new Date(then);
      assert.equal(await isSignedIn(person), false);
    } finally {
      kvitt.resetClock();
    }
    const last = new Person(kvitt.url);
    await last.signIn(seller);
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { disabled: true });
    assert.equal(await isSignedIn(last), false);
    const closed = await new Person(kvitt.url).signIn(seller);
    assert.deepEqual([closed.status, /This account is closed/.test(closed.text)], [403, true]);
  });

  test('requires the old password for a new one, and ends all other sessions', async () => {
    const seller = await kvitt.account();
    const [person, other] = [new Person(kvitt.url), new Person(kvitt.url)];
    await Promise.all([person.signIn(seller), other.signIn(seller)]);
    const change = async (current: string, password: string) =>
      person.submit(await person.get('/account'), '/account/password', { current, password });
    assert.equal((await change('wrong', 'another password')).status, 401);
    assert.match((await change(PASSWORD, 'short')).text, /at least 8 characters/);
    assert.equal((await change(PASSWORD, '')).status, 422);
    const changedPage = await change(PASSWORD, 'another password');
    assert.match(changedPage.text, /The password was changed/);
    assert.deepEqual([await isSignedIn(person), await isSignedIn(other)], [true, false]);
    assert.equal((await new Person(kvitt.url).signIn(seller)).status, 401);
    assert.equal((await new Person(kvitt.url).signIn(seller, '/account', 'another password')).status, 303);
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { password: 'by the operator' });
    assert.equal(await isSignedIn(person), false);
  });

  test('shows a new api_key once, and refuses the old one', async () => {
    const seller = await kvitt.account();
    const person = new Person(kvitt.url);
    await person.signIn(seller);
    const replaceKey = async (current: string) =>
      person.submit(await person.get('/account'), '/account/api-key', { current });
    assert.equal((await replaceKey('wrong')).status, 401);
    assert.equal((await seller.call('hello')).httpStatus, 200);
    const key = /<code class="secret">([^<]+)</.exec((await replaceKey(PASSWORD)).text)?.[1] ?? '';
    assert.equal((await seller.call('hello')).httpStatus, 401);
    assert.equal((await new Client(kvitt.url, seller.username, key).call('hello')).httpStatus, 200);
    assert.ok(!(await person.get('/account')).text.includes(key));
  });

  test('refuses a short api_key that the operator chooses, and one of few characters', async () => {
    const open = (api_key: string) =>
      kvitt.operator('POST', '/accounts', {
        username: `chosen-${api_key}`,
        password: PASSWORD,
        name: 'Valinn ehf.',
        registration_no: '5501234520',
        api_key,
      });
    for (const [api_key, message] of [
      ['seven77', 'Field api_key must have at least 8 characters'],
      ['aabbccaabbcc', 'Field api_key must have at least 4 different characters; use a random text'],
    ] as const) {
      const { status, body } = await open(api_key);
      assert.deepEqual([status, body.message], [422, message]);
    }
    assert.deepEqual((await open('k9-vR2tQ')).body.api_key, 'k9-vR2tQ');
  });

  test('lists connected apps, and revokes them', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const person = new Person(kvitt.url);
    await person.signIn(seller);
    const page = await person.get('/account');
    assert.match(page.text, /<strong>An app<\/strong>/);
    assert.equal((await person.submit(page, '/account/revoke', { agent_id: 'nobody' })).status, 422);
    const changedPage = await person.submit(page, '/account/revoke');
    assert.match(changedPage.text, /was revoked/);
    const status = await fetch(`${kvitt.url}/api/v1/agent/status`, {
      headers: { authorization: `Bearer ${app.access_token}` },
    });
    assert.equal(status.status, 401);
  });

  test("uses the browser's language until another one is chosen", async () => {
    const person = new Person(kvitt.url);
    for (const [header, lang] of [
      ['', 'is'],
      ['is', 'is'],
      ['en-GB,en;q=0.9', 'en'],
      ['de-DE,de;q=0.9', 'en'],
      ['de, is;q=0.3, en;q=0.2', 'is'],
      ['*', 'en'],
      [';;;q=x', 'is'],
    ] as const) {
      person.lang = header;
      assert.match((await person.get('/sign-in')).text, new RegExp(`<html lang="${lang}">`), header);
    }
    person.lang = 'is';
    const page = await person.get('/sign-in?next=%2Faccount%3Fa%3D1');
    assert.match(page.text, /href="\/sign-in\?next=%2Faccount%3Fa%3D1&amp;lang=en"/);
    assert.match((await person.get('/sign-in?lang=en')).text, /<h1>Sign in<\/h1>/);
    assert.match((await person.get('/sign-in')).text, /<h1>Sign in<\/h1>/);
    assert.match((await person.get('/sign-in?lang=de')).text, /<h1>Sign in<\/h1>/);
  });

  test('refuses the set-up link after an account exists', async () => {
    await kvitt.account();
    const key = await makeSetupKey(kvitt.service.engine.kernel);
    const person = new Person(kvitt.url);
    assert.equal((await person.get(`/setup?key=${key}`)).status, 403);
    assert.equal((await person.get('/setup')).status, 403);
    assert.equal((await person.get('/signup')).status, 404);
  });
});

onBothDatabases('an installation without an account', (kvitt) => {
  const company = {
    name: 'Fyrsta ehf.',
    registration_no: '5501234520',
    username: 'first',
    password: PASSWORD,
    email: '',
  };

  test('is set up by its link: once, before it expires, and also after invalid input', async () => {
    const { kernel } = kvitt.service.engine;
    const late = await makeSetupKey(kernel);
    const day = kvitt.now().getTime() + 25 * 3600_000;
    kvitt.now = () => new Date(day);
    const person = new Person(kvitt.url);
    assert.equal((await person.get(`/setup?key=${late}`)).status, 403);
    kvitt.resetClock();
    const key = await makeSetupKey(kernel);
    const page = await person.get(`/setup?key=${key}`);
    assert.equal(page.status, 200);
    const wrong = await person.submit(page, '/setup', { ...company, registration_no: '1234567890' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /This is no valid kennitala/);
    assert.match(wrong.text, /id="registration_no"[^>]* aria-invalid="true" autofocus/);
    const empty = await person.submit(page, '/setup', {
      ...company,
      name: '',
      registration_no: '',
      username: '',
    });
    assert.match(empty.text, /Name of the company is missing\. Kennitala is missing\. Username is missing\./);
    assert.equal(empty.text.match(/aria-invalid="true"/g)?.length, 3);
    assert.match(wrong.text, /value="Fyrsta ehf\."/);
    const twice = await Promise.all([
      person.submit(page, '/setup', company),
      person.submit(page, '/setup', { ...company, username: 'second' }),
    ]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [303, 403]);
    assert.equal(twice.find(({ status }) => status === 303)?.location, '/console');
    assert.equal((await person.get('/account')).status, 200);
    const accounts = (await kvitt.operator('GET', '/accounts')).body;
    assert.equal(accounts.length, 1);
    const browser = await new ConsoleClient(kvitt.url).signIn(accounts[0]);
    const { api_key } = await browser.ok('rotate-api-key', { current_password: PASSWORD });
    assert.equal((await new Client(kvitt.url, accounts[0].username, api_key).call('hello')).httpStatus, 200);
  });
});

onBothDatabases(
  'where anyone may sign up',
  (kvitt) => {
    test('opens an account on a page', async () => {
      const person = new Person(kvitt.url);
      const fields = {
        name: 'Ný ehf.',
        registration_no: '5501234520',
        username: 'ny',
        password: PASSWORD,
        email: 'a@b.is',
      };
      const page = await person.get('/signup');
      assert.equal((await person.submit(page, '/signup', { ...fields, password: 'short' })).status, 422);
      for (const password of ['password', '550123-4520', 'Ný ehf. 2026']) {
        const common = await person.submit(page, '/signup', { ...fields, password });
        assert.deepEqual([common.status, /too common/.test(common.text)], [422, true], password);
      }
      const icelandic = new Person(kvitt.url);
      icelandic.lang = 'is';
      const short = await icelandic.submit(await icelandic.get('/signup'), '/signup', {
        ...fields,
        name: '',
      });
      assert.match(short.text, /Nafn fyrirtækis vantar/);
      const silent = await icelandic.submit(await icelandic.get('/signup'), '/signup', {
        ...fields,
        email: '',
      });
      assert.deepEqual([silent.status, /Netfang vantar/.test(silent.text)], [422, true]);
      const wrong = { ...fields, registration_no: '1234567890', username: 'with space', password: 'short' };
      const several = await icelandic.submit(await icelandic.get('/signup'), '/signup', wrong);
      for (const text of [/ekki gild kennitala/, /hvorki hafa bil/, /8 stafir/])
        assert.match(several.text, text);
      assert.equal(several.text.match(/aria-invalid="true"/g)?.length, 3);
      assert.match(several.text, /<a href="\/sign-in">/);
      const once = await icelandic.submit(several, '/signup', { ...fields, registration_no: '1234567890' });
      assert.match(once.text, new RegExp(`type="password" value="${PASSWORD}"`));
      assert.match((await person.get('/sign-in')).text, /<a href="\/signup">/);
      const opened = await person.submit(page, '/signup', fields);
      assert.deepEqual([opened.status, opened.location], [303, '/console']);
      assert.equal((await person.get('/account')).status, 200);
      const otherPerson = new Person(kvitt.url);
      const refusal = await otherPerson.submit(await otherPerson.get('/signup'), '/signup', fields);
      assert.match(refusal.text, /This username is taken/);
    });
  },
  { KVITT_SIGNUP: 'on' },
);
