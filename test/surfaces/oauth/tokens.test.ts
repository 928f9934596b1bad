import assert from 'node:assert/strict';
import { test } from 'node:test';
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

onBothDatabases('tokens', (kvitt) => {
  /** A code fresh from consent, with the client that it is for. */
  async function freshCode(fields: Record<string, string> = {}, person = new Person(kvitt.url)) {
    const seller = await kvitt.account();
    const client = await registerClient(seller);
    const path = authorizePath({ client_id: client.client_id, scope: 'nav,cost', ...fields });
    const back = await person.allow(path, seller);
    return { seller, client, code: back.searchParams.get('code') ?? '', back };
  }

  test('a code is exchanged for tokens that work, are named in full and are kept by nobody', async () => {
    const { verifier, challenge } = createPkcePair();
    const { seller, client, code, back } = await freshCode({
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

  test('forms and HTTP Basic are taken as well as JSON, and the paths of the standards use spaces', async () => {
    const { client, code } = await freshCode();
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

  test('a code is good once: used again, it takes back what it gave', async () => {
    const { client, code } = await freshCode({ scope: 'dashboard_data' });
    const first = await exchangeCode(kvitt.url, client, code);
    assert.equal((await agentCall(kvitt.url, '/agent/status', first.body.access_token)).status, 200);
    const again = await exchangeCode(kvitt.url, client, code);
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
    const dead = await agentCall(kvitt.url, '/agent/status', first.body.access_token);
    assert.equal(dead.status, 401);
    assert.doesNotMatch(dead.body.message, /token|expired/i);
    assert.equal((await refreshTokens(kvitt.url, client, first.body.refresh_token)).status, 400);
  });

  test('of twenty that use a code at the same moment at most one gets tokens, which are revoked again', async () => {
    const { client, code } = await freshCode({ scope: 'dashboard_data' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exchangeCode(kvitt.url, client, code)),
    );
    const winners = answers.filter(({ status }) => status === 200);
    assert.equal(winners.length, 1);
    assert.equal((await agentCall(kvitt.url, '/agent/status', winners[0]?.body.access_token)).status, 401);
  });

  test('what does not fit the code is refused, and leaves it as it is', async () => {
    const { verifier, challenge } = createPkcePair();
    const { client, code } = await freshCode({ code_challenge: challenge, code_challenge_method: 'S256' });
    const other = await registerClient(await kvitt.account());
    const good = { code_verifier: verifier };
    const table: [what: string, refusal: string, fields: Record<string, unknown>, client?: typeof client][] =
      [
        ['another verifier', 'invalid_grant', { code_verifier: createPkcePair().verifier }],
        ['no verifier', 'invalid_grant', { code_verifier: undefined }],
        ['the challenge as verifier', 'invalid_grant', { code_verifier: challenge }],
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
    for (const [what, refusal, fields, by = client] of table) {
      const { status, body, headers } = await exchangeCode(kvitt.url, by, code, fields);
      assert.deepEqual([what, body.error], [what, refusal]);
      assert.equal(status, refusal === 'invalid_client' ? 401 : 400, what);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    assert.equal((await exchangeCode(kvitt.url, client, code, good)).status, 200);
  });

  test('a verifier without a challenge is refused, so that nobody can strip the challenge unseen', async () => {
    const { client, code } = await freshCode();
    const { body } = await exchangeCode(kvitt.url, client, code, {
      code_verifier: createPkcePair().verifier,
    });
    assert.equal(body.error, 'invalid_grant');
  });

  test('codes and access tokens end in time, and say so', async () => {
    const start = kvitt.now().getTime();
    kvitt.now = () => new Date(start);
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const unused = await authorizeClient(seller, 'nav', app);
    const { client, code } = await freshCode();
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
      await kvitt.operator('POST', '/jobs/run', {});
      assert.match(
        (await agentCall(kvitt.url, '/agent/status', unused.access_token)).body.message,
        /^Send valid/,
      );
    } finally {
      kvitt.resetClock();
    }
  });

  test('a refresh gives a new pair; the old access token lives on, the old refresh token does not', async () => {
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
    // A retry of the same moment is no theft.
    assert.equal((await refreshTokens(kvitt.url, app, next.body.refresh_token)).status, 200);
  });

  test('a refresh may ask for less and never for more', async () => {
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

  test('a refresh token replayed after ten seconds takes the whole grant back, which is in the audit log', async () => {
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
  });

  test('a new secret ends the old one at once, and no tokens with it', async () => {
    const seller = await kvitt.account();
    const app = await authorizeClient(seller);
    const { client_secret } = await registerClient(seller, { rotate_secret: true });
    assert.equal((await refreshTokens(kvitt.url, app, app.refresh_token)).body.error, 'invalid_client');
    assert.equal((await agentCall(kvitt.url, '/agent/status', app.access_token)).status, 200);
    assert.equal((await refreshTokens(kvitt.url, { ...app, client_secret }, app.refresh_token)).status, 200);
  });

  test('revoking ends an access token alone, or with a refresh token all that came of the consent', async () => {
    const app = await authorizeClient(await kvitt.account());
    const next = (await refreshTokens(kvitt.url, app, app.refresh_token)).body;
    const { client_id, client_secret } = app;
    const revoke = (token: string) =>
      postJson(`${kvitt.url}/oauth/revoke`, { token, client_id, client_secret });
    const works = async (token: string) =>
      (await agentCall(kvitt.url, '/agent/status', token)).status === 200;
    assert.ok((await works(app.access_token)) && (await works(next.access_token)));
    assert.equal((await revoke(app.access_token)).status, 200);
    assert.deepEqual([await works(app.access_token), await works(next.access_token)], [false, true]);
    const other = await authorizeClient(await kvitt.account());
    assert.equal((await revoke(other.access_token)).status, 200);
    assert.ok(await works(other.access_token), "another program's token");
    assert.equal((await revoke('kvat_unknown')).status, 200);
    assert.equal(
      (await postJson(`${kvitt.url}/oauth/revoke`, { token: 'x', client_id, client_secret: 'no' })).status,
      401,
    );
    assert.equal(
      (await postJson(`${kvitt.url}/oauth/revoke`, { client_id, client_secret })).body.error,
      'invalid_request',
    );
    assert.equal((await revoke(next.refresh_token)).status, 200);
    assert.equal(await works(next.access_token), false);
    assert.equal((await refreshTokens(kvitt.url, app, next.refresh_token)).status, 400);
  });

  test('an account that is closed or loses its access takes its agents with it, until it is back', async () => {
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
