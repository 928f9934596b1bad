import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from '../../../src/kernel/database/sql.ts';
import type { Client } from '../../support/client.ts';
import { createCompleteCost, createCost, tryToApproveCost } from '../../support/costs.ts';
import { PDF } from '../../support/endpoints/costs.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases, type TestService } from '../../support/service.ts';

const STATES = ['reading', 'New', 'Created', 'Posted', 'Skipped', 'Error'] as const;
type State = (typeof STATES)[number];

const UPDATE = 'Only costs with accounting_status Created can be updated via the API';
const MOVE =
  'This cost cannot be moved to New (only approved, non-Posted costs can be re-opened for editing)';
const DELETE =
  'This cost cannot be deleted. It may have been posted by bookkeeping or is still being processed';
const APPROVE =
  'This cost cannot be approved (only costs with accounting_status New that are not being read can be)';

type Verb = 'approve' | 'Posted' | 'Skipped' | 'Error' | 'move' | 'delete';

/** The outcome of each action in each state: the new state, or the refusal. */
const TABLE: Record<State, Record<Verb, string>> = {
  reading: { approve: APPROVE, Posted: UPDATE, Skipped: UPDATE, Error: UPDATE, move: MOVE, delete: DELETE },
  New: { approve: 'Created', Posted: UPDATE, Skipped: UPDATE, Error: UPDATE, move: MOVE, delete: 'gone' },
  Created: {
    approve: APPROVE,
    Posted: 'Posted',
    Skipped: 'Skipped',
    Error: 'Error',
    move: 'New',
    delete: 'gone',
  },
  Posted: { approve: APPROVE, Posted: UPDATE, Skipped: UPDATE, Error: UPDATE, move: MOVE, delete: DELETE },
  Skipped: { approve: APPROVE, Posted: UPDATE, Skipped: UPDATE, Error: UPDATE, move: 'New', delete: 'gone' },
  Error: { approve: APPROVE, Posted: UPDATE, Skipped: UPDATE, Error: UPDATE, move: 'New', delete: 'gone' },
};

onBothDatabases('states of a cost', (kvitt) => {
  let seller: Client;
  let reading: Client;
  before(async () => {
    seller = await kvitt.account();
    reading = await kvitt.account({ subscriptions: ['webservice', 'cost_ai'] });
  });

  for (const state of STATES) {
    for (const [verb, outcome] of Object.entries(TABLE[state]) as [Verb, string][]) {
      const title =
        STATES.includes(outcome as State) || outcome === 'gone' ? `leads to ${outcome}` : 'is refused';
      test(`${state}: ${verb} ${title}`, async () => {
        const owner = state === 'reading' ? reading : seller;
        const guid = await createInState(kvitt, owner, state);
        const before = await owner.ok('get-cost', { guid });
        const refusal = await tryAction(kvitt, owner, guid, verb);
        if (refusal) {
          assert.equal(refusal, outcome);
          assert.deepEqual(await owner.ok('get-cost', { guid }), before, 'it was changed');
        } else if (outcome === 'gone') {
          assert.equal((await owner.expectRefusal('get-cost', { guid })).message, 'No cost found');
        } else {
          assert.equal((await owner.ok('get-cost', { guid })).accounting_status, outcome);
        }
      });
    }
  }

  test('accepts only Posted, Skipped and Error from bookkeeping, with a message of at most 500 characters', async () => {
    const guid = await createInState(kvitt, seller, 'Created');
    for (const accounting_status of ['Created', 'New', 'posted', 'Posted,Error', 'x', 7]) {
      const { message, error_code } = await seller.expectRefusal('update-cost', {
        guid,
        data: { accounting_status },
      });
      assert.equal(message, 'Accounting status must be one of: Posted, Skipped, Error');
      assert.equal(error_code, 'cost_outcome_refused');
    }
    const long = { accounting_status: 'Error', accounting_message: 'x'.repeat(501) };
    const { message } = await seller.expectRefusal('update-cost', { guid, data: long });
    assert.equal(message, 'Field accounting_message must be at most 500 characters');
    const data = { accounting_status: 'Error', accounting_message: 'x'.repeat(500) };
    assert.equal(await seller.ok('update-cost', { guid, data }), guid);
    assert.equal((await seller.ok('get-cost', { guid })).accounting_message.length, 500);
  });

  test('replaces the previous status and message of bookkeeping', async () => {
    const guid = await createInState(kvitt, seller, 'Created');
    await seller.ok('update-cost', { guid, data: { accounting_status: 'Error', accounting_message: 'No' } });
    await seller.ok('move-cost-to-new', { guid });
    await tryToApproveCost(kvitt, seller, guid);
    await seller.ok('update-cost', { guid, data: { accounting_status: 'Skipped' } });
    assert.equal((await seller.ok('get-cost', { guid })).accounting_message, '');
  });

  test('writes every change to the audit log', async () => {
    const guid = await createInState(kvitt, seller, 'Created');
    await seller.ok('update-cost', { guid, data: { accounting_status: 'Skipped' } });
    await seller.ok('move-cost-to-new', { guid });
    await seller.ok('delete-cost', { guid });
    const rows = await select<{ action: string; via: string }>(
      kvitt.service.engine.kernel.db,
      sql`select action, via from audit_log where target = ${guid} order by id`,
    );
    assert.deepEqual(
      rows.map(({ action, via }) => `${action} by ${via}`),
      [
        'create-cost-adv by credential',
        'approve-cost by operator',
        'update-cost by credential',
        'move-cost-to-new by credential',
        'delete-cost by credential',
      ],
    );
  });
});

async function createInState(kvitt: TestService, owner: Client, state: State): Promise<string> {
  if (state === 'reading') return createCost(owner, 'create-cost', {}, { name: 'a.pdf', bytes: PDF });
  const guid = await createCompleteCost(owner);
  if (state === 'New') return guid;
  assert.equal((await tryToApproveCost(kvitt, owner, guid)).status, 200);
  if (state !== 'Created') await owner.ok('update-cost', { guid, data: { accounting_status: state } });
  return guid;
}

/** The message of the refusal; undefined if the call succeeds. */
async function tryAction(
  kvitt: TestService,
  owner: Client,
  guid: string,
  verb: Verb,
): Promise<string | null> {
  if (verb === 'approve') {
    const { status, body } = await tryToApproveCost(kvitt, owner, guid);
    assert.ok(status === 200 || status === 409, `${status}`);
    return status === 200 ? null : body.message;
  }
  const { status, message } =
    verb === 'move'
      ? await owner.call('move-cost-to-new', { guid })
      : verb === 'delete'
        ? await owner.call('delete-cost', { guid })
        : await owner.call('update-cost', { guid, data: { accounting_status: verb } });
  return status ? null : message;
}
