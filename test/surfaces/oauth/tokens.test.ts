import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJobs } from '../../support/jobs.ts';
import {
  agentCall,
  authorizeClient,
  authorizePath,
  CALLBACK,
  createPkcePair,
  exchangeCode,
  Person,
  postJson,
  refreshTokens,
  registerClient,
} from '../../support/person.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('OAuth tokens', (kvitt) => {
  /** Gets a new code by consent, with its client. */
  async function createCode(fields: Record<string, string> = {}, person = new Person(kvitt.url)) {
    const seller = await kvitt.account();
    const client = await registerClient(seller);
    const path = authorizePath({ client_id: client.client_id, scope: 'nav,cost', ...fields });
    const back = await person.allow(path, seller);
    return { seller, client, code: back.searchParams.get('code') ?? '', back };
  }

  test('exchanges a code for working tokens, which are stored as digests', async () => {
    const { verifier, challenge } = createPkcePair();
    const { seller, client, code, back } = await createCode({
      scope: 'dashboard_data,nav',
      code_challenge: challenge,
    });
    assert.equal(back.origin + back.pathname, CALLBACK);
    assert.deepEqual([...back.searchParams.keys()], ['code', 'state', 'iss']);
    assert.equal(back.searchParams.get('state'), 'xyz');
    assert.equal(back.searchParams.get('iss'), kvitt.url);
    const { status, headers, body } = await exchangeCode(kvitt.url, client, code, {
      code_verifier: verifier,
    });
    assert.equal(status, 200, body.message);
    assert.equal(headers.get('cache-control'), 'no-store');
    const { access_token, refresh_token, ...rest } = body;
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'dashboard_data,nav' });
    assert.match(access_token, /^kvat_[\w-]{43}$/);
    assert.match(refresh_token, /^kvrt_[\w-]{43}$/);
    const call = await agentCall(kvitt.url, '/agent/status', access_token);
    const { action_id, ...answer } = call.body;
    const account = (await kvitt.operator('GET', `/accounts/${seller.username}`)).body;
    const fields = {
      company_name: account.name,
      registration_no: account.registration_no,
      username: seller.username,
    };
    assert.deepEqual(answer, { status: true, success: true, message: 'OK', result: fields, ...fields });
    assert.equal(typeof action_id, 'number');
  });

  test('accepts forms and HTTP Basic as well as JSON, with space-separated scopes on the standard paths', async () => {
    const { client, code } = await createCode();
    const authorization = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`;
    const response = await fetch(`${kvitt.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }),
    });
    const body: any = await response.json();
    assert.equal(response.status, 200, body.message);
    assert.equal(body.scope, 'nav cost');
  });

  test('revokes the tokens of a code that is used twice', async () => {
    const { client, code } = await createCode({ scope: 'dashboard_data' });
    const first = await exchangeCode(kvitt.url, client, code);
    assert.equal((await agentCall(kvitt.url, '/agent/status', first.body.access_token)).status, 200);
    const repeated = await exchangeCode(kvitt.url, client, code);
    assert.deepEqual([repeated.status, repeated.body.error], [400, 'invalid_grant']);
    const dead = await agentCall(kvitt.url, '/agent/status', first.body.access_token);
    assert.equal(dead.status, 401);
    assert.doesNotMatch(dead.body.message, /token|expired/i);
    assert.equal((await refreshTokens(kvitt.url, client, first.body.refresh_token)).status, 400);
  });

  test('gives tokens to at most one of twenty concurrent exchanges, and revokes them again', async () => {
    const { client, code } = await createCode({ scope: 'dashboard_data' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchangeCode(kvitt.url, client, code)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert.equal((await agentCall(kvitt.url, '/agent/status', winners[0]?.body.access_token)).status, 401);
  });

  test('refuses an exchange that does not match the code, and leaves the code valid', async () => {
    const { verifier, challenge } = createPkcePair();
    const { client, code } = await createCode({ code_challenge: challenge, code_challenge_method: 'S256' });
    const other = await registerClient(await kvitt.account());
    const good = { code_verifier: verifier };
    const table: [what: string, refusal: string, fields: Record<string, unknown>, client?: typeof client][] =
      [
        ['another redirect_uri', 'invalid_grant', { ...good, redirect_uri: `${CALLBACK}/` }],
        ['no redirect_uri', 'invalid_grant', { ...good, redirect_uri: undefined }],
        ['a wrong secret', 'invalid_client', { ...good, client_secret: 'kvcs_wrong' }],
        ['no secret', 'invalid_client', { ...good, client_secret: undefined }],
        ['an unknown client', 'invalid_client', { ...good, client_id: 'nobody' }],
        ['no client', 'invalid_client', { ...good, client_id: undefined }],
        ['a client with a NUL', 'invalid_client', { ...good, client_id: 'a\0b' }],
        ["another account's client", 'invalid_grant', good, other],
        ['no grant type', 'invalid_request', { ...good, grant_type: undefined }],
        ['another grant type', 'unsupported_grant_type', { ...good, grant_type: 'password' }],
        ['a resource elsewhere', 'invalid_target', { ...good, resource: 'https://other.example' }],
        ['no code', 'invalid_request', { ...good, code: undefined }],
        ['an unknown code', 'invalid_grant', { ...good, code: 'kvco_x' }],
      ];
    for (const [title, refusal, fields, by = client] of table) {
      const { status, body, headers } = await exchangeCode(kvitt.url, by, code, fields);
      assert.deepEqual([title, body.error], [title, refusal]);
      assert.equal(status, refusal === 'invalid_client' ? 401 : 400, title);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    assert.equal((await exchangeCode(kvitt.url, client, code, good)).status, 200);
  });

  test('invalidates a code that comes with a wrong verifier, and nothing else of the grant', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller, 'dashboard_data');
    for (const wrong of [createPkcePair().verifier, undefined, 'x', 'the challenge']) {
      const { verifier, challenge } = createPkcePair();
      const { client, code } = await createCode({ code_challenge: challenge, code_challenge_method: 'S256' });
      const code_verifier = wrong === 'the challenge' ? challenge : wrong;
      const { status, body } = await exchangeCode(kvitt.url, client, code, { code_verifier });
      assert.deepEqual([status, body.error], [400, 'invalid_grant'], wrong);
      const again = await exchangeCode(kvitt.url, client, code, { code_verifier: verifier });
      assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'], wrong);
    }
    assert.equal((await agentCall(kvitt.url, '/agent/status', app.access_token)).status, 200);
  });

  test('refuses a verifier without a challenge, so that PKCE cannot be downgraded', async () => {
    const { client, code } = await createCode();
    const { body } = await exchangeCode(kvitt.url, client, code, {
      code_verifier: createPkcePair().verifier,
    });
    assert.equal(body.error, 'invalid_grant');
    assert.equal((await exchangeCode(kvitt.url, client, code)).status, 400);
  });

  test('refuses a client that authenticates twice, and a secret of a public client', async () => {
    const { client, code } = await createCode();
    const { client_id, client_secret } = client;
    const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    const exchange = async (fields: Record<string, string>, headers: Record<string, string> = {}) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        ...fields,
      });
      const response = await fetch(`${kvitt.url}/oauth/token`, { method: 'POST', headers, body });
      return [response.status, ((await response.json()) as any).error];
    };
    for (const twice of [client_secret, 'kvcs_wrong']) {
      const refused = await exchange({ client_secret: twice }, { authorization });
      assert.deepEqual(refused, [400, 'invalid_request']);
    }
    assert.deepEqual(await exchange({ client_id, client_secret: '' }, { authorization }), [200, undefined]);
    const { body: publicClient } = await postJson(`${kvitt.url}/oauth/register`, {
      redirect_uris: [CALLBACK],
    });
    const { client_id: publicId } = publicClient;
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${publicId}:${secret}`).toString('base64')}`,
    });
    assert.deepEqual(await exchange({ client_id: publicId, client_secret: 'any' }), [401, 'invalid_client']);
    assert.deepEqual(await exchange({}, basic('any')), [401, 'invalid_client']);
    // The client is accepted without a secret, and the code is not its own.
    assert.deepEqual(await exchange({ client_id: publicId }), [400, 'invalid_grant']);
    assert.deepEqual(await exchange({ client_id: publicId, client_secret: '' }), [400, 'invalid_grant']);
    assert.deepEqual(await exchange({}, basic('')), [400, 'invalid_grant']);
  });

  test('expires codes and access tokens, with a specific error', async () => {
    const start = kvitt.now().getTime();
    kvitt.now = () => new Date(start);
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const unused = await authorizeClient(seller, 'nav', app);
    const { client, code } = await createCode();
    const later = (seconds: number) => {
      const then = start + seconds * 1000;
      kvitt.now = () => new Date(then);
    };
    try {
      later(601);
      assert.equal(
        (await exchangeCode(kvitt.url, client, code)).body.error_description,
        'The code has expired',
      );
      later(3500);
      assert.equal((await agentCall(kvitt.url, '/agent/status', app.access_token)).status, 200);
      later(3601);
      const { status, body, headers } = await agentCall(kvitt.url, '/agent/status', app.access_token);
      assert.deepEqual(
        [status, body],
        [
          401,
          {
            error: true,
            message: 'The access token has expired (token_expired); refresh it and try again',
            code: 401,
          },
        ],
      );
      assert.match(
        headers.get('www-authenticate') ?? '',
        /^Bearer error="invalid_token", error_description="token_expired"/,
      );
      later(29 * 24 * 3600);
      assert.equal((await refreshTokens(kvitt.url, app, app.refresh_token)).status, 200);
      later(70 * 24 * 3600);
      await runJobs(kvitt);
      assert.match(
        (await agentCall(kvitt.url, '/agent/status', unused.access_token)).body.message,
        /^Send valid/,
      );
    } finally {
      kvitt.resetClock();
    }
  });

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
