import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { client } from '../../support/client.ts';
import { freshDatabase, type TestDatabase } from '../../support/databases.ts';
import { type NodeProcess, startNode } from '../../support/node-process.ts';
import {
  agentCall,
  authorizePath,
  exchange,
  PASSWORD,
  Person,
  postJson,
  refresh,
  registered,
} from '../../support/person.ts';
import { basic } from '../../support/raw.ts';

describe('raw secrets', () => {
  let database: TestDatabase;
  let node: NodeProcess;
  let setupKey = '';
  const secrets = new Map<string, string>();
  const keep = (name: string, secret: string | null | undefined) => {
    assert.ok(secret && secret.length >= 8, name);
    secrets.set(name, secret);
    return secret;
  };

  before(async () => {
    database = await freshDatabase('postgres');
    node = await startNode({ ...database.env, KVITT_LOG_LEVEL: 'trace', KVITT_RATE_LIMIT: 'on' });
    const { url } = node;
    setupKey = /\/setup\?key=([\w-]{43})\n/.exec(node.output)?.[1] ?? '';
    const seller = await client(url);
    keep('password', PASSWORD);
    keep('api_key', seller.apiKey);
    const app = await registered(seller);
    keep('client_secret', app.client_secret);
    const person = new Person(url);
    await person.signIn(seller, '/account', keep('wrong password', 'typed-by-mistake'));
    await person.signIn({ username: keep('password typed as username', 'hunter2-hunter2') });
    const back = await person.allow(
      authorizePath({ client_id: app.client_id, scope: 'dashboard_data' }),
      seller,
    );
    keep('session', person.cookies.get('kvitt'));
    const code = keep('code', back.searchParams.get('code'));
    const first = (await exchange(url, app, code)).body;
    const second = (await refresh(url, app, first.refresh_token)).body;
    for (const [n, tokens] of [first, second].entries()) {
      keep(`access token ${n}`, tokens.access_token);
      keep(`refresh token ${n}`, tokens.refresh_token);
    }
    await agentCall(url, '/agent/status', second.access_token);
    await agentCall(url, '/agent/status', keep('unknown token', 'kvat_nobody-has-this'));
    await fetch(
      `${url}/api/v1/hello?username=${seller.username}&api_key=${keep('wrong key', 'guessed-key')}`,
    );
    await exchange(url, app, code);
    await postJson(`${url}/agent/token?code=${code}`, '{"broken');
    await registered(seller, { rotate_secret: true, name: 'An app' }).then((made) =>
      keep('new secret', made.client_secret),
    );
    const page = await person.get('/account');
    const shown = await person.submit(page, '/account/api-key', { current: PASSWORD });
    keep('new api_key', /<code class="secret">([^<]+)</.exec(shown.text)?.[1]);
    await fetch(`${url}/api/v1/agents/${app.client_id}`, { method: 'DELETE', headers: basic(seller) });
  });
  after(async () => {
    await node?.stop();
    await database?.drop();
  });

  test('are in no table of the database', async () => {
    const db = new pg.Client({ connectionString: database.env.DATABASE_URL });
    await db.connect();
    const { rows: tables } = await db.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    );
    let dump = '';
    for (const { name } of tables) {
      const { rows } = await db.query<{ row: string }>(`select t::text as row from ${name} t`);
      dump += rows.map(({ row }) => row).join('\n');
    }
    await db.end();
    assert.match(dump, /argon2id/);
    assert.ok(
      setupKey !== '' && !dump.includes(setupKey),
      'the key of the set-up link, which is printed once',
    );
    assertWithout(dump);
  });

  test('are in no line of the log', () => {
    assert.ok(node.output.length < 20_000, 'the beginning of the log is cut off');
    assert.match(node.output, /"path":"\/agent\/token"/);
    assertWithout(node.output.replace(/\/setup\?key=\S+/, ''));
  });

  function assertWithout(text: string): void {
    for (const [name, secret] of secrets) {
      for (const written of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ]) {
        assert.ok(!text.includes(written), `the ${name} is there`);
      }
    }
  }
});
