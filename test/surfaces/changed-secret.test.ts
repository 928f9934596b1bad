import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Secrets } from '../../src/kernel/security/secrets.ts';
import { Client } from '../support/client.ts';
import { connectBookkeeper } from '../support/endpoints/bookkeepers.ts';
import { addColleague, signInOwner } from '../support/people.ts';
import { Person } from '../support/person.ts';
import { appCode, enrol } from '../support/second-factor.ts';
import { TestService } from '../support/service.ts';
import { HOUR, SOON, WebhookFixture } from '../support/webhook-fixture.ts';

describe('after the operator has changed KVITT_SECRET', () => {
  const kvitt = new TestService();
  before(() => kvitt.startOwn('postgres', { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' }));
  after(() => kvitt.stop());
  const hook = new WebhookFixture(kvitt);
  const withOtherSecret = async (work: () => Promise<void>) => {
    const { kernel } = kvitt.service.engine;
    const { secrets } = kernel;
    kernel.secrets = new Secrets('a secret that the operator has chosen since');
    await work().finally(() => {
      kernel.secrets = secrets;
    });
  };

  test('bookkeepers list their tenants without the keys, which still work', async () => {
    const [tenant, firm] = [await kvitt.account(), await kvitt.account()];
    const guid = await connectBookkeeper(tenant, firm);
    await tenant.ok('grant-bookkeeper-key', { guid });
    const [{ api_key }] = await firm.ok('get-tenants');
    await withOtherSecret(async () => {
      const [listed] = await firm.ok('get-tenants');
      assert.deepEqual([listed.api_key, listed.has_key], [null, true]);
      await new Client(kvitt.url, tenant.username, api_key).ok('hello');
      await tenant.ok('grant-bookkeeper-key', { guid });
      const [{ api_key: renewed }] = await firm.ok('get-tenants');
      await new Client(kvitt.url, tenant.username, renewed).ok('hello');
    });
  });

  test('people sign in with a recovery code, but not with the codes of their app', async () => {
    const member = await addColleague(kvitt, await signInOwner(kvitt));
    const { secret, recoveryCodes } = await enrol(member, kvitt.now());
    await withOtherSecret(async () => {
      const person = new Person(kvitt.url);
      const page = await person.signIn({ username: member.username }, '/account');
      const answer = async (code: string) =>
        person.submit(await person.get(page.location ?? ''), '/sign-in/code', { code });
      assert.match((await answer(appCode(secret, kvitt.now(), 1))).text, /The code is wrong/);
      assert.equal((await answer(recoveryCodes[0] ?? '')).status, 303);
    });
  });

  test('webhooks say that their secret must be rotated, and deliver after that', async () => {
    const { guid, path } = await hook.create({ types: ['item.created'] });
    await withOtherSecret(async () => {
      await hook.createItem();
      await hook.run(SOON);
      const [waiting] = await hook.deliveries(guid);
      assert.match(JSON.stringify(waiting), /The secret of this webhook cannot be read any more; rotate it/);
      assert.deepEqual(hook.receiver.messages, []);
      const { secret } = await hook.seller.ok('rotate-webhook-secret', { guid });
      hook.secrets.set(path, secret);
      await hook.run(HOUR);
      assert.equal(hook.receiver.messages.length, 1);
    });
  });
});
