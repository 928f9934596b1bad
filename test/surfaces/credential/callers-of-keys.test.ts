import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { registerClient } from '../../../src/modules/agents/clients/register-agent.ts';
import { changeAgent } from '../../../src/modules/agents/grants/change-agent.ts';
import { grantAgent } from '../../../src/modules/agents/grants/grant-agent.ts';
import { revokeAgent } from '../../../src/modules/agents/grants/revoke-agent.ts';
import { operations } from '../../../src/surfaces/console/routes.ts';
import { routes } from '../../../src/surfaces/credential/routes.ts';
import { Client } from '../../support/client.ts';
import type { ConsoleClient } from '../../support/console-client.ts';
import { addColleague, signInOwner } from '../../support/people.ts';
import { PASSWORD } from '../../support/person.ts';
import { enrol } from '../../support/second-factor.ts';
import { onBothDatabases } from '../../support/service.ts';

const KEY = { 'idempotency-key': 'chosen-twice' };

test('writes that a bookkeeper may not call declare it, so that it is checked before a replay', () => {
  const managing = [registerClient, changeAgent, grantAgent, revokeAgent];
  const all = [...routes.map(({ operation }) => operation), ...Object.values(operations), ...managing].filter(
    ({ kind }) => kind === 'write',
  );
  const refusing = all.filter(({ refusals }) => refusals?.includes('own_key_required'));
  assert.ok(refusing.length > 20, `${refusing.length} operations`);
  const undeclared = all.filter(
    ({ refusals, access }) =>
      (refusals?.includes('own_key_required') ?? false) !== (access.needsOwnKey ?? false),
  );
  assert.deepEqual(
    undeclared.map(({ name }) => name),
    [],
  );
});

onBothDatabases('an Idempotency-Key', (kvitt) => {
  let tenant: Client;
  let bookkeeper: Client;
  before(async () => {
    tenant = await kvitt.account();
    const firm = await kvitt.account();
    const guid = await tenant.ok('add-bookkeeper', { bookkeeper: firm.username });
    await firm.ok('accept-tenant', { guid });
    await tenant.ok('grant-bookkeeper-key', { guid });
    const [{ api_key }] = await firm.ok('get-tenants');
    bookkeeper = new Client(kvitt.url, tenant.username, api_key);
  });

  test("does not show the secret of a webhook to a bookkeeper's key", async () => {
    const fields = { data: { url: 'https://example.com/hook' } };
    const { secret } = await tenant.ok('create-webhook', fields, KEY);
    assert.match(secret, /^whsec_/);
    assert.equal((await tenant.ok('create-webhook', fields, KEY)).secret, secret, 'a retry is answered');
    const { error_code, result } = await bookkeeper.call('create-webhook', fields, KEY);
    assert.deepEqual([error_code, result], ['own_key_required', null]);
  });

  test('belongs to the bookkeeper who sends it, whose retries are answered', async () => {
    const key = { 'idempotency-key': 'item-1' };
    const item = (description: string) => ({ data: { description, uom: 'C62', unit_price: 1 } });
    const own = await tenant.ok('create-item', item('Vara'), key);
    const other = await bookkeeper.ok('create-item', item('Önnur vara'), key);
    assert.notDeepEqual(other, own);
    assert.deepEqual(await bookkeeper.ok('create-item', item('Önnur vara'), key), other);
    assert.deepEqual(await tenant.ok('create-item', item('Vara'), key), own);
  });

  test('of a person does not give the recovery codes of one to another', async () => {
    const owner = await signInOwner(kvitt, tenant);
    const codesOf = async (colleague: ConsoleClient) => {
      const { recoveryCodes } = await enrol(colleague, kvitt.now());
      await colleague.open();
      const proof = { current_password: PASSWORD, second_factor_code: recoveryCodes[0] };
      const { status, body } = await colleague.call('replace-recovery-codes', proof, KEY);
      assert.equal(status, 200, JSON.stringify(body));
      return body.recovery_codes as string[];
    };
    const first = await codesOf(await addColleague(kvitt, owner));
    const second = await codesOf(await addColleague(kvitt, owner));
    assert.notDeepEqual(first, second);
  });
});
