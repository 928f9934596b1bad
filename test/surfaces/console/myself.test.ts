import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Client } from '../../support/client.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { addColleague, signInOwner, waitForMailedLink } from '../../support/people.ts';
import { PASSWORD, Person } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

const NEXT = 'another good password';

onBothDatabases('a person', (kvitt) => {
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    owner = await signInOwner(kvitt, await kvitt.account({ email: `owner-${process.pid}@example.is` }));
  });
  const signsIn = async (username: string, password: string) =>
    (await new Person(kvitt.url).signIn({ username }, '/console', password)).status === 303;

  test('changes the own password: other sessions of the same person end, those of others do not', async () => {
    const member = await addColleague(kvitt, owner);
    const elsewhere = await new ConsoleClient(kvitt.url).signIn(member);
    for (const [fields, status] of [
      [{ password: NEXT }, 401],
      [{ password: NEXT, current_password: 'wrong' }, 401],
      [{ password: 'short', current_password: PASSWORD }, 422],
      [{ current_password: PASSWORD }, 422],
    ] as const) {
      assert.equal((await member.call('change-password', fields)).status, status);
    }
    await member.ok('change-password', { password: NEXT, current_password: PASSWORD });
    assert.deepEqual([(await member.session()).status, (await elsewhere.session()).status], [200, 401]);
    assert.equal((await owner.session()).status, 200);
    assert.deepEqual(
      [await signsIn(member.username, PASSWORD), await signsIn(member.username, NEXT)],
      [false, true],
    );
    assert.ok(await signsIn(owner.seller.username, PASSWORD));
  });

  test('who the account was opened with has the password that the operator sets; others keep theirs', async () => {
    const desk = await signInOwner(kvitt);
    const member = await addColleague(kvitt, desk);
    await kvitt.operator('PATCH', `/accounts/${desk.seller.username}`, { password: NEXT });
    assert.deepEqual([(await desk.session()).status, (await member.session()).status], [401, 200]);
    assert.deepEqual(
      [await signsIn(desk.seller.username, PASSWORD), await signsIn(desk.seller.username, NEXT)],
      [false, true],
    );
    assert.ok(await signsIn(member.username, PASSWORD));
  });

  test('sets a forgotten password by a mailed link: once, within an hour, and is signed in', async () => {
    const member = await addColleague(kvitt, owner);
    const person = new Person(kvitt.url);
    const ask = async (name: string) => person.submit(await person.get('/forgotten'), '/forgotten', { name });
    const answered = await ask(member.username.toUpperCase());
    assert.equal(answered.status, 200);
    const first = await waitForMailedLink(kvitt, member.username);
    await ask(member.username);
    const path = await waitForMailedLink(kvitt, member.username);
    assert.notEqual(first, path);
    assert.equal((await person.get(first)).status, 403, 'a newer link has taken its place');
    const page = await person.get(path);
    const short = await person.submit(page, '/new-password', { password: 'short' });
    assert.deepEqual([short.status, /at least 8 characters/.test(short.text)], [422, true]);
    const [one, two] = [new Person(kvitt.url), new Person(kvitt.url)];
    const pages = [await one.get(path), await two.get(path)] as const;
    const both = await Promise.all([
      one.submit(pages[0], '/new-password', { password: NEXT }),
      two.submit(pages[1], '/new-password', { password: `${NEXT} too` }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 403]);
    assert.equal((await member.session()).status, 401, 'older sessions have ended');
    const password = both[0].status === 303 ? NEXT : `${NEXT} too`;
    assert.ok(await signsIn(member.username, password));
    const winner = both[0].status === 303 ? one : two;
    assert.equal((await winner.get('/account')).status, 200);
    await ask(member.username);
    const late = await waitForMailedLink(kvitt, member.username);
    try {
      const hour = kvitt.now().getTime() + 3601_000;
      kvitt.now = () => new Date(hour);
      assert.equal((await person.get(late)).status, 403);
    } finally {
      kvitt.resetClock();
    }
  });

  test('asking for a link says the same whether there is such a person or not', async () => {
    const texts = new Set<string>();
    for (const name of [owner.seller.username, 'nobody', 'nobody@example.is', "x' or 1=1--"]) {
      const person = new Person(kvitt.url);
      const page = await person.submit(await person.get('/forgotten'), '/forgotten', { name });
      assert.equal(page.status, 200);
      texts.add(page.text);
    }
    assert.equal(texts.size, 1);
    await kvitt.operator('POST', '/jobs/run', {});
    const person = new Person(kvitt.url);
    for (const name of ['', 'x'.repeat(201), 'a\0b']) {
      const page = await person.submit(await person.get('/forgotten'), '/forgotten', { name });
      assert.equal(page.status, 422);
    }
    assert.equal((await person.post('/forgotten', { name: 'x' })).status, 403);
    for (const path of ['/new-password', '/new-password?key=x', '/new-password?key=%00']) {
      assert.equal((await person.get(path)).status, 403);
    }
  });

  test('who the account was opened with gets the link at its address, and the account the new password', async () => {
    const person = new Person(kvitt.url);
    await person.submit(await person.get('/forgotten'), '/forgotten', { name: owner.seller.username });
    const path = await waitForMailedLink(kvitt, `owner-${process.pid}@example.is`);
    const done = await person.submit(await person.get(path), '/new-password', { password: PASSWORD });
    assert.equal(done.location, '/console');
    await owner.signIn(owner.seller);
  });

  test('has a name and an address of its own, which needs the password', async () => {
    const member = await addColleague(kvitt, owner);
    const mine = { name: 'Ný Nafnsdóttir', email: `changed-${process.pid}@example.is` };
    assert.equal((await member.call('update-myself', mine)).status, 401);
    const confirmed = { current_password: PASSWORD };
    assert.equal((await member.call('update-myself', { ...mine, email: 'x', ...confirmed })).status, 422);
    const taken = { ...mine, email: `OWNER-${process.pid}@example.is`, ...confirmed };
    assert.equal((await member.call('update-myself', taken)).body.error, 'field_invalid');
    await member.ok('update-myself', { ...mine, ...confirmed });
    const { person } = (await member.session()).body;
    assert.deepEqual([person.name, person.email], [mine.name, mine.email]);
    await member.ok('update-myself', { name: 'Önnur Nafnsdóttir', ...confirmed });
    await member.ok('update-myself', { ...confirmed });
    const { person: after } = (await member.session()).body;
    assert.deepEqual([after.name, after.email], ['Önnur Nafnsdóttir', mine.email], 'what is not sent stands');
    const other = await signInOwner(kvitt);
    const theirs = { name: 'Same', email: mine.email, ...confirmed };
    await other.ok('update-myself', theirs);
    assert.equal((await other.session()).body.person.email, mine.email, 'one address may serve two accounts');
  });

  test('finds the screens in the language that was chosen, on another machine too', async () => {
    const member = await addColleague(kvitt, owner);
    assert.equal((await member.call('set-language', { lang: 'de' })).status, 422);
    await member.ok('set-language', { lang: 'is' });
    const machine = new Person(kvitt.url);
    machine.lang = 'en';
    await machine.get('/sign-in?lang=en');
    await machine.signIn({ username: member.username });
    assert.match((await machine.get('/account')).text, /<html lang="is">/);
    const stays = new Person(kvitt.url);
    await stays.signIn(owner.seller);
    assert.match((await stays.get('/account')).text, /<html lang="en">/);
  });
});

