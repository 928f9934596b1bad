import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operations } from '../../../src/surfaces/console/routes.ts';
import type { ConsoleClient } from '../../support/console-client.ts';
import { addColleague, findPerson, newEmailAddress, signInOwner } from '../../support/people.ts';
import { PASSWORD } from '../../support/person.ts';
import { appCode, enrol } from '../../support/second-factor.ts';
import { onBothDatabases } from '../../support/service.ts';

/** Who calls the operation and what is sent, besides the password. */
interface ConfirmedCall {
  by: ConsoleClient;
  fields: object;
}

onBothDatabases('operations that ask for confirmation', (kvitt) => {
  let time: number;
  let owner: Awaited<ReturnType<typeof signInOwner>>;
  before(async () => {
    time = kvitt.now().getTime();
    kvitt.now = () => new Date(time);
    owner = await signInOwner(kvitt);
  });
  after(() => kvitt.resetClock());

  const colleague = () => addColleague(kvitt, owner);
  async function enrolled() {
    const person = await colleague();
    const { secret, recoveryCodes } = await enrol(person, new Date(time));
    await person.open();
    time += 30_000;
    return { person, recoveryCodes, code: appCode(secret, new Date(time)) };
  }
  async function byCode(): Promise<ConfirmedCall> {
    const { person, code } = await enrolled();
    return { by: person, fields: { second_factor_code: code } };
  }
  async function byRecoveryCode(): Promise<ConfirmedCall> {
    const { person, recoveryCodes } = await enrolled();
    return { by: person, fields: { second_factor_code: recoveryCodes[0] } };
  }
  const byOwner = async (fields: object): Promise<ConfirmedCall> => ({ by: owner, fields });
  const byColleague = async (fields: object): Promise<ConfirmedCall> => ({ by: await colleague(), fields });

  const calls: Record<string, () => Promise<ConfirmedCall>> = {
    'grant-bookkeeper-key': async () => {
      const firm = await kvitt.account({ subscriptions: ['webservice', 'bookkeeper'] });
      const { guid } = await owner.ok('add-bookkeeper', { bookkeeper: firm.username });
      return byOwner({ guid });
    },
    'rotate-api-key': () => byOwner({}),
    'invite-person': () => byOwner({ email: newEmailAddress(), role: 'member' }),
    'set-person-role': async () => {
      const { username } = await colleague();
      return byOwner({ guid: (await findPerson(owner, username)).guid, role: 'owner' });
    },
    'reset-second-factor': async () => {
      const { person } = await enrolled();
      return byOwner({ guid: (await findPerson(owner, person.username)).guid });
    },
    'require-second-factor': () => byOwner({ required: false }),
    'start-second-factor': () => byColleague({}),
    'change-password': () => byColleague({ password: 'another good password' }),
    'update-myself': () => byColleague({ name: 'A new name' }),
    'replace-recovery-codes': byCode,
    'remove-second-factor': byRecoveryCode,
  };

  test('are all covered by this test', () => {
    const confirmed = Object.entries(operations).filter(([, { access }]) =>
      access.confirm?.startsWith('password'),
    );
    const names = confirmed.map(([name]) => name).filter((name) => name !== 'close-account');
    assert.deepEqual(
      Object.keys(calls).sort(),
      names.sort(),
      'close-account ends the session that would repeat it',
    );
  });

  for (const [name, prepare] of Object.entries(calls))
    test(`${name} works with an Idempotency-Key, as the browser sends it`, async () => {
      const { by, fields } = await prepare();
      const sent = { current_password: PASSWORD, ...fields };
      const { status, body } = await by.call(name, sent, { 'idempotency-key': `confirmed-${name}` });
      assert.equal(status, 200, JSON.stringify(body));
    });
});
