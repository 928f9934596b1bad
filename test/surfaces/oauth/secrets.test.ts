import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createAccount } from '../../support/client.ts';
import { freshDatabase, type TestDatabase } from '../../support/databases.ts';
import { type NodeProcess, startNode } from '../../support/node-process.ts';
import {
  agentCall,
  authorizePath,
  exchangeCode,
  PASSWORD,
  Person,
  postJson,
  refreshTokens,
  registerClient,
} from '../../support/person.ts';
import { basicAuth } from '../../support/requests.ts';
import { until } from '../../support/until.ts';

describe('secrets in plain text', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let setupKey = '';
  const secrets = new Map<string, string>();
  const remember = (name: string, secret: string | null | undefined) => {
    assert.ok(secret && secret.length >= 8, name);
    secrets.set(name, secret);
    return secret;
  };

  before(async () => {
    database = await freshDatabase('postgres');
    node = await startNode({ ...database.env, KVITT_LOG_LEVEL: 'trace', KVITT_RATE_LIMIT: 'on' });
    const { url } = node;
    // The node may print the link later than it is ready, because it builds the console first.
    setupKey = await until(
      'the set-up link is printed',
      () => /\/setup\?key=([\w-]{43})\n/.exec(node.output)?.[1],
    );
    const seller = await createAccount(url);
    remember('password', PASSWORD);
    remember('api_key', seller.apiKey);
    const app = await registerClient(seller);
    remember('client_secret', app.client_secret);
    const person = new Person(url);
    await person.signIn(seller, '/account', remember('wrong password', 'typed-by-mistake'));
    await person.signIn({ username: remember('password typed as username', 'hunter2-hunter2') });
    const back = await person.allow(
      authorizePath({ client_id: app.client_id, scope: 'dashboard_data' }),
      seller,
    );
    remember('session', person.cookies.get('kvitt'));
    const code = remember('code', back.searchParams.get('code'));
    const first = (await exchangeCode(url, app, code)).body;
    const second = (await refreshTokens(url, app, first.refresh_token)).body;
    for (const [n, tokens] of [first, second].entries()) {
      remember(`access token ${n}`, tokens.access_token);
      remember(`refresh token ${n}`, tokens.refresh_token);
    }
    await agentCall(url, '/agent/status', second.access_token);
    await agentCall(url, '/agent/status', remember('unknown token', 'kvat_nobody-has-this'));
    await fetch(
      `${url}/api/v1/hello?username=${seller.username}&api_key=${remember('wrong key', 'guessed-key')}`,
    );
    await exchangeCode(url, app, code);
    await postJson(`${url}/agent/token?code=${code}`, '{"broken');
    await registerClient(seller, { rotate_secret: true, name: 'An app' }).then((registration) =>
      remember('new secret', registration.client_secret),
    );
    const page = await person.get('/account');
    const keyPage = await person.submit(page, '/account/api-key', { current: PASSWORD });
    remember('new api_key', /<code class="secret">([^<]+)</.exec(keyPage.text)?.[1]);
    await fetch(`${url}/api/v1/agents/${app.client_id}`, { method: 'DELETE', headers: basicAuth(seller) });
  });
  after(async () => {
    await node?.stop();
    await database?.drop();
  });

  test('are stored in no table of the database', async () => {
    const db = new pg.Client({ connectionString: database.env.DATABASE_URL });
    await db.connect();
    const { rows: tables } = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await db.query<{ row: string }>(`select t::text as row from ${name} t`);
      dump += rows.map(({ row }) => row).join('\n');
    }
    await db.end();
    assert.match(dump, /argon2id/);
    assert.ok(setupKey !== '' && !dump.includes(setupKey), 'the key of the set-up link is stored');
    assertContainsNoSecret(dump);
  });

  test('are written to no line of the log', () => {
    assert.ok(node.output.length < 20_000, 'the beginning of the log is cut off');
    assert.match(node.output, /"path":"\/agent\/token"/);
    assertContainsNoSecret(node.output.replace(/\/setup\?key=\S+/, ''));
  });

  function assertContainsNoSecret(text: string): void {
    for (const [name, secret] of secrets) {
      for (const encoded of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ]) {
        assert.ok(!text.includes(encoded), `the ${name} is there`);
      }
    }
  }
});
