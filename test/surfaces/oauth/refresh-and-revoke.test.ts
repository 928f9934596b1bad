import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentCall, authorizeClient, postJson, refreshTokens, registerClient } from '../../support/person.ts';
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

  test('revokes one access token, or with a refresh token everything of the consent', async () => {
    const app = await authorizeClient(await kvitt.account());
    const next = (await refreshTokens(kvitt.url, app, app.refresh_token)).body;
    const { client_id, client_secret } = app;
    const revoke = (token: string) =>
      postJson(`${kvitt.url}/oauth/revoke`, { token, client_id, client_secret });
    const isValid = async (token: string) =>
      (await agentCall(kvitt.url, '/agent/status', token)).status === 200;
    assert.ok((await isValid(app.access_token)) && (await isValid(next.access_token)));
    assert.equal((await revoke(app.access_token)).status, 200);
    assert.deepEqual([await isValid(app.access_token), await isValid(next.access_token)], [false, true]);
    const refreshed = (await refreshTokens(kvitt.url, app, next.refresh_token)).body;
    assert.ok(await isValid(refreshed.access_token), 'the refresh token outlives its access token');
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
    assert.equal((await revoke(refreshed.refresh_token)).status, 200);
    assert.deepEqual(
      [await isValid(next.access_token), await isValid(refreshed.access_token)],
      [false, false],
    );
    assert.equal((await refreshTokens(kvitt.url, app, refreshed.refresh_token)).status, 400);
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
