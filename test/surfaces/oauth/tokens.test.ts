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
});
