import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { digest } from '../../src/kernel/security/secrets.ts';
import { makeSetupKey } from '../../src/modules/people/set-up.ts';
import { Client } from '../support/client.ts';
import { connected, PASSWORD, Person } from '../support/person.ts';
import { onBothDatabases } from '../support/service.ts';

onBothDatabases('people', (kvitt) => {
  const isSignedIn = async (person: Person) => (await person.get('/account')).status === 200;

  test('sign in and out; what the browser kept is worth nothing afterwards', async () => {
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

  test('every sign-in has a session of its own, which the database knows by its digest alone', async () => {
    const seller = await kvitt.account();
    const [one, two] = [new Person(kvitt.url), new Person(kvitt.url)];
    one.cookies.set('kvitt', 'chosen-by-somebody-else');
    await Promise.all([one.signIn(seller), two.signIn(seller)]);
    const keys = [one, two].map(({ cookies }) => cookies.get('kvitt') ?? '');
    assert.notEqual(keys[0], keys[1]);
    assert.ok(!keys.includes('chosen-by-somebody-else'));
    const rows = await kvitt.service.engine.kernel.db.query<{ digest: Buffer }>(
      sql`select digest from sessions`,
    );
    for (const key of keys) assert.ok(rows.some((row) => row.digest.equals(digest(key))));
  });

  test('a wrong password and an unknown user read the same, and so does what cannot be either', async () => {
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

  test('a sign-in that did not come from the page is refused', async () => {
    const { username } = await kvitt.account();
    const person = new Person(kvitt.url);
    assert.equal((await person.post('/sign-in', { username, password: PASSWORD })).status, 403);
    const page = await person.get('/sign-in');
    const other = new Person(kvitt.url);
    await other.get('/sign-in');
    assert.equal((await other.submit(page, '/sign-in', { username, password: PASSWORD })).status, 403);
    assert.equal((await person.submit(page, '/sign-in', { username, password: PASSWORD })).status, 303);
  });

  test('leads on to pages of ours alone', async () => {
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

  test('a session ends when it is left alone, when the account closes, and in any case after a month', async () => {
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

  test('changing the password needs the old one, and ends every other session', async () => {
    const seller = await kvitt.account();
    const [person, other] = [new Person(kvitt.url), new Person(kvitt.url)];
    await Promise.all([person.signIn(seller), other.signIn(seller)]);
    const change = async (current: string, password: string) =>
      person.submit(await person.get('/account'), '/account/password', { current, password });
    assert.equal((await change('wrong', 'another password')).status, 401);
    assert.match((await change(PASSWORD, 'short')).text, /at least 8 characters/);
    assert.equal((await change(PASSWORD, '')).status, 422);
    const done = await change(PASSWORD, 'another password');
    assert.match(done.text, /The password was changed/);
    assert.deepEqual([await isSignedIn(person), await isSignedIn(other)], [true, false]);
    assert.equal((await new Person(kvitt.url).signIn(seller)).status, 401);
    assert.equal((await new Person(kvitt.url).signIn(seller, '/account', 'another password')).status, 303);
    await kvitt.operator('PATCH', `/accounts/${seller.username}`, { password: 'by the operator' });
    assert.equal(await isSignedIn(person), false);
  });

  test('a new api_key is shown once, and the old one is dead', async () => {
    const seller = await kvitt.account();
    const person = new Person(kvitt.url);
    await person.signIn(seller);
    const rotate = async (current: string) =>
      person.submit(await person.get('/account'), '/account/api-key', { current });
    assert.equal((await rotate('wrong')).status, 401);
    assert.equal((await seller.call('hello')).httpStatus, 200);
    const key = /<code class="secret">([^<]+)</.exec((await rotate(PASSWORD)).text)?.[1] ?? '';
    assert.equal((await seller.call('hello')).httpStatus, 401);
    assert.equal((await new Client(kvitt.url, seller.username, key).call('hello')).httpStatus, 200);
    assert.ok(!(await person.get('/account')).text.includes(key));
  });

  test('connected apps are listed and can be cut off', async () => {
    const seller = await kvitt.account();
    const app = await connected(seller);
    const person = new Person(kvitt.url);
    await person.signIn(seller);
    const page = await person.get('/account');
    assert.match(page.text, /<strong>An app<\/strong>/);
    assert.equal((await person.submit(page, '/account/revoke', { agent_id: 'nobody' })).status, 422);
    const done = await person.submit(page, '/account/revoke');
    assert.match(done.text, /was revoked/);
    const status = await fetch(`${kvitt.url}/api/v1/agent/status`, {
      headers: { authorization: `Bearer ${app.access_token}` },
    });
    assert.equal(status.status, 401);
  });

  test('the language is that of the browser until another is chosen, and then that one', async () => {
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

  test('the link for the first account is of no use once there is one', async () => {
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

  test('has it opened by its link: once, in time, and after mistakes still', async () => {
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
    assert.match(wrong.text, /must be a valid kennitala/);
    assert.match(wrong.text, /value="Fyrsta ehf\."/);
    const twice = await Promise.all([
      person.submit(page, '/setup', company),
      person.submit(page, '/setup', { ...company, username: 'second' }),
    ]);
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 403]);
    assert.equal((await person.get('/account')).status, 200);
    const accounts = (await kvitt.operator('GET', '/accounts')).body;
    assert.equal(accounts.length, 1);
    const opened = twice.find(({ status }) => status === 200)?.text ?? '';
    const apiKey = /<code class="secret">([^<]+)</.exec(opened)?.[1] ?? '';
    assert.equal((await new Client(kvitt.url, accounts[0].username, apiKey).call('hello')).httpStatus, 200);
  });
});

onBothDatabases(
  'where anyone may sign up',
  (kvitt) => {
    test('an account is opened on a page', async () => {
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
      assert.equal((await person.submit(page, '/signup', fields)).status, 200);
      assert.equal((await person.get('/account')).status, 200);
      const again = new Person(kvitt.url);
      const refused = await again.submit(await again.get('/signup'), '/signup', fields);
      assert.match(refused.text, /This username is taken/);
    });
  },
  { KVITT_SIGNUP: 'on' },
);
