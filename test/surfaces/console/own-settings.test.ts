import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Client } from '../../support/client.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import { addColleague, findPerson, signInOwner, waitForMailedLink } from '../../support/people.ts';
import { PASSWORD, Person } from '../../support/person.ts';
import { enrol } from '../../support/second-factor.ts';
import { onBothDatabases } from '../../support/service.ts';

const NEW_PASSWORD = 'another good password';

onBothDatabases("a person's own settings", (kvitt) => {
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    owner = await signInOwner(kvitt, await kvitt.account({ email: `owner-${process.pid}@example.is` }));
  });
  const canSignIn = async (username: string, password: string) =>
    (await new Person(kvitt.url).signIn({ username }, '/console', password)).status === 303;

  test("changes the password and ends the person's other sessions, but not those of other people", async () => {
    const member = await addColleague(kvitt, owner);
    const otherBrowser = await new ConsoleClient(kvitt.url).signIn(member);
    for (const [fields, status] of [
      [{ password: NEW_PASSWORD }, 401],
      [{ password: NEW_PASSWORD, current_password: 'wrong' }, 401],
      [{ password: 'short', current_password: PASSWORD }, 422],
      [{ password: 'Sumar2026!', current_password: PASSWORD }, 422],
      [{ password: member.username, current_password: PASSWORD }, 422],
      [{ current_password: PASSWORD }, 422],
    ] as const) {
      assert.equal((await member.call('change-password', fields)).status, status);
    }
    await member.ok('change-password', { password: NEW_PASSWORD, current_password: PASSWORD });
    assert.deepEqual([(await member.session()).status, (await otherBrowser.session()).status], [200, 401]);
    assert.equal((await owner.session()).status, 200);
    assert.deepEqual(
      [await canSignIn(member.username, PASSWORD), await canSignIn(member.username, NEW_PASSWORD)],
      [false, true],
    );
    assert.ok(await canSignIn(owner.seller.username, PASSWORD));
  });

  test('signs out in all other browsers, with the password as it is', async () => {
    const member = await addColleague(kvitt, owner);
    const lost = await new ConsoleClient(kvitt.url).signIn(member);
    await member.ok('end-sessions');
    assert.deepEqual([(await member.session()).status, (await lost.session()).status], [200, 401]);
    assert.equal((await owner.session()).status, 200);
    assert.ok(await canSignIn(member.username, PASSWORD));
  });

  test('mails the person when the password or the second factor changes, or a recovery code is used', async () => {
    const member = await addColleague(kvitt, owner);
    await member.ok('set-language', { lang: 'en' });
    await member.ok('change-password', { password: NEW_PASSWORD, current_password: PASSWORD });
    await member.open();
    const { recoveryCodes } = await enrol(member, kvitt.now(), NEW_PASSWORD);
    await member.open();
    const [second_factor_code] = recoveryCodes;
    await member.ok('remove-second-factor', { current_password: NEW_PASSWORD, second_factor_code });
    await runJobs(kvitt);
    const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${member.username}`);
    const subjects = mails.map(({ subject }: { subject: string }) => subject);
    for (const subject of [
      'Your password in Kvitt was changed',
      'Two-step sign-in was turned on in Kvitt',
      'A recovery code was used to sign in to Kvitt',
      'Two-step sign-in was turned off in Kvitt',
    ])
      assert.ok(subjects.includes(subject), `${subject}: ${subjects.join(', ')}`);
  });

  test('mails the person when an owner resets the second factor, and both addresses when it changes', async () => {
    const member = await addColleague(kvitt, owner);
    await member.ok('set-language', { lang: 'en' });
    await enrol(member, kvitt.now(), PASSWORD);
    const { guid } = await findPerson(owner, member.username);
    await owner.ok('reset-second-factor', { guid, current_password: PASSWORD });
    const again = await new ConsoleClient(kvitt.url).signIn(member);
    await runJobs(kvitt);
    const email = `new-${member.username}`;
    await again.ok('update-myself', { email, current_password: PASSWORD });
    await again.ok('update-myself', { email, name: 'The same address', current_password: PASSWORD });
    await runJobs(kvitt);
    const subjectsTo = async (to: string) => {
      const { body: mails } = await kvitt.operator('GET', `/sandbox/mail?to=${to}`);
      return mails.map(({ subject }: { subject: string }) => subject) as string[];
    };
    const changed = 'Your e-mail address in Kvitt was changed';
    assert.deepEqual(await subjectsTo(email), [changed]);
    const old = await subjectsTo(member.username);
    assert.equal(old.filter((subject) => subject === changed).length, 1);
    assert.ok(old.includes('Your two-step sign-in in Kvitt was removed'), old.join(', '));
  });

  test("applies the operator's password to the first owner only", async () => {
    const consoleClient = await signInOwner(kvitt);
    const member = await addColleague(kvitt, consoleClient);
    await kvitt.operator('PATCH', `/accounts/${consoleClient.seller.username}`, { password: NEW_PASSWORD });
    assert.deepEqual([(await consoleClient.session()).status, (await member.session()).status], [401, 200]);
    assert.deepEqual(
      [
        await canSignIn(consoleClient.seller.username, PASSWORD),
        await canSignIn(consoleClient.seller.username, NEW_PASSWORD),
      ],
      [false, true],
    );
    assert.ok(await canSignIn(member.username, PASSWORD));
  });

  test('resets a forgotten password once by a mailed link within an hour, and signs in', async () => {
    const member = await addColleague(kvitt, owner);
    const person = new Person(kvitt.url);
    const requestLink = async (name: string) =>
      person.submit(await person.get('/forgotten'), '/forgotten', { name });
    const response = await requestLink(member.username.toUpperCase());
    assert.equal(response.status, 200);
    const first = await waitForMailedLink(kvitt, member.username);
    await requestLink(member.username);
    const path = await waitForMailedLink(kvitt, member.username);
    assert.notEqual(first, path);
    assert.equal((await person.get(first)).status, 403, 'a newer link has taken its place');
    const page = await person.get(path);
    const short = await person.submit(page, '/new-password', { password: 'short' });
    assert.deepEqual([short.status, /at least 8 characters/.test(short.text)], [422, true]);
    const common = await person.submit(page, '/new-password', { password: 'password1' });
    assert.deepEqual([common.status, /too common/.test(common.text)], [422, true]);
    const [one, two] = [new Person(kvitt.url), new Person(kvitt.url)];
    const pages = [await one.get(path), await two.get(path)] as const;
    const both = await Promise.all([
      one.submit(pages[0], '/new-password', { password: NEW_PASSWORD }),
      two.submit(pages[1], '/new-password', { password: `${NEW_PASSWORD} too` }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 403]);
    assert.equal((await member.session()).status, 401, 'older sessions have ended');
    const password = both[0].status === 303 ? NEW_PASSWORD : `${NEW_PASSWORD} too`;
    assert.ok(await canSignIn(member.username, password));
    const winner = both[0].status === 303 ? one : two;
    assert.equal((await winner.get('/account')).status, 200);
    await requestLink(member.username);
    const expired = await waitForMailedLink(kvitt, member.username);
    try {
      const hour = kvitt.now().getTime() + 3601_000;
      kvitt.now = () => new Date(hour);
      assert.equal((await person.get(expired)).status, 403);
    } finally {
      kvitt.resetClock();
    }
  });

  test('answers alike for known and unknown people when a reset link is requested', async () => {
    const texts = new Set<string>();
    for (const name of [owner.seller.username, 'nobody', 'nobody@example.is', "x' or 1=1--"]) {
      const person = new Person(kvitt.url);
      const page = await person.submit(await person.get('/forgotten'), '/forgotten', { name });
      assert.equal(page.status, 200);
      texts.add(page.text);
    }
    assert.equal(texts.size, 1);
    await runJobs(kvitt);
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

  test("mails the first owner's link to the account's address, and changes the account's password", async () => {
    const person = new Person(kvitt.url);
    await person.submit(await person.get('/forgotten'), '/forgotten', { name: owner.seller.username });
    const path = await waitForMailedLink(kvitt, `owner-${process.pid}@example.is`);
    const done = await person.submit(await person.get(path), '/new-password', { password: PASSWORD });
    assert.equal(done.location, '/console');
    await owner.signIn(owner.seller);
  });

  test('changes name and e-mail address, which requires the password', async () => {
    const member = await addColleague(kvitt, owner);
    const ownSettings = { name: 'Ný Nafnsdóttir', email: `changed-${process.pid}@example.is` };
    assert.equal((await member.call('update-myself', ownSettings)).status, 401);
    const confirmed = { current_password: PASSWORD };
    assert.equal(
      (await member.call('update-myself', { ...ownSettings, email: 'x', ...confirmed })).status,
      422,
    );
    const duplicate = { ...ownSettings, email: `OWNER-${process.pid}@example.is`, ...confirmed };
    assert.equal((await member.call('update-myself', duplicate)).body.error, 'field_invalid');
    await member.ok('update-myself', { ...ownSettings, ...confirmed });
    const { person } = (await member.session()).body;
    assert.deepEqual([person.name, person.email], [ownSettings.name, ownSettings.email]);
    await member.ok('update-myself', { name: 'Önnur Nafnsdóttir', ...confirmed });
    await member.ok('update-myself', { ...confirmed });
    const { person: after } = (await member.session()).body;
    assert.deepEqual(
      [after.name, after.email],
      ['Önnur Nafnsdóttir', ownSettings.email],
      'what is not sent stands',
    );
    const other = await signInOwner(kvitt);
    const theirs = { name: 'Same', email: ownSettings.email, ...confirmed };
    await other.ok('update-myself', theirs);
    assert.equal(
      (await other.session()).body.person.email,
      ownSettings.email,
      'one address may serve two accounts',
    );
  });

  test('keeps the chosen language on another machine', async () => {
    const member = await addColleague(kvitt, owner);
    assert.equal((await member.call('set-language', { lang: 'de' })).status, 422);
    await member.ok('set-language', { lang: 'is' });
    const machine = new Person(kvitt.url);
    machine.lang = 'en';
    await machine.get('/sign-in?lang=en');
    await machine.signIn({ username: member.username });
    assert.match((await machine.get('/account')).text, /<html lang="is">/);
    const otherPerson = new Person(kvitt.url);
    await otherPerson.signIn(owner.seller);
    assert.match((await otherPerson.get('/account')).text, /<html lang="en">/);
  });
});

onBothDatabases('api_key in the console', (kvitt) => {
  test('is shown once when it is replaced, and the old key stops working', async () => {
    const owner = await signInOwner(kvitt);
    const { seller } = owner;
    const keyUse = await owner.ok('get-api-key-use');
    assert.match(keyUse.made_at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.equal(keyUse.used_at, null);
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

  test('of a bookkeeper is shown once to the owner, and works until it is revoked', async () => {
    const [owner, bookkeeper] = [await signInOwner(kvitt), await signInOwner(kvitt)];
    const { guid } = await owner.ok('add-bookkeeper', { bookkeeper: bookkeeper.seller.username });
    assert.deepEqual(await bookkeeper.ok('get-tenants'), []);
    const [request] = await bookkeeper.ok('get-tenant-requests');
    assert.deepEqual([request.guid, request.name], [guid, (await owner.ok('show-account')).name]);
    await bookkeeper.ok('accept-tenant', { guid });
    assert.equal((await owner.call('grant-bookkeeper-key', { guid })).body.error, 'password_wrong');
    const bookkeeperKey = await owner.ok('grant-bookkeeper-key', { guid, current_password: PASSWORD });
    const program = new Client(kvitt.url, owner.seller.username, bookkeeperKey.api_key);
    assert.equal((await program.call('hello')).httpStatus, 200);
    const [hidden] = await bookkeeper.ok('get-tenants');
    assert.deepEqual([hidden.api_key, hidden.has_key], [null, true]);
    const wrong = await bookkeeper.call('get-tenants', { current_password: 'wrong' });
    assert.deepEqual([wrong.status, wrong.body.error], [401, 'password_wrong']);
    const [tenant] = await bookkeeper.ok('get-tenants', { current_password: PASSWORD });
    assert.equal(tenant.api_key, bookkeeperKey.api_key);
    assert.ok(!JSON.stringify(await owner.ok('get-bookkeepers')).includes(bookkeeperKey.api_key));
    await owner.ok('revoke-bookkeeper-key', { guid });
    assert.equal((await program.call('hello')).httpStatus, 401);
    await owner.ok('remove-bookkeeper', { guid });
    assert.deepEqual(await owner.ok('get-bookkeepers'), []);
    assert.equal((await bookkeeper.call('remove-bookkeeper', { guid })).status, 404);
  });
});
