import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { invoice } from '../../support/client.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { runJobs } from '../../support/jobs.ts';
import {
  acceptInvitation,
  addColleague,
  findPerson,
  invitePerson,
  newEmailAddress,
  signInOwner,
} from '../../support/people.ts';
import { authorizeClient, authorizePath, PASSWORD, Person, registerClient } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';
import { UNKNOWN_GUID } from '../../support/unknown-guid.ts';

onBothDatabases('people of an account', (kvitt) => {
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  let other: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    [owner, other] = [await signInOwner(kvitt), await signInOwner(kvitt)];
  });

  test('start with the first owner, who cannot be removed or demoted', async () => {
    const { people: all, invitations } = await other.ok('get-people');
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

  test("are named on an invoice's timeline, unlike jobs and programs", async () => {
    const anna = await addColleague(kvitt, owner);
    const { name } = await findPerson(owner, anna.username);
    const customer = { name: 'Kaupandi ehf.', output_select: 3, email: newEmailAddress() };
    const { guid } = await anna.ok('create-invoice', invoice({ customer, save: 1 }));
    await owner.ok('issue-invoice', { guid });
    await runJobs(kvitt);
    await anna.ok('resend-invoice', { guid });
    await runJobs(kvitt);
    const credit = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid };
    await owner.seller.ok('do-paid-invoice', { guid });
    await anna.ok('create-invoice', credit);
    const { timeline } = await owner.ok('get-invoice', { guid });
    const { username } = owner.seller;
    const events = timeline.map(({ event, by }: Record<string, string>) => `${event} ${by}`.trim());
    const expected = [`issued ${username}`, 'sent', `sent ${name}`, 'paid', `credited ${name}`];
    assert.deepEqual(events.sort(), expected.sort());
    assert.deepEqual((await owner.seller.ok('get-invoice', { guid })).timeline, timeline);
    const { guid: invoiceGuid } = await anna.ok(
      'create-invoice',
      invoice({ customer, mark_paid: 1, method_payment: 1 }),
    );
    assert.deepEqual(
      (await owner.ok('get-invoice', { guid: invoiceGuid })).timeline.map(
        ({ event, by }: Record<string, string>) => [event, by],
      ),
      [
        ['issued', name],
        ['paid', name],
      ],
    );
  });

  test('are attributed correctly on the timeline when two act in the same millisecond', async () => {
    const anna = await addColleague(kvitt, owner);
    const { name } = await findPerson(owner, anna.username);
    const moment = kvitt.now();
    kvitt.now = () => moment;
    try {
      const { guid } = await anna.ok('create-invoice', invoice());
      await owner.ok('do-paid-invoice', { guid });
      const credit = { type: 'credit', settlement_date: '2099-12-31', amount: 1240, ref_invoice_guid: guid };
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

  test('members work on the books but cannot manage access', async () => {
    const member = await addColleague(kvitt, owner);
    await member.ok('find-invoices');
    await member.ok('get-people');
    const { guid } = await findPerson(owner, member.username);
    const confirmed = { current_password: PASSWORD };
    const refusal: [name: string, fields: object][] = [
      ['invite-person', { email: newEmailAddress(), role: 'owner', ...confirmed }],
      ['set-person-role', { guid, role: 'owner', ...confirmed }],
      ['remove-person', { guid }],
      ['withdraw-invitation', { guid: UNKNOWN_GUID }],
      ['rotate-api-key', confirmed],
      ['revoke-agent', { agent_id: 'x' }],
      ['add-bookkeeper', { bookkeeper: 'x' }],
      ['grant-bookkeeper-key', { guid: UNKNOWN_GUID, ...confirmed }],
      ['revoke-bookkeeper-key', { guid: UNKNOWN_GUID }],
      ['remove-bookkeeper', { guid: UNKNOWN_GUID }],
      ['get-tenants', {}],
      ['get-tenant-requests', {}],
      ['accept-tenant', { guid: UNKNOWN_GUID }],
      ['decline-tenant', { guid: UNKNOWN_GUID }],
      ['update-company', { bank_account: '0101-26-999999' }],
    ];
    for (const [name, fields] of refusal) {
      const { status, body } = await member.call(name, fields);
      assert.deepEqual([status, body.error], [403, 'owner_required'], name);
    }
    const { person } = member;
    const page = await person.get('/account');
    assert.doesNotMatch(page.text, /\/account\/api-key/);
    const forged = await person.post('/account/api-key', { form_key: member.csrfToken, current: PASSWORD });
    assert.deepEqual([forged.status, /Only an owner/.test(forged.text)], [403, true]);
    const app = await registerClient(owner.seller);
    await authorizeClient(owner.seller, 'nav', app);
    const consent = await person.get(authorizePath({ client_id: app.client_id, scope: 'nav' }));
    assert.deepEqual([consent.status, /Only an owner can connect/.test(consent.text)], [403, true]);
    assert.equal((await owner.seller.call('hello')).httpStatus, 200);
    await owner.ok('set-person-role', { guid, role: 'owner', ...confirmed });
    assert.equal((await member.call('withdraw-invitation', { guid: UNKNOWN_GUID })).status, 404);
  });

  test('a removed person loses the session at once and cannot sign in, and the username is free again', async () => {
    const member = await addColleague(kvitt, owner);
    const otherBrowser = await new ConsoleClient(kvitt.url).signIn(member);
    const request = await new Person(kvitt.url).get('/forgotten');
    assert.equal(request.status, 200);
    await owner.ok('remove-person', { guid: (await findPerson(owner, member.username)).guid });
    for (const client of [member, otherBrowser]) {
      assert.deepEqual(
        [(await client.session()).status, (await client.call('find-invoices')).status],
        [401, 401],
      );
      assert.equal((await client.person.get('/account')).location, '/sign-in?next=/account');
    }
    const replaced = await new Person(kvitt.url).signIn({ username: member.username });
    assert.equal(replaced.status, 401);
    assert.equal(await findPerson(owner, member.username), undefined);
    const { link } = (await invitePerson(owner, member.username)).body;
    const person = new Person(kvitt.url);
    const withdrawn = await acceptInvitation(person, link.slice(kvitt.url.length), {
      name: 'C',
      username: member.username,
    });
    assert.equal(withdrawn.status, 303);
    const cookies = [member.person.cookies.get('kvitt'), otherBrowser.person.cookies.get('kvitt')];
    assert.ok(!cookies.includes(person.cookies.get('kvitt')));
  });

  test('are not accessible from another account', async () => {
    const member = await addColleague(kvitt, owner);
    const { guid } = await findPerson(owner, member.username);
    const invitation = (await invitePerson(owner, newEmailAddress())).body;
    for (const id of [guid, invitation.guid, UNKNOWN_GUID, 'x', undefined]) {
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
    const seen = JSON.stringify(await other.ok('get-people'));
    assert.ok(!seen.includes(guid) && !seen.includes(invitation.guid));
  });
});
