import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from '../../src/kernel/database/database.ts';
import { compile } from '../../src/kernel/database/sql.ts';
import type { JobCaller } from '../../src/kernel/operations/caller.ts';
import type { Kernel } from '../../src/kernel/operations/kernel.ts';
import { beginAction } from '../../src/modules/stored-calls/delayed/action-store.ts';
import { runDelayedAction } from '../../src/modules/stored-calls/delayed/run-action.ts';
import { propose } from '../support/agents/limits.ts';
import { mailedInvoice, Proposer } from '../support/agents/proposer.ts';
import type { ConsoleClient } from '../support/console-client.ts';
import { runJobs } from '../support/jobs.ts';
import { addColleague } from '../support/people.ts';
import { onBothDatabases } from '../support/service.ts';

const ROUNDS = 4;

onBothDatabases('a stored call', (kvitt) => {
  const proposer = new Proposer(kvitt);
  let person: ConsoleClient;
  let colleague: ConsoleClient;
  let kernel: Kernel;
  let job: JobCaller;
  before(async () => {
    ({ person } = proposer);
    colleague = await addColleague(kvitt, person);
    ({ kernel } = kvitt.service.engine);
    const account = await kvitt.service.engine.accounts.byUsername(proposer.seller.username);
    job = { by: 'job', account, via: 'job', ip: '', requestId: 'test' };
  });
  beforeEach(() => kvitt.resetClock());

  const countInvoices = () => proposer.countInvoices();
  const delay = async (): Promise<string> => {
    const { data } = mailedInvoice();
    const { status, body } = await person.call('create-invoice', data, { prefer: 'respond-async' });
    assert.equal(status, 202, JSON.stringify(body));
    return body.delayed.guid;
  };
  const run = (guid: string, by: Kernel = kernel) => runDelayedAction(by, { caller: job, payload: { guid } });
  const stateOf = async (guid: string): Promise<string | undefined> => {
    const { actions } = await person.ok('get-delayed-actions');
    return actions.find((one: { guid: string }) => one.guid === guid)?.state;
  };
  const proposeInvoice = async (): Promise<{ guid: string; seen: string }> => {
    const { guid } = await propose(proposer.agent, mailedInvoice());
    return { guid, seen: (await proposer.find(guid)).seen };
  };
  const script = (text: string) => kernel.db.transaction((tx) => tx.script(text));

  test('of a person runs once, however often and on however many nodes its job runs', async () => {
    const [before, guid] = [await countInvoices(), await delay()];
    await Promise.all([1, 2, 3].map(() => run(guid)));
    await run(guid);
    assert.deepEqual([await countInvoices(), await stateOf(guid)], [before + 1, 'done']);
  });

  test('of a person runs once when the process ends before it, in it or after it', async () => {
    const [before, guid] = [await countInvoices(), await delay()];
    // The process ended after it had begun: nothing can be undone any more, and the next one goes on.
    assert.ok(await beginAction(kernel.db, job.account.id, guid));
    assert.equal((await person.call('undo-actions', { guids: [guid] })).body.error, 'action_over');
    assert.deepEqual([await countInvoices(), await stateOf(guid)], [before, 'running']);
    // The write is committed, and the process ends before it has recorded that.
    await assert.rejects(run(guid, { ...kernel, db: withoutEnds(kernel.db) }), /the process has ended/);
    assert.deepEqual([await countInvoices(), await stateOf(guid)], [before + 1, 'running']);
    await run(guid);
    assert.deepEqual([await countInvoices(), await stateOf(guid)], [before + 1, 'done']);
  });

  test('of a person is undone or run, when both happen at once', async () => {
    const before = await countInvoices();
    let made = 0;
    for (let n = 0; n < ROUNDS; n++) {
      const guid = await delay();
      const undo = person.call('undo-actions', { guids: [guid] });
      const [undone] = await Promise.all(n % 2 ? [undo, run(guid)] : [undo, run(guid), run(guid)]);
      if (undone.status !== 200) made += 1;
      await run(guid);
      assert.equal(await stateOf(guid), undone.status === 200 ? undefined : 'done');
    }
    assert.equal(await countInvoices(), before + made);
  });

  test('of a program is carried out once, when several people approve it at once', async () => {
    const before = await countInvoices();
    const call = await proposeInvoice();
    const presses = await Promise.all(
      [person, colleague, person, colleague, person].map((one) => one.call('approve-proposal', call)),
    );
    for (const press of presses) assert.deepEqual([press.status, press.body], [200, presses[0]?.body]);
    assert.equal(await countInvoices(), before + 1);
  });

  test('of a program has one outcome when it is approved, declined and withdrawn at once', async () => {
    const before = await countInvoices();
    let approved = 0;
    for (let n = 0; n < ROUNDS; n++) {
      const { guid, seen } = await proposeInvoice();
      const answers = await Promise.all([
        person.call('approve-proposal', { guid, seen }),
        colleague.call('decline-proposal', { guid }),
        proposer.agent.call('DELETE', `/proposals/${guid}`),
      ]);
      const { state } = await proposer.find(guid);
      const ended = answers.map(({ body }) => body.state ?? body.result?.state).filter(Boolean);
      assert.deepEqual(ended, [state]);
      if (state === 'approved') approved += 1;
    }
    assert.equal(await countInvoices(), before + approved);
  });

  test('of a program is approved or expires, when both happen at once', async () => {
    const before = await countInvoices();
    const { guid, seen } = await proposeInvoice();
    await Promise.all([person.call('approve-proposal', { guid, seen }), runJobs(kvitt, '2026-04-02')]);
    const { state } = await proposer.find(guid);
    assert.ok(['approved', 'expired'].includes(state), state);
    assert.equal(await countInvoices(), before + (state === 'approved' ? 1 : 0));
  });

  test('of a program keeps waiting, and writes nothing, when its approval cannot be recorded', async () => {
    const before = await countInvoices();
    const call = await proposeInvoice();
    await script(`create function refuse_end() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
      create trigger refuse_end before update on stored_calls for each row execute function refuse_end()`);
    assert.equal((await person.call('approve-proposal', call)).status, 500);
    await script('drop trigger refuse_end on stored_calls; drop function refuse_end');
    assert.deepEqual([await countInvoices(), (await proposer.find(call.guid)).state], [before, 'waiting']);
    assert.equal((await person.call('approve-proposal', call)).status, 200);
    assert.equal(await countInvoices(), before + 1);
  });

  test('ends only in a state of its own kind', async () => {
    const [action, { guid: proposal, seen }] = [await delay(), await proposeInvoice()];
    assert.equal((await person.call('undo-actions', { guids: [proposal] })).body.error, 'action_over');
    for (const name of ['approve-proposal', 'decline-proposal', 'preview-proposal-pdf'])
      assert.equal((await person.call(name, { guid: action, seen })).body.error, 'proposal_not_found', name);
    await run(proposal);
    assert.deepEqual([await stateOf(action), (await proposer.find(proposal)).state], ['waiting', 'waiting']);
    await person.ok('undo-actions', { guids: [action] });
  });
});

/** A database in which the end of no call is recorded, as if the process ended before that. */
function withoutEnds(db: Database): Database {
  const query: Database['query'] = (row, statement) => {
    if (/^update stored_calls .*ended_at/s.test(compile(statement).text))
      throw new Error('the process has ended');
    return db.query(row, statement);
  };
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'query') return query;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