onBothDatabases('the api_key in the console', (kvitt) => {
  test('is never shown, but when it was made and used; a new one is shown once and the old one is dead', async () => {
    const owner = await signInOwner(kvitt);
    const { seller } = owner;
    const fresh = await owner.ok('get-api-key-use');
    assert.match(fresh.made_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal(fresh.used_at, null);
    await new Client(kvitt.url, seller.username, 'a wrong key').call('hello');
    assert.equal((await owner.ok('get-api-key-use')).used_at, null);
    await seller.ok('get-count-customers');
    assert.match((await owner.ok('get-api-key-use')).used_at, /^\d{4}-/);
    assert.equal((await owner.call('rotate-api-key', {})).body.error, 'password_wrong');
    assert.equal((await seller.call('hello')).httpStatus, 200);
    const { api_key } = await owner.ok('rotate-api-key', { current_password: PASSWORD });
    assert.equal((await seller.call('hello')).httpStatus, 401);
    assert.equal((await new Client(kvitt.url, seller.username, api_key).call('hello')).httpStatus, 200);
    assert.ok(!JSON.stringify(await owner.ok('get-api-key-use')).includes(api_key));
  });

  test('of a bookkeeper is shown once to the owner, and works until it is taken back', async () => {
    const [owner, firm] = [await signInOwner(kvitt), await signInOwner(kvitt)];
    const { guid } = await owner.ok('add-bookkeeper', { bookkeeper: firm.seller.username });
    assert.equal((await owner.call('grant-bookkeeper-key', { guid })).body.error, 'password_wrong');
    const given = await owner.ok('grant-bookkeeper-key', { guid, current_password: PASSWORD });
    const program = new Client(kvitt.url, owner.seller.username, given.api_key);
    assert.equal((await program.call('hello')).httpStatus, 200);
    const [tenant] = await firm.ok('get-tenants');
    assert.equal(tenant.api_key, given.api_key);
    assert.ok(!JSON.stringify(await owner.ok('get-bookkeepers')).includes(given.api_key));
    await owner.ok('revoke-bookkeeper-key', { guid });
    assert.equal((await program.call('hello')).httpStatus, 401);
    await owner.ok('remove-bookkeeper', { guid });
    assert.deepEqual(await owner.ok('get-bookkeepers'), []);
    assert.equal((await firm.call('remove-bookkeeper', { guid })).status, 404);
  });
});
