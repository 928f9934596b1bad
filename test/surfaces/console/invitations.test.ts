import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import {
  acceptInvitation,
  addColleague,
  findPerson,
  invitePerson,
  newEmailAddress,
  signInOwner,
  waitForMailedLink,
} from '../../support/people.ts';
import { PASSWORD, Person } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

onBothDatabases('invitations', (kvitt) => {
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  let other: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    [owner, other] = [await signInOwner(kvitt), await signInOwner(kvitt)];
  });

  test('invites a person by mail, who chooses a sign-in and is signed in', async () => {
    const email = newEmailAddress();
    const { body } = await invitePerson(owner, email, { name: 'Anna', lang: 'en' });
    const path = await waitForMailedLink(kvitt, email.toUpperCase());
    assert.equal(body.link, `${kvitt.url}${path}`);
    const waiting = (await owner.ok('get-people')).invitations.find(
      (one: { email: string }) => one.email === email,
    );
    assert.deepEqual([waiting.name, waiting.role, waiting.expired], ['Anna', 'member', false]);
    const client = new ConsoleClient(kvitt.url);
    const page = await client.person.get(path);
    assert.match(page.text, /value="Anna"/);
    assert.match(page.text, new RegExp(`value="${email}"`));
    const done = await acceptInvitation(client.person, path, { name: 'Anna Björnsdóttir', username: email });
    assert.deepEqual([done.status, done.location], [303, '/console']);
    await client.open();
    await client.ok('create-customer', { name: 'Frá Önnu', output_select: '4', agent_id: 'not an agent' });
    const anna = await findPerson(owner, email);
    assert.deepEqual(
      [anna.name, anna.email, anna.role, anna.is_me],
      ['Anna Björnsdóttir', email, 'member', false],
    );
    const [row] = await query<{ guid: string; agent_id: string | null }>(
      kvitt,
      sql`select p.guid, a.agent_id from audit_log a join people p on p.account_id = a.account_id and p.id = a.person_id
        where a.action = 'create-customer' order by a.id desc limit 1`,
    );
    assert.deepEqual([row?.guid, row?.agent_id], [anna.guid, null]);
    const company = { password: PASSWORD, name: 'X', registration_no: '5501234520' };
    const second = await kvitt.operator('POST', '/accounts', { ...company, username: email.toUpperCase() });
    assert.deepEqual([second.status, second.body.error], [409, 'username_taken']);
    const mails = (await kvitt.operator('GET', `/sandbox/mail?to=${email}`)).body;
    assert.equal(mails.length, 1);
    assert.match(mails[0].subject, /^You are invited to Account \d+ ehf\. in Kvitt$/);
  });

  test('accepts an invitation once, also when two people submit it concurrently', async () => {
    const email = newEmailAddress();
    const { link } = (await invitePerson(owner, email)).body;
    const path = link.slice(kvitt.url.length);
    const [one, two] = [new Person(kvitt.url), new Person(kvitt.url)];
    const pages = await Promise.all([one.get(path), two.get(path)]);
    const form = { name: 'A', password: PASSWORD };
    const answers = await Promise.all([
      one.submit(pages[0], '/invitation', { ...form, username: `${email}.a` }),
      two.submit(pages[1], '/invitation', { ...form, username: `${email}.b` }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403]);
    assert.equal((await one.get(path)).status, 403);
    const accepted = (await owner.ok('get-people')).people.filter(
      (all: { email: string }) => all.email === email,
    );
    assert.equal(accepted.length, 1);
  });

  test('refuses an invitation that is expired, withdrawn, replaced, forged, or of a closed account', async () => {
    const [expired, withdrawn, replaced] = [newEmailAddress(), newEmailAddress(), newEmailAddress()];
    const links = await Promise.all(
      [expired, withdrawn, replaced].map(async (email) => (await invitePerson(owner, email)).body),
    );
    const paths = links.map(({ link }) => link.slice(kvitt.url.length));
    const person = new Person(kvitt.url);
    await owner.ok('withdraw-invitation', { guid: links[1].guid });
    const renewed = (await invitePerson(owner, replaced, { name: 'Again' })).body.link.slice(
      kvitt.url.length,
    );
    const openPage = await person.get(paths[0]);
    try {
      const later = kvitt.now().getTime() + 7 * 24 * 3600_000 + 1000;
      kvitt.now = () => new Date(later);
      assert.equal((await person.get(paths[0])).status, 403);
      assert.equal(
        (await person.submit(openPage, '/invitation', { name: 'A', username: expired, password: PASSWORD }))
          .status,
        403,
      );
      await owner.signIn(owner.seller);
      const waiting = (await owner.ok('get-people')).invitations.find(
        (one: { email: string }) => one.email === expired,
      );
      assert.equal(waiting.expired, true);
    } finally {
      kvitt.resetClock();
    }
    for (const path of [
      paths[1],
      paths[2],
      '/invitation',
      '/invitation?key=',
      '/invitation?key=a&key=b',
      '/invitation?key=%00',
    ]) {
      const { status, text } = await person.get(path);
      assert.deepEqual([status, /has been used or withdrawn/.test(text)], [403, true], path);
    }
    assert.equal((await person.get(renewed)).status, 200);
    const closing = await signInOwner(kvitt);
    const { link } = await closing.ok('invite-person', {
      email: newEmailAddress(),
      role: 'owner',
      current_password: PASSWORD,
    });
    await kvitt.operator('PATCH', `/accounts/${closing.seller.username}`, { disabled: true });
    assert.equal((await person.get(link.slice(kvitt.url.length))).status, 403);
  });

  test('leaves an invitation usable after an invalid form, and changes nothing', async () => {
    const email = newEmailAddress();
    const path = (await invitePerson(owner, email)).body.link.slice(kvitt.url.length);
    const person = new Person(kvitt.url);
    for (const [fields, message] of [
      [{ name: '' }, 'Your name is missing.'],
      [{ username: '' }, 'Username is missing.'],
      [{ username: 'two words' }, 'A username cannot have a space or a colon.'],
      [{ username: 'a:b' }, 'A username cannot have a space or a colon.'],
      [{ username: 'x'.repeat(101) }, 'Username is not valid.'],
      [{ username: 'a\0b' }, 'Username is not valid.'],
      [{ name: 'x'.repeat(201) }, 'Your name is not valid.'],
      [{ password: 'short' }, 'The password must have at least 8 characters.'],
      [{ password: '' }, 'Password is missing.'],
      [
        { password: 'Password1' },
        'This password is too common, or made of a name, an address or a kennitala. Choose another, for example a few words in a row.',
      ],
      [
        { password: email },
        'This password is too common, or made of a name, an address or a kennitala. Choose another, for example a few words in a row.',
      ],
      [{ username: other.seller.username.toUpperCase() }, 'This username is taken; choose another.'],
    ] as const) {
      const page = await acceptInvitation(person, path, { name: 'B', username: email, ...fields });
      assert.equal(page.status, 422, message);
      assert.match(page.text, new RegExp(`role="alert">${message.replaceAll('.', '\\.')}<`));
    }
    const page = await person.get(path);
    const otherBrowser = new Person(kvitt.url);
    await otherBrowser.get('/sign-in');
    const forged = await otherBrowser.submit(page, '/invitation', {
      name: 'B',
      username: email,
      password: PASSWORD,
    });
    assert.equal(forged.status, 403);
    assert.equal((await acceptInvitation(person, path, { name: 'B', username: email })).status, 303);
  });

  test("requires an address, a role and the owner's password", async () => {
    const wrong: [fields: object, status: number, error: string][] = [
      [{ email: undefined }, 422, 'field_required'],
      [{ email: 'nobody' }, 422, 'field_invalid'],
      [{ email: ['a@b.is'] }, 422, 'field_invalid'],
      [{ email: `${'x'.repeat(200)}@b.is` }, 422, 'field_invalid'],
      [{ role: 'admin' }, 422, 'field_invalid'],
      [{ role: undefined }, 422, 'field_required'],
      [{ lang: 'de' }, 422, 'field_invalid'],
      [{ name: 'x'.repeat(201) }, 422, 'field_invalid'],
      [{ current_password: 'wrong' }, 401, 'password_wrong'],
      [{ current_password: undefined }, 401, 'password_wrong'],
      [{ current_password: { a: 1 } }, 401, 'password_wrong'],
    ];
    const before = await owner.ok('get-people');
    for (const [fields, status, error] of wrong) {
      const answer = await invitePerson(owner, newEmailAddress(), fields);
      assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(fields));
    }
    const member = await addColleague(kvitt, owner);
    const known = await invitePerson(owner, member.username.toUpperCase());
    assert.deepEqual(known.body.problems[0].details[0], 'email');
    await owner.ok('remove-person', { guid: (await findPerson(owner, member.username)).guid });
    assert.deepEqual(await owner.ok('get-people'), before);
  });

  test('have their secrets stored as digests', async () => {
    const { link } = (await invitePerson(owner, newEmailAddress())).body;
    const key = new URL(link).searchParams.get('key') ?? '';
    const tables = ['people', 'invitations', 'password_resets', 'jobs', 'audit_log', 'sessions'];
    for (const table of tables) {
      const statement = sql([`select t::text as row from ${table} t`] as unknown as TemplateStringsArray);
      for (const { row } of await query<{ row: string }>(kvitt, statement))
        assert.ok(!row.includes(key), table);
    }
  });
});
