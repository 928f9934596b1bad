import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Client } from '../../support/client.ts';
import { type ConsoleClient, signInToConsole } from '../../support/console-client.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import { openProposal } from '../../support/endpoints/proposals.ts';
import { createImage } from '../../support/images.ts';
import { runJobs } from '../../support/jobs.ts';
import { PASSWORD } from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

const DELAYED = { prefer: 'respond-async' };

onBothDatabases('undo of actions in the console', (kvitt) => {
  let seller: Client;
  let person: ConsoleClient;
  let customer: string;

  before(async () => {
    seller = await kvitt.account();
    person = await signInToConsole(seller);
    customer = await seller.ok('create-customer', { data: { name: 'Jón', output_select: '4' } });
  });
  beforeEach(() => kvitt.resetClock());

  const body = () => ({
    type: 'invoice',
    amount: 1240,
    currency: 'ISK',
    issue_date: '2026-03-17',
    settlement_date: '2026-03-31',
    customer: { guid: customer },
    items: [{ description: 'Vinna', qty: 1, unit_price: 1000, tax: 'S' }],
  });
  const delay = async (name: string, fields: object, headers: Record<string, string> = {}) => {
    const { status, body: answer } = await person.call(name, fields, { ...DELAYED, ...headers });
    assert.equal(status, 202, JSON.stringify(answer));
    assert.equal(answer.delayed.seconds, 10);
    return answer.delayed.guid as string;
  };
  const later = (seconds: number) => {
    const at = kvitt.now().getTime() + seconds * 1000;
    kvitt.now = () => new Date(at);
  };
  const states = async () =>
    (await person.ok('get-delayed-actions')).actions.map((one: Record<string, unknown>) => [
      one.operation,
      one.state,
    ]);
  const issue = async () => (await person.ok('create-invoice', body())).guid as string;
  const count = () => seller.ok('get-count-invoices');

  test('drops delayed actions when the password changes', async () => {
    const own = await kvitt.account();
    const [thief, owner] = [await signInToConsole(own), await signInToConsole(own)];
    const buyer = await own.ok('create-customer', { data: { name: 'Jón', output_select: '4' } });
    const { status } = await thief.call('create-invoice', { ...body(), customer: { guid: buyer } }, DELAYED);
    assert.equal(status, 202);
    await owner.ok('change-password', { password: 'another good password', current_password: PASSWORD });
    later(11);
    await runJobs(kvitt);
    assert.equal(await own.ok('get-count-invoices'), 0);
  });

  test('issues an invoice ten seconds later, once, as the person who asked for it', async () => {
    const key = { 'idempotency-key': 'issue-once' };
    const action = await delay('create-invoice', body(), key);
    assert.equal(await delay('create-invoice', body(), key), action, 'a retry is the same action');
    const [listed] = (await person.ok('get-delayed-actions')).actions;
    assert.deepEqual(
      [listed.guid, listed.about, listed.amount, listed.is_mine, listed.state],
      [action, 'Jón', '1240', true, 'waiting'],
    );
    assert.ok(listed.seconds_left > 8 && listed.seconds_left <= 10, String(listed.seconds_left));
    assert.equal((await runJobs(kvitt)).ran['run-delayed-action'], undefined);
    assert.equal(await count(), 0);
    later(11);
    assert.equal((await runJobs(kvitt)).ran['run-delayed-action'], 1);
    assert.equal(await count(), 1);
    const [done] = (await person.ok('get-delayed-actions')).actions;
    const [invoice] = await seller.ok('get-invoices');
    assert.deepEqual([done.state, done.made, done.number], ['done', invoice.guid, invoice.number]);
    const { timeline } = await person.ok('get-invoice', { guid: invoice.guid });
    assert.ok(timeline.length > 0);
    later(11);
    assert.equal((await runJobs(kvitt)).ran['run-delayed-action'], undefined);
    assert.equal(await count(), 1);
    assert.equal(await delay('create-invoice', body(), key), action, 'also after it has happened');
  });

  test('undoes what has not run, and nothing else', async () => {
    const before = await count();
    const action = await delay('create-invoice', body());
    assert.deepEqual(await person.ok('undo-actions', { guids: [action] }), { count: 1 });
    later(11);
    await runJobs(kvitt);
    assert.equal(await count(), before);
    await person.assertRefused('undo-actions', [
      [{ guids: [action] }, 'action_over: It has happened already, or was undone before'],
      [{ guids: ['nonsense'] }, 'action_over: It has happened already, or was undone before'],
      [{ guids: [] }, 'action_over: It has happened already, or was undone before'],
      [{}, 'field_required: Field guids is required'],
      [{ guids: 'x' }, 'field_invalid: Field guids must be a list'],
    ]);
    const other = await signInToConsole(await kvitt.account());
    const mine = await delay('create-invoice', body());
    assert.equal((await other.call('undo-actions', { guids: [mine] })).body.error, 'action_over');
    assert.deepEqual((await other.ok('get-delayed-actions')).actions, []);
    await person.ok('undo-actions', { guids: [mine] });
  });

  test('refuses at once what would be refused, and schedules nothing', async () => {
    const wrong = await person.call('create-invoice', { ...body(), amount: 1 }, DELAYED);
    assert.deepEqual([wrong.status, wrong.body.error], [422, 'amount_mismatch']);
    const unknown = await person.call('do-paid-invoice', { guid: customer }, DELAYED);
    assert.deepEqual([unknown.status, unknown.body.error], [404, 'invoice_not_found']);
    assert.deepEqual(
      (await states()).filter(([, state]: string[]) => state === 'waiting'),
      [],
    );
  });

  test('delays one action at a time for a record', async () => {
    const guid = await issue();
    const action = await delay('do-paid-invoice', { guid });
    const second = await person.call('do-paid-invoice', { guid }, DELAYED);
    assert.deepEqual([second.status, second.body.error], [409, 'action_waiting']);
    const spaced = await person.call('do-paid-invoice', { guid: ` ${guid.toUpperCase()} ` }, DELAYED);
    assert.deepEqual([spaced.status, spaced.body.error], [409, 'action_waiting'], 'however it is written');
    const unread = await delay('create-invoice', { ...body(), guid: 'unread' });
    await person.ok('undo-actions', { guids: [unread] });
    await person.ok('undo-actions', { guids: [action] });
    await delay('do-paid-invoice', { guid });
    later(11);
    await runJobs(kvitt);
    assert.equal((await seller.ok('get-invoice', { guid })).status, 'Paid');
  });

  test('lists a later refusal until it is dismissed', async () => {
    const guid = await issue();
    const action = await delay('do-paid-invoice', { guid });
    await seller.ok('do-paid-invoice', { guid });
    later(11);
    assert.equal((await runJobs(kvitt)).failed, 0);
    const refused = (await person.ok('get-delayed-actions')).actions.find(
      (one: { guid: string }) => one.guid === action,
    );
    assert.deepEqual([refused.state, refused.problems[0].code], ['refused', 'invoice_locked']);
    const [need] = (await person.ok('get-needs')).rows;
    assert.deepEqual([need.what, need.guid, need.person], ['refused', action, seller.username]);
    later(3600);
    assert.deepEqual(await person.ok('dismiss-actions', { guids: [action] }), { count: 1 });
    assert.deepEqual(await states(), []);
  });

  test('runs nothing for a person who was removed meanwhile', async () => {
    const guid = await issue();
    await delay('do-paid-invoice', { guid });
    const account = `(select account_id from accounts where username = '${seller.username}')`;
    await kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(`insert into people (account_id, guid, username, role, password_hash, created_at, removed_at)
          values (${account}, gen_random_uuid(), 'gone', 'member', null, now(), now());
        update stored_calls set person_id = (select id from people where username = 'gone')
          where account_id = ${account} and state = 'waiting'`),
    );
    later(11);
    await runJobs(kvitt);
    assert.notEqual((await seller.ok('get-invoice', { guid })).status, 'Paid');
  });

  test('delays neither programs, nor other writes, nor people who have turned it off', async () => {
    assert.equal(
      (await person.call('create-customer', { name: 'A', output_select: '4' }, DELAYED)).status,
      200,
    );
    assert.equal((await person.ok('get-preferences')).undo_delay, true);
    assert.equal((await person.ok('set-preferences', { undo_delay: false })).undo_delay, false);
    const at_once = await person.call('create-invoice', body(), DELAYED);
    assert.deepEqual([at_once.status, typeof at_once.body.number], [200, 'string']);
    assert.equal((await person.ok('set-preferences', {})).undo_delay, false);
    await person.ok('set-preferences', { undo_delay: true });
    const before = await count();
    await seller.ok('create-invoice', { data: body() });
    assert.equal(await count(), before + 1);
  });

  test('deletes and closes nothing before ten seconds, and nothing at all when it is undone', async () => {
    const owner = await kvitt.account();
    const { customer, otherCustomer, task, event, webhook, proposal } = await openBooks(owner);
    person = await signInToConsole(owner);
    const note = await person.ok('add-customer-note', { customer_guid: customer, text: 'Vill fá póst' });
    const contact = await person.ok('save-customer-contact', { customer_guid: customer, name: 'Sigga' });
    const view = await person.ok('save-view', { screen: '/invoices', name: 'Mín', filters: { tab: 'paid' } });
    const [{ invoice_number }] = (await person.ok('find-buyers', { guid: event })).rows;
    const { seen } = (await person.ok('find-proposals', { guid: proposal })).rows[0];
    const unwanted = await openProposal(owner);
    await person.upload('set-logo', 'logo.png', await createImage(40, 20, 'png'));
    const read = async () => ({
      notes: await person.ok('get-customer-notes', { customer_guid: customer }),
      views: await person.ok('get-saved-views'),
      webhooks: await person.ok('get-webhooks'),
      logo: (await person.ok('get-logo')).logo !== null,
      isMerged: !(await person.ok('get-customer', { guid: otherCustomer })).active,
      isClosed: (await person.ok('get-task', { guid: task })).canDeactive === false,
      buyers: (await person.ok('find-buyers', { guid: event })).rows,
      proposals: (await person.ok('find-proposals')).rows.map(({ state }: { state: string }) => state),
      limits: (await person.ok('find-agents')).rows.map(({ limits }: { limits: object }) => limits),
    });
    const calls: readonly (readonly [string, object, string])[] = [
      ['delete-customer-note', { guid: note.guid }, ''],
      ['delete-customer-contact', { guid: contact.guid }, 'Sigga'],
      ['delete-view', { guid: view.guid }, 'Mín'],
      ['delete-webhook', { guid: webhook }, 'https:'],
      ['remove-logo', {}, ''],
      ['merge-customers', { guid: otherCustomer, into: customer }, ''],
      ['deactivate-task', { guid: task }, 'Verk'],
      ['release-order', { guid: event, invoice_number }, ''],
      ['approve-proposal', { guid: proposal, seen, limits: { mode: 'act' } }, ''],
      ['decline-proposal', { guid: unwanted, reason: 'Nei' }, ''],
    ];
    const before = await read();
    const scheduled = [];
    for (const [name, fields] of calls) scheduled.push(await delay(name, fields));
    assert.deepEqual(await read(), before);
    const { actions } = await person.ok('get-delayed-actions');
    for (const [place, [name, , about]] of calls.entries())
      assert.ok(actions[place].about.startsWith(about), `${name}: ${actions[place].about}`);
    assert.deepEqual(await person.ok('undo-actions', { guids: scheduled }), { count: calls.length });
    later(11);
    await runJobs(kvitt);
    assert.deepEqual(await read(), before);
    for (const [name, fields] of calls) await delay(name, fields);
    later(11);
    await runJobs(kvitt);
    assert.deepEqual(
      (await states()).map(([, state]: string[]) => state),
      calls.map(() => 'done'),
    );
    const after = await read();
    for (const key of Object.keys(before) as (keyof typeof before)[])
      assert.notDeepEqual(after[key], before[key], key);
  });

  test('runs one operation for many records, lists the refused ones before, and undoes all of them', async () => {
    const late = async (email: string) => {
      const buyer = { name: 'Seinn ehf.', output_select: email ? '3' : '4', email };
      const dates = { issue_date: '2026-01-02', due_date: '2026-01-10', settlement_date: '2026-01-10' };
      return (await person.ok('create-invoice', { ...body(), customer: buyer, ...dates })).guid as string;
    };
    const [one, other, silent] = [await late('a@b.example'), await late('c@d.example'), await late('')];
    const many = { operation: 'remind-invoice', guids: [one, other, silent] };
    const { refused } = await person.ok('preview-many', many);
    assert.deepEqual(
      refused.map(({ guid, problems }: any) => [guid, problems[0].reasons[0].code]),
      [[silent, 'remind_no_email']],
    );
    const remindedAt = async (guid: string) => (await person.ok('get-invoice', { guid })).reminded_at;
    const undone = await delay('run-many', many);
    const [listed] = (await person.ok('get-delayed-actions')).actions.slice(-1);
    assert.deepEqual(
      [listed.operation, listed.targets, listed.outcome],
      ['remind-invoice', many.guids, null],
    );
    await person.ok('undo-actions', { guids: [undone] });
    later(11);
    await runJobs(kvitt);
    assert.equal(await remindedAt(one), null);

    const action = await delay('run-many', many);
    await person.ok('remind-invoice', { guid: other });
    later(11);
    await runJobs(kvitt);
    const done = (await person.ok('get-delayed-actions')).actions.find(({ guid }: any) => guid === action);
    assert.deepEqual(
      [done.state, done.outcome.done, done.outcome.refused.map(({ guid }: any) => guid)],
      ['done', 1, [other, silent]],
    );
    assert.ok(await remindedAt(one));
    const again = { ...many, guids: [one], input: { again: true } };
    assert.deepEqual(
      await person.ok('run-many', again),
      { done: 1, refused: [] },
      'at once, if it may not wait',
    );
  });

  test('runs for many records only operations that can be undone', async () => {
    for (const operation of ['revoke-agent', 'run-many', 'no-such-operation'])
      for (const name of ['run-many', 'preview-many']) {
        const { status, body: answer } = await person.call(name, { operation, guids: [customer] });
        assert.deepEqual([status, answer.error], [409, 'action_failed'], `${name} ${operation}`);
      }
  });

  test('previews the answer or the refusal of a write, and stores nothing of it', async () => {
    const { guid } = await person.ok('create-invoice', {
      ...body(),
      customer: { name: 'Greiðandi', output_select: '4' },
    });
    const pay = (amount: number) => ({
      operation: 'record-payment',
      input: { amount, allocations: [{ invoice_guid: guid }] },
    });
    const { output, problems } = await person.ok('preview-write', pay(1500));
    assert.deepEqual(
      [output.payment.allocations[0].amount, output.payment.unallocated, problems],
      [1240, 260, []],
    );
    const refused = await person.ok('preview-write', pay(0));
    assert.deepEqual(
      [refused.output, refused.problems.map(({ details }: any) => details[0])],
      [null, ['amount']],
    );
    assert.deepEqual(await person.ok('get-payments', { invoice_guid: guid }), []);
    const { status, body: answer } = await person.call('preview-write', {
      operation: 'revoke-agent',
      input: {},
    });
    assert.deepEqual([status, answer.error], [409, 'action_failed']);
  });

  test('names the invoices that a payment is about to settle', async () => {
    const { guid } = await person.ok('create-invoice', {
      ...body(),
      customer: { name: 'Greiðandi', output_select: '4' },
    });
    const action = await delay('record-payment', { amount: 1000, allocations: [{ invoice_guid: guid }] });
    const listed = (await person.ok('get-delayed-actions')).actions.find((one: any) => one.guid === action);
    assert.deepEqual([listed.target, listed.targets], [null, [guid]]);
    await person.ok('undo-actions', { guids: [action] });
  });

  test('is listed as a credit note where it creates one', async () => {
    const own = await kvitt.account();
    const owner = await signInToConsole(own);
    const guid = await own.ok('create-customer', { data: { name: 'Jón', output_select: '4' } });
    const sale = { ...body(), customer: { guid } };
    const { guid: ref_invoice_guid } = await owner.ok('create-invoice', sale);
    const credit = { type: 'credit', ref_invoice_guid, settlement_date: '2099-03-17', amount: 1240 };
    for (const fields of [credit, sale]) await owner.call('create-invoice', fields, DELAYED);
    const { actions } = await owner.ok('get-delayed-actions');
    assert.deepEqual(
      actions.map((one: { is_credit: boolean }) => one.is_credit),
      [true, false],
    );
  });
});
