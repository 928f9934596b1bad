import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import { type Agent, createAccountWithAgent, createAgent, toFormData } from '../../support/agents/agent.ts';
import { changeAgent, propose } from '../../support/agents/limits.ts';
import { fieldsOf, MAILED, mailedInvoice, Proposer } from '../../support/agents/proposer.ts';
import type { Client } from '../../support/client.ts';
import type { ConsoleClient } from '../../support/console-client.ts';
import { createImage } from '../../support/images.ts';
import { addColleague } from '../../support/people.ts';
import { basicAuth, send } from '../../support/requests.ts';
import { onBothDatabases } from '../../support/service.ts';
import { query } from '../../support/tables.ts';

onBothDatabases('proposals', (kvitt) => {
  const proposer = new Proposer(kvitt);
  let seller: Client;
  let agent: Agent;
  let person: ConsoleClient;
  before(() => {
    ({ seller, agent, person } = proposer);
  });

  const find = (guid: string) => proposer.find(guid);
  const approve = async (guid: string) =>
    person.call('approve-proposal', { guid, seen: (await find(guid)).seen });
  const countInvoices = () => proposer.countInvoices();

  test('are answered with 202, keep nothing of the write, and show what it would do', async () => {
    const before = await countInvoices();
    const { status, body: answer } = await agent.call('POST', '/invoices', mailedInvoice());
    assert.equal(status, 202);
    const { proposal, action_id, message, ...rest } = answer;
    assert.deepEqual(rest, {
      status: false,
      success: false,
      code: 'approval_required',
      error_code: 'approval_required',
      result: null,
    });
    assert.match(message, /approved by a person/);
    const { guid, url, expires_at, ...said } = proposal;
    assert.deepEqual(said, { state: 'waiting', operation: 'create-invoice', reasons: ['mode'] });
    assert.equal(url, `${kvitt.url}/console/proposals/${guid}`);
    assert.match(expires_at, /^2026-03-31 /);
    assert.equal(await countInvoices(), before);
    const [audited] = (
      await send(kvitt.url, `/api/v1/agent/audit?action_id=${action_id}`, { headers: basicAuth(seller) })
    ).body.data;
    assert.deepEqual([audited.action, audited.outcome], ['create-invoice', 'approval_required']);
    const summary = { kind: 'invoice', name: 'Jón ehf.', amount: 1240, currency: 'ISK' };
    assert.deepEqual(audited.effect, summary);
    assert.deepEqual((await agent.call('GET', `/proposals/${guid}`)).body.result.summary, summary);
    const row = await find(guid);
    assert.deepEqual(
      [row.agent_name, row.changed, row.connected, row.refusal],
      ['An app', false, true, null],
    );
    assert.equal(row.preview.amount, 1240);
    assert.deepEqual(row.preview.receiver.addresses, ['email:jon@example.is']);
    assert.equal(row.preview.lines[0].description, 'A thing');
    // A write that would be refused is refused.
    const refused = await agent.expectRefusal('POST', '/invoices', mailedInvoice({ amount: 1 }));
    assert.equal(refused.error_code, 'amount_mismatch');
    const rehearsed = await agent.call('POST', '/invoices', { ...mailedInvoice(), dry_run: 1 });
    assert.deepEqual(
      [rehearsed.status, rehearsed.body.dry_run, rehearsed.body.proposal.guid],
      [202, true, null],
    );
    assert.equal(rehearsed.body.would.amount, 1240);
  });

  test('are approved as the program and by the person', async () => {
    const { guid } = await propose(agent, mailedInvoice());
    const before = await countInvoices();
    const { seen } = await find(guid);
    const { result, state } = await person.ok('approve-proposal', { guid, seen });
    assert.equal(await countInvoices(), before + 1);
    assert.equal(state, 'approved');
    const made = await seller.ok('get-invoice', { guid: result.result });
    assert.equal(result.invoice_id > 0 && made.amount, 1240);
    const read = await agent.get(`/proposals/${guid}`);
    assert.deepEqual([read.result.state, read.result.result], ['approved', result]);
    const [call] = (await person.ok('find-audit', { agent_id: agent.clientId, limit: 50 })).rows.filter(
      ({ id }: { id: number }) => id === result.action_id,
    );
    assert.deepEqual([call.action, call.target, call.outcome], ['create-invoice', result.result, 'ok']);
    assert.notEqual(call.person, '');
    assert.equal(call.by_program, true);
    const changed = (await person.ok('find-audit', { agent_id: agent.clientId, limit: 50 })).rows.filter(
      ({ action }: { action: string }) => action === 'change-agent',
    );
    assert.deepEqual([changed[0].by_program, changed[0].person], [false, ''], "by the account's key");
    const late = await person.call('decline-proposal', { guid });
    assert.deepEqual([late.status, late.body.error], [409, 'proposal_closed']);
  });

  test('need another look when their effect has changed, but not because of other writes', async () => {
    const customer = await seller.ok('create-customer', { data: { ...MAILED, registration_no: '' } });
    const { guid } = await propose(agent, mailedInvoice({ customer: { guid: customer } }));
    const { seen } = await find(guid);
    await seller.ok('create-invoice', mailedInvoice());
    assert.equal((await find(guid)).seen, seen, 'other invoices take numbers');
    await seller.ok('update-customer', { guid: customer, data: { email: 'other@example.is' } });
    const stale = await person.call('approve-proposal', { guid, seen });
    assert.deepEqual([stale.status, stale.body.error], [409, 'proposal_changed']);
    assert.deepEqual(stale.body.preview.receiver.addresses, ['email:other@example.is']);
    const row = await find(guid);
    assert.deepEqual([row.seen, row.changed], [stale.body.seen, true]);
    assert.deepEqual(row.proposed.receiver.addresses, ['email:jon@example.is']);
    assert.equal((await person.call('approve-proposal', { guid, seen: 'x' })).status, 409);
    assert.equal((await person.call('approve-proposal', { guid, seen: row.seen })).status, 200);
  });

  test('are not approved by the digest of another proposal', async () => {
    const original = await seller.ok('create-invoice', mailedInvoice());
    const before = await countInvoices();
    const invoiced = await propose(agent, mailedInvoice());
    const credited = await propose(agent, mailedInvoice({ type: 'credit', ref_invoice_guid: original }));
    const paid = await propose(agent, mailedInvoice({ mark_paid: 1, method_payment: 1 }));
    const { seen } = await find(invoiced.guid);
    for (const { guid } of [credited, paid]) {
      const refused = await person.call('approve-proposal', { guid, seen });
      assert.deepEqual([refused.status, refused.body.error], [409, 'proposal_changed']);
    }
    assert.equal(await countInvoices(), before);
  });

  test('keep waiting when the write is refused, and use up no limit', async () => {
    const item = await seller.ok('create-item', {
      data: { description: 'Vara', uom: 'C62', unit_price: 1000, tax: 'S' },
    });
    const { guid } = await propose(agent, mailedInvoice({ items: [{ guid: item, qty: 1 }] }));
    const { seen } = await find(guid);
    await seller.ok('update-item', { guid: item, data: { active: 0 } });
    const before = await countInvoices();
    const refused = await person.call('approve-proposal', { guid, seen });
    assert.deepEqual([refused.status, refused.body.error], [409, 'item_inactive']);
    const { result } = await agent.get(`/proposals/${guid}`);
    assert.deepEqual([result.state, result.refusal.code], ['waiting', 'item_inactive']);
    assert.equal(await countInvoices(), before);
    await seller.ok('update-item', { guid: item, data: { active: 1 } });
    assert.equal((await approve(guid)).status, 200);
    const numbers = await seller.ok('get-invoices', { limit: 2 });
    assert.equal(Number(numbers[0].number) - Number(numbers[1].number), 1);
  });

  test('raise limits with the approval: by owners, never lower, and only if the write succeeds', async () => {
    const app = await createAgent(seller, 'create_invoice', 'Raised');
    const limits = { max_amount: 1000, max_amount_per_day: null, new_recipients: 'propose' };
    await changeAgent(seller, app, { limits });
    const now = async () =>
      (await person.ok('find-agents')).rows.find((one: any) => one.agent_id === app.clientId).limits;
    const { guid, reasons } = await propose(
      app,
      mailedInvoice({ customer: { ...MAILED, email: 'new@example.is' } }),
    );
    assert.deepEqual(reasons, ['max_amount', 'new_recipients']);
    const { seen } = await find(guid);
    const member = await addColleague(kvitt, person);
    const raise = (fields: object, by = person) => by.call('approve-proposal', { guid, seen, ...fields });
    const wanted = { max_amount: 1240, max_amount_per_day: 5, new_recipients: 'act' };
    assert.equal((await raise({ limits: wanted }, member)).body.error, 'owner_required');
    for (const wrong of [5, 'all', { max_amount: -1 }, { max_amounts: 5 }, { mode: 'fly' }])
      for (const prefer of ['', 'respond-async']) {
        const refused = await person.call('approve-proposal', { guid, seen, limits: wrong }, { prefer });
        assert.deepEqual([refused.status, refused.body.error], [422, 'field_invalid'], JSON.stringify(wrong));
      }
    assert.equal((await raise({ seen: 'x', limits: wanted })).body.error, 'proposal_changed');
    assert.equal((await now()).max_amount, 1000, 'a refused approval raises nothing');
    assert.deepEqual((await raise({ limits: wanted })).body.state, 'approved');
    const raised = await now();
    assert.deepEqual([raised.max_amount, raised.new_recipients], [1240, 'act']);
    assert.equal(raised.max_amount_per_day, null, 'what is wider stays');
    await raise({ limits: { ...wanted, max_amount: 1100, mode: 'read' } });
    assert.deepEqual(await now(), raised);
    const [change] = (await person.ok('find-audit', { agent_id: app.clientId })).rows;
    assert.deepEqual([change.action, change.by_program, change.person !== ''], ['change-agent', false, true]);
  });

  test('bind an idempotency key until a day after their end', async () => {
    const key = (value: string) => ({ headers: { 'idempotency-key': value } });
    const [first, second] = await Promise.all([
      propose(agent, mailedInvoice(), key('a')),
      propose(agent, mailedInvoice(), key('a')),
    ]);
    assert.deepEqual(second, first);
    const other = await agent.call('POST', '/invoices', mailedInvoice({ amount: 1 }), key('a').headers);
    assert.equal(other.body.error_code, 'idempotency_key_reused');
    assert.equal((await approve(first.guid)).status, 200);
    const before = await countInvoices();
    const final = await agent.call('POST', '/invoices', mailedInvoice(), key('a').headers);
    assert.deepEqual([final.status, final.body.status], [200, true]);
    assert.deepEqual(final.body, (await agent.get(`/proposals/${first.guid}`)).result.result);
    const declined = await propose(agent, mailedInvoice(), key('b'));
    await person.ok('decline-proposal', { guid: declined.guid, reason: 'Ekki núna' });
    const refused = await agent.call('POST', '/invoices', mailedInvoice(), key('b').headers);
    assert.deepEqual([refused.status, refused.body.error_code], [200, 'proposal_closed']);
    assert.match(refused.body.message, /declined/);
    assert.equal(await countInvoices(), before);
  });

  test('are read by the program that made them and by the key of the account', async () => {
    const { guid } = await propose(agent, mailedInvoice());
    const stranger = await createAgent(seller, 'nav', 'A stranger');
    assert.equal((await stranger.call('GET', `/proposals/${guid}`)).body.error_code, 'proposal_not_found');
    assert.equal((await stranger.call('DELETE', `/proposals/${guid}`)).body.error_code, 'proposal_not_found');
    assert.deepEqual((await stranger.get('/proposals')).result, []);
    const own = await agent.get('/proposals?state=waiting&limit=1');
    assert.equal(own.result[0].guid, guid);
    assert.equal((await seller.ok('get-proposals', { limit: 1 }))[0].guid, guid);
    assert.equal((await seller.ok('get-proposal', { guid })).agent_id, agent.clientId);
    const elsewhere = await kvitt.account();
    assert.equal((await elsewhere.expectRefusal('get-proposal', { guid })).error_code, 'proposal_not_found');
    for (const name of ['approve-proposal', 'decline-proposal'])
      assert.equal((await seller.call(name, { guid })).httpStatus, 404, 'no key decides');
    const rehearsed = await agent.call('DELETE', `/proposals/${guid}?dry_run=1`);
    assert.deepEqual([rehearsed.body.result.state, rehearsed.body.dry_run], ['withdrawn', true]);
    assert.equal((await find(guid)).state, 'waiting');
    await changeAgent(seller, agent, { frozen: true });
    const withdrawn = await agent.call('DELETE', `/proposals/${guid}`);
    assert.deepEqual([withdrawn.status, withdrawn.body.result.state], [200, 'withdrawn']);
    await changeAgent(seller, agent, { frozen: false });
    assert.equal((await agent.call('DELETE', `/proposals/${guid}`)).body.error_code, 'proposal_closed');
    assert.equal((await person.call('approve-proposal', { guid, seen: 'x' })).body.error, 'proposal_closed');
  });

  test('carry files, and every other write', async () => {
    const picture = await createImage(40, 40, 'png');
    const form = toFormData({
      date: '2026-03-05',
      description: 'Kaffi',
      file: new File([new Uint8Array(picture)], 'kaffi.png'),
    });
    const answer = await agent.call('POST', '/costs', form);
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    assert.equal((await approve(answer.body.proposal.guid)).status, 200);
    const { guid } = await propose(
      agent,
      { data: { description: 'Ný vara', uom: 'C62', unit_price: 5 } },
      { path: '/items' },
    );
    const { preview } = await find(guid);
    assert.deepEqual([preview.kind, preview.name], ['item', 'Ný vara']);
    assert.deepEqual(fieldsOf(preview), {
      item_number: '2',
      description: 'Ný vara',
      uom: 'C62',
      tax: 'Z',
      unit_price: '5',
    });
    const { body: approved } = await approve(guid);
    assert.equal((await seller.ok('get-item', { guid: approved.result.result })).description, 'Ný vara');
  });

  test('expire after two weeks by the clock of the jobs', async () => {
    const { guid } = await propose(agent, mailedInvoice());
    await kvitt.operator('POST', '/jobs/run', { today: '2026-03-30' });
    assert.equal((await find(guid)).state, 'waiting');
    await kvitt.operator('POST', '/jobs/run', { today: '2026-04-02' });
    const row = await find(guid);
    assert.equal(row.state, 'expired');
    assert.equal((await person.call('approve-proposal', { guid, seen: row.seen })).status, 409);
  });

  test('keep the body of the write no longer than a day after their end', async () => {
    const { guid } = await propose(agent, mailedInvoice());
    const { guid: waiting } = await propose(agent, mailedInvoice());
    await agent.ok('DELETE', `/proposals/${guid}`);
    const kept = () =>
      query<{ guid: string }>(
        kvitt,
        sql`select guid from stored_calls where guid in (${guid}, ${waiting}) and input <> ''`,
      );
    assert.equal((await kept()).length, 2);
    await kvitt.operator('POST', '/jobs/run', { today: '2026-03-19' });
    assert.deepEqual(await kept(), [{ guid: waiting }]);
    const { state, preview } = await find(guid);
    assert.deepEqual([state, preview.amount], ['withdrawn', 1240]);
  });

  test('are mailed to who may decide, once for a burst', async () => {
    const fresh = await createAccountWithAgent(kvitt.url, { email: 'deciders@example.is' });
    await changeAgent(fresh.seller, fresh.agent, { limits: { mode: 'propose' } });
    const original = await fresh.seller.ok('create-invoice', mailedInvoice());
    const { number } = await fresh.seller.ok('get-invoice', { guid: original });
    const note = mailedInvoice({ type: 'credit', ref_invoice_guid: original });
    const { guid } = await propose(fresh.agent, note);
    await propose(fresh.agent, mailedInvoice());
    await kvitt.operator('POST', '/jobs/run', {});
    const mails = (await kvitt.operator('GET', '/sandbox/mail?to=deciders@example.is')).body;
    const text = JSON.stringify(mails);
    assert.equal(text.match(new RegExp(`console/proposals/${guid}`, 'g')) !== null, true, text.slice(0, 500));
    assert.equal((Array.isArray(mails) ? mails : (mails.data ?? mails.mails)).length, 1);
    const shown = [
      'Nýr kreditreikningur',
      'Minna verður til greiðslu, um 1.240\u00a0kr.',
      `Reikningur ${number}`,
      'Jón ehf.',
    ];
    const sums = [
      'jon@example.is',
      '1.240\u00a0kr.',
      'VSK 24%',
      '240\u00a0kr. af 1.000\u00a0kr.',
      '1 × A thing',
    ];
    for (const part of [...shown, ...sums, '2. mars 2026']) assert.ok(text.includes(part), part);
  });

  test('are limited to two hundred waiting ones for a program', async () => {
    const full = await createAccountWithAgent(kvitt.url);
    await changeAgent(full.seller, full.agent, { limits: { mode: 'propose' } });
    const { guid } = await propose(full.agent, mailedInvoice());
    await query(
      kvitt,
      sql`insert into stored_calls (account_id, guid, waits_for, client_id, ip, request_id, operation, operation_key, input,
          files, effect, number, name, created_at, due_at)
        select account_id, gen_random_uuid(), waits_for, client_id, ip, request_id, operation, operation_key, input,
          files, effect, number, name, created_at, due_at
        from stored_calls, generate_series(1, 199) where guid = ${guid}`,
    );
    const one = await full.agent.call('POST', '/invoices', mailedInvoice());
    assert.deepEqual([one.status, one.body.error_code], [429, 'too_many_proposals']);
    assert.equal(one.headers.get('retry-after'), '60', 'as on every 429');
    await full.agent.ok('DELETE', `/proposals/${guid}`);
    await propose(full.agent, mailedInvoice());
  });

  test('of a disconnected program are declined with it', async () => {
    const { guid } = await propose(agent, mailedInvoice());
    const { seen } = await find(guid);
    await changeAgent(seller, agent, { frozen: true });
    await send(kvitt.url, `/api/v1/agents/${agent.clientId}`, {
      method: 'DELETE',
      headers: basicAuth(seller),
    });
    const approved = await person.call('approve-proposal', { guid, seen });
    assert.deepEqual([approved.status, approved.body.error], [409, 'proposal_closed']);
    assert.deepEqual((await person.ok('find-proposals', { state: 'waiting' })).rows, []);
    const reason = 'The program was disconnected';
    const ended = async () => {
      const { state, reason } = await seller.ok('get-proposal', { guid });
      return [state, reason];
    };
    assert.deepEqual(await ended(), ['declined', reason]);
    const { rows } = await person.ok('find-audit', { agent_id: agent.clientId });
    assert.equal(rows.find((row: any) => row.target === guid).became, 'declined');
    const { result } = await seller.call('get-events', { types: 'proposal.declined', limit: 500 });
    assert.ok(result.some((event: any) => event.data.guid === guid));
  });
});
