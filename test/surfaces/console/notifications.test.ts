import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Client, invoice } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { createCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { runJobsWithoutFailure } from '../../support/jobs.ts';
import { addColleague, findPerson } from '../../support/people.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('notifications by mail', (kvitt) => {
  let seller: Client;
  let owner: ConsoleClient;
  let colleague: ConsoleClient & { username: string };
  let email = '';
  before(async () => {
    seller = await kvitt.account();
    owner = await signInToConsole(seller);
    colleague = await addColleague(kvitt, owner);
    email = (await colleague.session()).body.person.email;
  });

  /** Runs the jobs of a day, and returns the notifications that a person got in them. */
  const mailsOf = async (to: string, today = '2026-03-17') => {
    await runJobsWithoutFailure(kvitt, today);
    const { body } = await kvitt.operator('GET', `/sandbox/mail?to=${encodeURIComponent(to)}`);
    return body.filter((one: { text: string }) => one.text.includes('/console/inbox'));
  };
  const receipt = (name: string) =>
    createCost(
      seller,
      'create-cost',
      { date: '2026-03-02', description: name },
      { name: 'a.pdf', bytes: `${PDF}%${name}` },
    );

  test('go only to people who have chosen them, except for urgent ones', async () => {
    const { notifications } = await colleague.ok('get-preferences');
    assert.deepEqual(notifications, {
      overdue: 'none',
      mail: 'now',
      cost: 'none',
      paused: 'none',
      proposal: 'now',
      quote: 'now',
      bank: 'now',
      question: 'now',
      other: 'none',
    });
    await receipt('one');
    assert.deepEqual(await mailsOf(email), []);
    await colleague.assertRefused('set-preferences', [
      [
        { notifications: { cost: 'hourly' } },
        'field_invalid: Field notifications.cost must be one of: now, daily, none',
      ],
    ]);
  });

  test('are sent at once in the language of the person, once for each cause', async () => {
    const chosen = await colleague.ok('set-preferences', {
      notifications: { cost: 'now', overdue: 'daily' },
    });
    assert.deepEqual([chosen.notifications.cost, chosen.notifications.paused], ['now', 'none']);
    await colleague.ok('set-language', { lang: 'en' });
    await receipt('two');
    const [first, ...others] = await mailsOf(email);
    assert.equal(others.length, 0);
    assert.match(first.subject, /^2 new things need you/, 'what waited already, and what is new');
    assert.match(first.text, /receipt to approve/);
    assert.equal((await mailsOf(email)).length, 1, 'nothing is new');
    await receipt('three');
    const mails = await mailsOf(email);
    assert.deepEqual(mails.map((one: { subject: string }) => one.subject).at(-1), 'One thing needs you');
    assert.equal(mails.length, 2);
  });

  test('are sent once a day to people who chose that, without what was settled meanwhile', async () => {
    const customer = { name: 'Seinn ehf. www.evil.example', output_select: '4' };
    const late = { issue_date: '2026-01-05', due_date: '2026-01-10', settlement_date: '2026-01-12' };
    const { guid } = await owner.ok('create-invoice', { ...invoice({ customer }), ...late });
    const paid = await owner.ok('create-invoice', { ...invoice({ customer }), ...late });
    const before = (await mailsOf(email)).length;
    const isDigest = ({ subject }: { subject: string }) => subject.includes('today');
    const [digest] = (await mailsOf(email)).filter(isDigest);
    assert.match(digest.subject, /^2 things today/);
    assert.doesNotMatch(digest.text, /www\.evil\.example/, 'a name is no link');
    await seller.ok('do-paid-invoice', { guid: paid.guid });
    await owner.ok('create-invoice', { ...invoice({ customer }), ...late });
    assert.equal((await mailsOf(email)).length, before, 'no second digest on the same day');
    const next = (await mailsOf(email, '2026-03-18')).filter(isDigest);
    assert.deepEqual(next.map((one: { subject: string }) => one.subject).at(-1), 'One thing today');
    assert.equal(
      (await owner.ok('get-needs')).rows.some((row: { guid: string }) => row.guid === guid),
      true,
    );
  });

  test('never go to a person who was removed', async () => {
    const before = (await mailsOf(email, '2026-03-18')).length;
    await receipt('four');
    const { guid } = await findPerson(owner, colleague.username);
    await owner.ok('remove-person', { guid });
    assert.equal((await mailsOf(email, '2026-03-18')).length, before);
    assert.equal((await mailsOf(email, '2026-03-19')).length, before);
  });
});
