import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { invoice } from '../../support/client.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { acceptInvitation, addColleague, signInOwner, waitForMailedLink } from '../../support/people.ts';
import { authorizeClient, authorizePath, PASSWORD, Person, registerClient } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
let addresses = 0;
const address = () => {
  addresses += 1;
  return `new${addresses}-${process.pid}@example.is`;
};

onBothDatabases('the people of an account', (kvitt) => {
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  let other: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    [owner, other] = [await signInOwner(kvitt), await signInOwner(kvitt)];
  });

  const invite = (email: string, fields: object = {}) =>
    owner.call('invite-person', { email, role: 'member', current_password: PASSWORD, ...fields });
  const people = async (desk: ConsoleClient) => desk.ok('get-people');
  const named = async (username: string) =>
    (await people(owner)).people.find((one: { username: string }) => one.username === username);

  test('begin with the sign-in that the account was opened with, which stays and stays an owner', async () => {
    const { people: all, invitations } = await people(other);
    assert.deepEqual([all.length, invitations], [1, []]);
    const [main] = all;
    assert.deepEqual(
      [main.username, main.role, main.main, main.is_me],
      [other.seller.username, 'owner', true, true],
    );
    assert.match(main.signed_in_at, /^\d{4}-/);
    const { guid } = main;
    assert.equal((await other.call('remove-person', { guid })).body.error, 'main_person');
    const demoted = await other.call('set-person-role', { guid, role: 'member', current_password: PASSWORD });
    assert.deepEqual([demoted.status, demoted.body.error], [403, 'main_person']);
    const { body: session } = await other.session();
    assert.deepEqual(
      [session.person.role, session.person.main, 'id' in session.person],
      ['owner', true, false],
    );
  });

  test('are named on the timeline of an invoice by what they did, and jobs and programs are nobody', async () => {
    const anna = await addColleague(kvitt, owner);
    const { name } = await named(anna.username);
    const customer = { name: 'Kaupandi ehf.', output_select: 3, email: address() };
    const { guid } = await anna.ok('create-invoice', invoice({ customer, save: 1 }));
    await owner.ok('issue-invoice', { guid });
    await kvitt.operator('POST', '/jobs/run', {});
    await anna.ok('resend-invoice', { guid });
    await kvitt.operator('POST', '/jobs/run', {});
    const credit = { type: 'credit', amount: 1240, ref_invoice_guid: guid };
    await owner.seller.ok('do-paid-invoice', { guid });
    await anna.ok('create-invoice', credit);
    const { timeline } = await owner.ok('get-invoice', { guid });
    const { username } = owner.seller;
    const told = timeline.map(({ event, by }: Record<string, string>) => `${event} ${by}`.trim());
    const expected = [`issued ${username}`, 'sent', `sent ${name}`, 'paid', `credited ${name}`];
    assert.deepEqual(told.sort(), expected.sort());
    assert.deepEqual((await owner.seller.ok('get-invoice', { guid })).timeline, timeline);
    const { guid: made } = await anna.ok(
      'create-invoice',
      invoice({ customer, mark_paid: 1, method_payment: 1 }),
    );
    assert.deepEqual(
      (await owner.ok('get-invoice', { guid: made })).timeline.map(
        ({ event, by }: Record<string, string>) => [event, by],
      ),
      [
        ['issued', name],
        ['paid', name],
      ],
    );
  });

  test('are told apart on the timeline although they act in the same millisecond', async () => {
    const anna = await addColleague(kvitt, owner);
    const { name } = await named(anna.username);
    const moment = kvitt.now();
    kvitt.now = () => moment;
    try {
      const { guid } = await anna.ok('create-invoice', invoice());
      await owner.ok('do-paid-invoice', { guid });
      const credit = { type: 'credit', amount: 1240, ref_invoice_guid: guid };
      await anna.ok('create-invoice', credit);
      const { timeline } = await owner.ok('get-invoice', { guid });
      assert.deepEqual(
        timeline.map(({ event, by }: Record<string, string>) => [event, by]),
        [
          ['issued', name],
          ['paid', owner.seller.username],
          ['credited', name],
        ],
      );
    } finally {
      kvitt.resetClock();
    }
  });

  test('are invited by a mailed link, choose how to sign in, and are in', async () => {
    const email = address();
    const { body } = await invite(email, { name: 'Anna', lang: 'en' });
    const path = await waitForMailedLink(kvitt, email.toUpperCase());
    assert.equal(body.link, `${kvitt.url}${path}`);
    const waiting = (await people(owner)).invitations.find((one: { email: string }) => one.email === email);
    assert.deepEqual([waiting.name, waiting.role, waiting.expired], ['Anna', 'member', false]);
    const desk = new ConsoleClient(kvitt.url);
    const page = await desk.person.get(path);
    assert.match(page.text, /value="Anna"/);
    assert.match(page.text, new RegExp(`value="${email}"`));
    const done = await acceptInvitation(desk.person, path, { name: 'Anna Björnsdóttir', username: email });
    assert.deepEqual([done.status, done.location], [303, '/console']);
    await desk.open();
    await desk.ok('create-customer', { name: 'Frá Önnu', output_select: '4', agent_id: 'not an agent' });
    const anna = await named(email);
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

  test('are let in by a link once, also of two at the same moment', async () => {
    const email = address();
    const { link } = (await invite(email)).body;
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
    const came = (await people(owner)).people.filter((all: { email: string }) => all.email === email);
    assert.equal(came.length, 1);
  });

  test('are not let in by a link that is too old, taken back, replaced, made up, or of a closed account', async () => {
    const [old, back, again] = [address(), address(), address()];
    const links = await Promise.all([old, back, again].map(async (email) => (await invite(email)).body));
    const paths = links.map(({ link }) => link.slice(kvitt.url.length));
    const person = new Person(kvitt.url);
    await owner.ok('withdraw-invitation', { guid: links[1].guid });
    const renewed = (await invite(again, { name: 'Again' })).body.link.slice(kvitt.url.length);
    const held = await person.get(paths[0]);
    try {
      const later = kvitt.now().getTime() + 7 * 24 * 3600_000 + 1000;
      kvitt.now = () => new Date(later);
      assert.equal((await person.get(paths[0])).status, 403);
      assert.equal(
        (await person.submit(held, '/invitation', { name: 'A', username: old, password: PASSWORD })).status,
        403,
      );
      await owner.signIn(owner.seller);
      const waiting = (await people(owner)).invitations.find((one: { email: string }) => one.email === old);
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
      assert.deepEqual([status, /was used or taken back/.test(text)], [403, true], path);
    }
    assert.equal((await person.get(renewed)).status, 200);
    const closing = await signInOwner(kvitt);
    const { link } = await closing.ok('invite-person', {
      email: address(),
      role: 'owner',
      current_password: PASSWORD,
    });
    await kvitt.operator('PATCH', `/accounts/${closing.seller.username}`, { disabled: true });
    assert.equal((await person.get(link.slice(kvitt.url.length))).status, 403);
  });

  test('a form of an invitation that is not filled in right changes nothing and leaves the link usable', async () => {
    const email = address();
    const path = (await invite(email)).body.link.slice(kvitt.url.length);
    const person = new Person(kvitt.url);
    for (const [fields, says] of [
      [{ name: '' }, 'Your name is missing.'],
      [{ username: '' }, 'Username is missing.'],
      [{ username: 'two words' }, 'Username is not right.'],
      [{ username: 'a:b' }, 'Username is not right.'],
      [{ username: 'x'.repeat(101) }, 'Username is not right.'],
      [{ username: 'a\0b' }, 'Username is not right.'],
      [{ name: 'x'.repeat(201) }, 'Your name is not right.'],
      [{ password: 'short' }, 'The password must have at least 8 characters.'],
      [{ password: '' }, 'Password is missing.'],
      [{ username: other.seller.username.toUpperCase() }, 'This username is taken; choose another.'],
    ] as const) {
      const page = await acceptInvitation(person, path, { name: 'B', username: email, ...fields });
      assert.equal(page.status, 422, says);
      assert.match(page.text, new RegExp(`role="alert">${says.replaceAll('.', '\\.')}<`));
    }
    const page = await person.get(path);
    const stranger = new Person(kvitt.url);
    await stranger.get('/sign-in');
    const forged = await stranger.submit(page, '/invitation', {
      name: 'B',
      username: email,
      password: PASSWORD,
    });
    assert.equal(forged.status, 403);
    assert.equal((await acceptInvitation(person, path, { name: 'B', username: email })).status, 303);
  });

  test('an invitation needs an address, a role and the password of the owner who makes it', async () => {
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
    const before = await people(owner);
    for (const [fields, status, error] of wrong) {
      const answer = await invite(address(), fields);
      assert.deepEqual([answer.status, answer.body.error], [status, error], JSON.stringify(fields));
    }
    const member = await addColleague(kvitt, owner);
    const known = await invite(member.username.toUpperCase());
    assert.deepEqual(known.body.details?.[0], 'email');
    await owner.ok('remove-person', { guid: (await named(member.username)).guid });
    assert.deepEqual(await people(owner), before);
  });

  test('a member does the daily work and decides nothing about access', async () => {
    const member = await addColleague(kvitt, owner);
    await member.ok('find-invoices');
    await member.ok('get-people');
    const { guid } = await named(member.username);
    const confirmed = { current_password: PASSWORD };
    const refused: [name: string, fields: object][] = [
      ['invite-person', { email: address(), role: 'owner', ...confirmed }],
      ['set-person-role', { guid, role: 'owner', ...confirmed }],
      ['remove-person', { guid }],
      ['withdraw-invitation', { guid: NOBODY }],
      ['rotate-api-key', confirmed],
      ['revoke-agent', { agent_id: 'x' }],
      ['add-bookkeeper', { bookkeeper: 'x' }],
      ['grant-bookkeeper-key', { guid: NOBODY, ...confirmed }],
      ['revoke-bookkeeper-key', { guid: NOBODY }],
      ['remove-bookkeeper', { guid: NOBODY }],
      ['get-tenants', {}],
      ['update-company', { bank_account: '0101-26-999999' }],
    ];
    for (const [name, fields] of refused) {
      const { status, body } = await member.call(name, fields);
      assert.deepEqual([status, body.error], [403, 'owner_required'], name);
    }
    const { person } = member;
    const page = await person.get('/account');
    assert.doesNotMatch(page.text, /\/account\/api-key/);
    const forged = await person.post('/account/api-key', { form_key: member.formKey, current: PASSWORD });
    assert.deepEqual([forged.status, /Only an owner/.test(forged.text)], [403, true]);
    const app = await registerClient(owner.seller);
    await authorizeClient(owner.seller, 'nav', app);
    const consent = await person.get(authorizePath({ client_id: app.client_id, scope: 'nav' }));
    assert.deepEqual([consent.status, /Only an owner can connect/.test(consent.text)], [403, true]);
    assert.equal((await owner.seller.call('hello')).httpStatus, 200);
    await owner.ok('set-person-role', { guid, role: 'owner', ...confirmed });
    assert.equal((await member.call('withdraw-invitation', { guid: NOBODY })).status, 404);
  });

  test('a removed person is out with the next click, signs in no more, and leaves the name free', async () => {
    const member = await addColleague(kvitt, owner);
    const elsewhere = await new ConsoleClient(kvitt.url).signIn(member);
    const asked = await new Person(kvitt.url).get('/forgotten');
    assert.equal(asked.status, 200);
    await owner.ok('remove-person', { guid: (await named(member.username)).guid });
    for (const desk of [member, elsewhere]) {
      assert.deepEqual(
        [(await desk.session()).status, (await desk.call('find-invoices')).status],
        [401, 401],
      );
      assert.equal((await desk.person.get('/account')).location, '/sign-in?next=/account');
    }
    const again = await new Person(kvitt.url).signIn({ username: member.username });
    assert.equal(again.status, 401);
    assert.equal(await named(member.username), undefined);
    const { link } = (await invite(member.username)).body;
    const person = new Person(kvitt.url);
    const back = await acceptInvitation(person, link.slice(kvitt.url.length), {
      name: 'C',
      username: member.username,
    });
    assert.equal(back.status, 303);
    const cookies = [member.person.cookies.get('kvitt'), elsewhere.person.cookies.get('kvitt')];
    assert.ok(!cookies.includes(person.cookies.get('kvitt')));
  });

  test('nobody reaches the people or invitations of another account', async () => {
    const member = await addColleague(kvitt, owner);
    const { guid } = await named(member.username);
    const invitation = (await invite(address())).body;
    for (const id of [guid, invitation.guid, NOBODY, 'x', undefined]) {
      const required = id === undefined;
      for (const name of ['remove-person', 'withdraw-invitation', 'set-person-role']) {
        const fields = { guid: id, role: 'member', current_password: PASSWORD };
        const { status, body } = await other.call(name, fields);
        assert.deepEqual(
          [status, body.message],
          required ? [422, 'Field guid is required'] : [404, 'No person found'],
          `${name} ${id}`,
        );
      }
    }
    assert.equal((await member.session()).status, 200);
    const seen = JSON.stringify(await people(other));
    assert.ok(!seen.includes(guid) && !seen.includes(invitation.guid));
  });

  test('keep their secrets as digests', async () => {
    const { link } = (await invite(address())).body;
    const key = new URL(link).searchParams.get('key') ?? '';
    const tables = ['people', 'invitations', 'password_resets', 'jobs', 'audit_log', 'sessions'];
    for (const table of tables) {
      const statement = sql([`select t::text as row from ${table} t`] as unknown as TemplateStringsArray);
      for (const { row } of await query<{ row: string }>(kvitt, statement))
        assert.ok(!row.includes(key), table);
    }
  });
});
