import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { migrate, statementsOf } from '../../src/kernel/database/migrate.ts';
import { toFormData } from '../support/agents/agent.ts';
import { propose } from '../support/agents/limits.ts';
import { mailedInvoice, Proposer } from '../support/agents/proposer.ts';
import { createProposer } from '../support/endpoints/proposals.ts';
import { createImage } from '../support/images.ts';
import { runJobs } from '../support/jobs.ts';
import { basicAuth, send } from '../support/requests.ts';
import { onBothDatabases } from '../support/service.ts';

const createdBy = (migration: string, table: string) => {
  const file = new URL(`../../src/kernel/migrations/${migration}.sql`, import.meta.url);
  const created = statementsOf(readFileSync(file, 'utf8')).filter((one) =>
    one.startsWith(`create table ${table} `),
  );
  return created.join(';\n');
};

/** Moves the stored calls to where earlier releases kept them; there the proposals of a revoked program still waited. */
const DOWNGRADE = `
  ${createdBy('0042_proposals', 'proposals')};
  alter table proposals add column files jsonb not null default '[]';
  ${createdBy('0049_delayed_actions', 'delayed_actions')};
  insert into proposals (account_id, guid, client_id, operation, operation_key, input, has_file, files, preview, reasons, ip,
    request_id, idempotency_key, digest, state, created_at, expires_at, ended_at, decided_by, reason, refusal, answer)
  select account_id, guid, client_id, operation, operation_key, input, files <> '[]', files, effect, reasons, ip, request_id,
    idempotency_key, digest, state, created_at, due_at, ended_at, decided_by, reason,
    (problems -> 0) - '{details,reasons}'::text[], answer
  from stored_calls where waits_for = 'person';
  insert into delayed_actions (account_id, guid, person_id, operation, input, target, ip, state, created_at, run_at, ended_at,
    answer, problems)
  select account_id, guid, person_id, operation_key, input::jsonb, target, ip, state, created_at, due_at, ended_at, answer, problems
  from stored_calls where waits_for = 'clock' order by id;
  drop table stored_calls;
  update proposals set state = 'waiting', reason = '', ended_at = null where reason = 'The program was disconnected';
  delete from schema_migrations where name in ('0130_proposals_of_revoked_programs.sql', '0199_stored_calls.sql')`;

onBothDatabases(
  'calls that the release before has stored',
  (kvitt) => {
    const proposer = new Proposer(kvitt);

    test('look the same after the upgrade, and are approved, undone and run', async () => {
      const { person, agent, seller } = proposer;
      const { db } = kvitt.service.engine.kernel;
      const delay = async (name: string, fields: object): Promise<string> => {
        const { status, body } = await person.call(name, fields, { prefer: 'respond-async' });
        assert.equal(status, 202, JSON.stringify(body));
        return body.delayed.guid;
      };
      const later = (seconds: number) => {
        const at = kvitt.now().getTime() + seconds * 1000;
        kvitt.now = () => new Date(at);
      };
      const { data } = mailedInvoice();
      const invoices: string[] = [];
      for (let n = 0; n < 4; n++) invoices.push((await person.ok('create-invoice', data)).guid);
      const [paid, credited, first, second] = invoices as [string, string, string, string];
      const headers = { 'idempotency-key': 'upgraded' };

      const { guid: waiting } = await propose(agent, mailedInvoice(), { headers });
      const gone = await createProposer(seller);
      await propose(gone, mailedInvoice());
      const revoked = { method: 'DELETE', headers: basicAuth(seller) };
      assert.equal((await send(kvitt.url, `/api/v1/agents/${gone.clientId}`, revoked)).status, 200);
      const { guid: declined } = await propose(agent, mailedInvoice());
      await person.ok('decline-proposal', { guid: declined, reason: 'Nei' });
      const item = { description: 'Vara', uom: 'C62', unit_price: 1000, tax: 'S' };
      const guidOfItem = await seller.ok('create-item', { data: item });
      const { guid: refused } = await propose(
        agent,
        mailedInvoice({ items: [{ guid: guidOfItem, qty: 1 }] }),
      );
      const { seen } = await proposer.find(refused);
      await seller.ok('update-item', { guid: guidOfItem, data: { active: 0 } });
      assert.equal(
        (await person.call('approve-proposal', { guid: refused, seen })).body.error,
        'item_inactive',
      );
      const file = new File([new Uint8Array(await createImage(40, 40, 'png'))], 'kaffi.png');
      const cost = await agent.call('POST', '/costs', toFormData({ date: '2026-03-05', file }));
      const withFile = cost.body.proposal.guid;

      const late = await delay('do-paid-invoice', { guid: paid });
      await seller.ok('do-paid-invoice', { guid: paid });
      later(11);
      await runJobs(kvitt);
      const issued = await delay('create-invoice', data);
      const note = { ...data, type: 'credit', ref_invoice_guid: credited };
      const undone = await delay('create-invoice', note);
      await delay('run-many', { operation: 'do-paid-invoice', guids: [first, second] });

      const look = async () => ({
        actions: (await person.ok('get-delayed-actions')).actions,
        found: (await person.ok('find-proposals')).rows.map(({ ended_at: _end, ...row }: any) => row),
        listed: (await agent.get('/proposals')).result,
        needs: (await person.ok('get-needs')).rows.map(({ amount: _amount, ...row }: any) => row),
      });
      const before = await look();
      await db.transaction((tx) => tx.script(DOWNGRADE));
      assert.deepEqual(
        (await migrate(db)).map(({ name }) => name),
        ['0130_proposals_of_revoked_programs.sql', '0199_stored_calls.sql'],
      );
      const after = await look();
      assert.deepEqual(after, before);
      const states = after.actions.map(({ guid, state }: any) => [guid, state]);
      assert.deepEqual(states.slice(0, 3), [
        [late, 'refused'],
        [issued, 'waiting'],
        [undone, 'waiting'],
      ]);

      const count = () => proposer.countInvoices();
      const stored = await count();
      for (const guid of [waiting, withFile])
        await person.ok('approve-proposal', { guid, seen: (await proposer.find(guid)).seen });
      const repeated = await agent.call('POST', '/invoices', mailedInvoice(), headers);
      assert.deepEqual(repeated.body, (await agent.get(`/proposals/${waiting}`)).result.result);
      await person.ok('undo-actions', { guids: [undone] });
      later(11);
      await runJobs(kvitt);
      assert.equal(await count(), stored + 2, 'the approved one, and the one whose time has come');
      for (const guid of [first, second])
        assert.equal((await seller.ok('get-invoice', { guid })).status, 'Paid');
      await person.ok('dismiss-actions', { guids: [late] });
    });
  },
  {},
);
