import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { statementsOf } from '../../../src/kernel/database/migrate.ts';
import { Sql, sql } from '../../../src/kernel/database/sql.ts';
import { invoice } from '../../support/client.ts';
import { McpClient } from '../../support/mcp.ts';
import { agentCall, authorizeClient, postJson, refreshTokens, registerClient } from '../../support/person.ts';
import { select } from '../../support/select.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('OAuth tokens that are refreshed and revoked', (kvitt) => {
  test('returns a new pair on refresh; the old access token stays valid, the old refresh token does not', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller, 'dashboard_data,nav');
    const next = await refreshTokens(kvitt.url, app, app.refresh_token);
    assert.equal(next.status, 200, next.body.message);
    assert.notEqual(next.body.refresh_token, app.refresh_token);
    for (const token of [app.access_token, next.body.access_token]) {
      assert.equal((await agentCall(kvitt.url, '/agent/status', token)).status, 200);
    }
    const replay = await refreshTokens(kvitt.url, app, app.refresh_token);
    assert.deepEqual([replay.status, replay.body.error], [400, 'invalid_grant']);
    // A retry within the grace period is not a replay attack.
    assert.equal((await refreshTokens(kvitt.url, app, next.body.refresh_token)).status, 200);
  });

  test('allows fewer scopes on refresh, but never more', async () => {
    const app = await authorizeClient(await kvitt.account(), 'dashboard_data,nav');
    const wider = await refreshTokens(kvitt.url, app, app.refresh_token, { scope: 'dashboard_data,cost' });
    assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_scope']);
    const unknown = await refreshTokens(kvitt.url, app, app.refresh_token, { scope: 'everything' });
    assert.equal(unknown.body.error, 'invalid_scope');
    const less = await refreshTokens(kvitt.url, app, app.refresh_token, { scope: 'nav' });
    assert.equal(less.body.scope, 'nav');
    const refused = await agentCall(kvitt.url, '/agent/status', less.body.access_token);
    assert.deepEqual(
      [refused.status, refused.body],
      [
        403,
        {
          error: true,
          message: 'Agent token does not include the required scope: dashboard_data',
          code: 403,
        },
      ],
    );
    const whole = await refreshTokens(kvitt.url, app, less.body.refresh_token);
    assert.equal(whole.body.scope, 'dashboard_data,nav');
  });

  test('revokes the grant when a refresh token is replayed after ten seconds, and writes to the audit log', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const next = (await refreshTokens(kvitt.url, app, app.refresh_token)).body;
    const then = kvitt.now().getTime() + 11_000;
    kvitt.now = () => new Date(then);
    try {
      assert.equal((await refreshTokens(kvitt.url, app, app.refresh_token)).status, 400);
      assert.equal((await refreshTokens(kvitt.url, app, next.refresh_token)).status, 400);
      assert.equal((await agentCall(kvitt.url, '/agent/status', next.access_token)).status, 401);
    } finally {
      kvitt.resetClock();
    }
    const response = await fetch(`${kvitt.url}/api/v1/agent/audit`, {
      headers: {
        authorization: `Basic ${Buffer.from(`${seller.username}:${seller.apiKey}`).toString('base64')}`,
      },
    });
    const { data }: any = await response.json();
    assert.ok(data.some(({ action }: any) => action === 'replayed-refresh-token'));
    const { result } = await seller.call('get-events', { types: 'agent.revoked' });
    const { client_id: agent_id } = app;
    assert.deepEqual(
      result.map((event: any) => event.data),
      [{ guid: agent_id, agent_id }],
    );
  });

  test('invalidates the old secret at once when it is rotated, but no tokens', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const { client_secret } = await registerClient(seller, { rotate_secret: true });
    assert.equal((await refreshTokens(kvitt.url, app, app.refresh_token)).body.error, 'invalid_client');
    assert.equal((await agentCall(kvitt.url, '/agent/status', app.access_token)).status, 200);
    assert.equal((await refreshTokens(kvitt.url, { ...app, client_secret }, app.refresh_token)).status, 200);
  });

  test('revokes everything of the consent by any of its tokens, and nothing else', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const { client_id, client_secret } = app;
    const revoke = (token: string) =>
      postJson(`${kvitt.url}/oauth/revoke`, { token, client_id, client_secret });
    const isValid = async (token: string) =>
      (await agentCall(kvitt.url, '/agent/status', token)).status === 200;
    const other = await authorizeClient(await kvitt.account());
    assert.equal((await revoke(other.access_token)).status, 200);
    assert.ok(await isValid(other.access_token), "another program's token");
    assert.equal((await revoke('kvat_unknown')).status, 200);
    assert.equal(
      (await postJson(`${kvitt.url}/oauth/revoke`, { token: 'x', client_id, client_secret: 'no' })).status,
      401,
    );
    assert.equal(
      (await postJson(`${kvitt.url}/oauth/revoke`, { client_id, client_secret })).body.error,
      'invalid_request',
    );
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const old = await authorizeClient(seller, 'dashboard_data', app);
      const next = (await refreshTokens(kvitt.url, app, old.refresh_token)).body;
      const another = await authorizeClient(seller, 'dashboard_data', app);
      assert.ok((await isValid(old.access_token)) && (await isValid(next.access_token)));
      assert.equal((await revoke(next[kind])).status, 200);
      assert.deepEqual(
        [await isValid(old.access_token), await isValid(next.access_token)],
        [false, false],
        kind,
      );
      assert.equal((await refreshTokens(kvitt.url, app, next.refresh_token)).status, 400, kind);
      assert.ok(await isValid(another.access_token), 'another consent');
      assert.equal((await refreshTokens(kvitt.url, app, another.refresh_token)).status, 200);
    }
  });

  test('lets programs that could mark invoices as paid do it with their existing tokens', async () => {
    const { kernel } = kvitt.service.engine;
    const seller = await kvitt.account();
    const [payer, other] = [
      await authorizeClient(seller, 'nav', await registerClient(seller, { name: 'Payer' })),
      await authorizeClient(seller, 'cost', await registerClient(seller, { name: 'Costs' })),
    ];
    const sold = await seller.ok('create-invoice', { data: invoice() });
    const markPaid = async (token: string) => {
      const mcp = new McpClient(kvitt.url, { authorization: `Bearer ${token}` });
      return (await mcp.rpc('tools/call', { name: 'invoice_mark_paid', arguments: { guid: sold } })).status;
    };
    assert.equal(await markPaid(payer.access_token), 403);
    const migration = new URL('../../../src/kernel/migrations/0085_payment_scope.sql', import.meta.url);
    for (const statement of statementsOf(await readFile(migration, 'utf8')))
      await select(kernel.db, new Sql([statement], []));
    const [account] = await select<{ account_id: number }>(
      kernel.db,
      sql`select account_id from accounts where username = ${seller.username}`,
    );
    await kernel.caches.account.invalidate(Number(account?.account_id));
    assert.equal(await markPaid(payer.access_token), 200);
    assert.equal((await refreshTokens(kvitt.url, payer, payer.refresh_token)).body.scope, 'nav,payment');
    assert.equal((await refreshTokens(kvitt.url, other, other.refresh_token)).body.scope, 'cost');
  });

  test('refuses agents of an account that is closed or loses access, until it is restored', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller, 'dashboard_data,task');
    const change = (fields: object) => kvitt.operator('PATCH', `/accounts/${seller.username}`, fields);
    const status = async () => (await agentCall(kvitt.url, '/agent/status', app.access_token)).status;
    assert.equal(await status(), 200);
    await change({ disabled: true });
    assert.equal(await status(), 403);
    assert.equal((await refreshTokens(kvitt.url, app, app.refresh_token)).body.error, 'invalid_grant');
    await change({ disabled: false, subscriptions: ['task'] });
    assert.equal(await status(), 403);
    await change({ subscriptions: ['webservice'] });
    assert.equal(await status(), 200);
  });
});
