import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { invoice, line } from '../../support/client.ts';
import { ConsoleClient } from '../../support/console-client.ts';
import { addColleague, findPerson, joinCompany, newEmailAddress, signInOwner } from '../../support/people.ts';
import { PASSWORD } from '../../support/person.ts';
import { enrol } from '../../support/second-factor.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

type Owner = Awaited<ReturnType<typeof signInOwner>>;

onBothDatabases('one sign-in for several companies', (kvitt) => {
  let firm: Owner;
  let client: Owner;
  let accountant: Awaited<ReturnType<typeof addColleague>>;
  beforeEach(async () => {
    [firm, client] = [await signInOwner(kvitt), await signInOwner(kvitt)];
    accountant = await addColleague(kvitt, firm);
  });

  async function invite(owner: Owner): Promise<string> {
    const sent = { email: newEmailAddress(), role: 'accountant', current_password: PASSWORD };
    const { link } = await owner.ok('invite-person', sent);
    return new URL(link).pathname + new URL(link).search;
  }

  const join = (owner: Owner, person: ConsoleClient = accountant) => joinCompany(owner, person);

  async function companies(person: ConsoleClient) {
    const { body } = await person.session();
    return body.companies as { guid: string; name: string; role: string }[];
  }

  async function switchTo(person: ConsoleClient, owner: Owner) {
    const { name } = (await owner.session()).body;
    const { guid } = (await companies(person)).find((one) => one.name === name) ?? { guid: '' };
    const answer = await person.call('switch-company', { guid });
    if (answer.status === 200) await person.open();
    return answer;
  }

  test('accepts an invitation with the sign-in that the person has, and switches', async () => {
    assert.equal((await join(client)).location, '/console');
    const here = (await accountant.session()).body;
    assert.equal(here.name, (await client.session()).body.name);
    assert.deepEqual([here.person.role, here.person.signs_in_elsewhere], ['accountant', true]);
    assert.equal((await accountant.call('create-customer', { name: 'X' })).body.error, 'role_refused');
    assert.deepEqual((await companies(accountant)).map(({ role }) => role).sort(), ['accountant', 'member']);
    const row = await findPerson(client, accountant.username);
    assert.deepEqual([row.signs_in_elsewhere, row.role], [true, 'accountant']);
    const left = accountant.person.cookieHeader();
    assert.equal((await switchTo(accountant, firm)).status, 200);
    assert.equal((await accountant.session()).body.person.role, 'member');
    const copied = new ConsoleClient(kvitt.url);
    for (const one of left.split('; ')) copied.person.cookies.set(...(one.split('=', 2) as [string, string]));
    assert.equal((await copied.session()).status, 401);
    const logged = await query<{ action: string }>(
      kvitt,
      sql`select a.action from audit_log a join people p on p.account_id = a.account_id and p.id = a.person_id
        where p.guid = ${row.guid} order by a.id`,
    );
    assert.deepEqual(
      logged.map(({ action }) => action),
      ['switch-company'],
    );
  });

  test('asks for the password of the sign-in, and changes it in the company that holds it', async () => {
    await join(client);
    const myself = { name: 'Anna', current_password: 'not it at all' };
    assert.equal((await accountant.call('update-myself', myself)).body.error, 'password_wrong');
    await accountant.ok('update-myself', { ...myself, current_password: PASSWORD });
    const change = { password: 'another password', current_password: PASSWORD };
    assert.equal((await accountant.call('change-password', change)).body.error, 'login_elsewhere');
    assert.equal(
      (await accountant.call('start-second-factor', { current_password: PASSWORD })).body.error,
      'login_elsewhere',
    );
    const elsewhere = await new ConsoleClient(kvitt.url).signIn({ username: accountant.username });
    await elsewhere.ok('change-password', change);
    assert.equal((await accountant.session()).status, 401);
  });

  test('ends the sessions in all companies', async () => {
    await join(client);
    const elsewhere = await new ConsoleClient(kvitt.url).signIn({ username: accountant.username });
    await accountant.ok('end-sessions');
    assert.equal((await elsewhere.session()).status, 401);
    assert.equal((await accountant.session()).status, 200);
  });

  test('ends the access to a company at once, and to no other', async () => {
    await join(client);
    const { guid } = await findPerson(client, accountant.username);
    await client.ok('remove-person', { guid });
    assert.equal((await accountant.session()).status, 401);
    await accountant.signIn({ username: accountant.username });
    assert.equal((await companies(accountant)).length, 1);
    assert.equal((await accountant.call('switch-company', { guid: 'x' })).body.error, 'account_not_found');
  });

  test('keeps the sign-in of a person whom the company that holds it removes', async () => {
    const { recoveryCodes } = await enrol(accountant, kvitt.now());
    await accountant.open();
    await join(client);
    const third = await signInOwner(kvitt);
    await join(third);
    await firm.ok('remove-person', { guid: (await findPerson(firm, accountant.username)).guid });
    assert.equal((await accountant.session()).status, 200);
    assert.equal((await switchTo(accountant, client)).status, 200);
    const { signs_in_elsewhere, second_factor } = (await accountant.session()).body.person;
    assert.deepEqual([signs_in_elsewhere, second_factor], [false, true]);
    assert.equal((await switchTo(accountant, third)).status, 200);

    const again = new ConsoleClient(kvitt.url);
    const step = await again.person.signIn({ username: accountant.username }, '/console');
    assert.match(step.location ?? '', /^\/sign-in\/code/);
    const page = await again.person.get(step.location ?? '');
    const done = await again.person.submit(page, '/sign-in/code', { code: recoveryCodes[0] ?? '' });
    assert.equal(done.location, '/console', done.text);
  });

  test('refuses a company that requires a second factor, and one that the person belongs to already', async () => {
    await client.ok('require-second-factor', { required: true, current_password: PASSWORD });
    const refused = await join(client);
    assert.deepEqual([refused.status, /requires two-step sign-in/.test(refused.text)], [422, true]);
    await client.ok('require-second-factor', { required: false, current_password: PASSWORD });
    await join(client);
    const known = await join(client);
    assert.match(known.text, /You have access to this company already/);
    await client.ok('require-second-factor', { required: true, current_password: PASSWORD });
    await switchTo(accountant, firm);
    assert.equal((await switchTo(accountant, client)).body.error, 'second_factor_required');
  });

  test('offers to sign in first, and accepts a link once', async () => {
    const path = await invite(client);
    const stranger = new ConsoleClient(kvitt.url);
    const link = /href="(\/sign-in\?next=[^"]*)"/.exec((await stranger.person.get(path)).text)?.[1];
    assert.equal(decodeURIComponent(decodeURIComponent(link?.split('next=')[1] ?? '')), path);
    const page = await accountant.person.get(path);
    const answers = await Promise.all([1, 2].map(() => accountant.person.submit(page, '/invitation/join')));
    assert.equal(answers.filter(({ location }) => location === '/console').length, 1);
  });

  test('a mailed link for a new password goes to the address of the sign-in alone', async () => {
    await join(client);
    const { email } = await findPerson(client, accountant.username);
    const { person } = new ConsoleClient(kvitt.url);
    await person.submit(await person.get('/forgotten'), '/forgotten', { name: email });
    const resets = await query<{ found: boolean }>(kvitt, sql`select true as found from password_resets`);
    assert.deepEqual(resets, []);
  });

  test('lists what is missing for the next VAT return of each company', async () => {
    await join(client);
    const saved = { data: { ...invoice(), save: 1, issue_date: '2026-02-10' } };
    for (const seller of [client.seller, client.seller, firm.seller])
      await seller.ok('create-invoice', saved);
    const dates = { issue_date: '2026-02-10', due_date: '2026-02-10', settlement_date: '2026-02-10' };
    const unstated = { ...invoice({ items: [line({ tax: 'Z' })] }), ...dates, amount: 1000 };
    for (const more of [
      {},
      { issue_date: '2026-03-10', due_date: '2026-03-10', settlement_date: '2026-03-10' },
    ])
      await client.seller.ok('create-invoice', { data: { ...unstated, ...more } });
    await firm.seller.ok('lock-vat-period', { period: '2026-02' });
    const clients = await accountant.ok('get-clients');
    assert.equal(clients.length, 2);
    const here = clients.find((one: { is_current: boolean }) => one.is_current);
    assert.deepEqual(
      [here.role, here.period, here.from_date, here.due_on],
      ['accountant', '2026-02', '2026-01-01', '2026-04-07'],
    );
    assert.deepEqual(
      here.missing.map(({ kind, count }: { kind: string; count: number }) => [kind, count]).sort(),
      [
        ['draft', 2],
        ['vat_kind_unstated', 1],
      ],
    );
    const [{ period, missing }] = clients.filter((one: { is_current: boolean }) => !one.is_current);
    assert.deepEqual([period, missing], ['2026-04', []]);
  });
});
