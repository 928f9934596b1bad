import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Environment, readConfig } from '../../src/config.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { PASSWORD_COST, Passwords } from '../../src/kernel/security/passwords.ts';
import { startService } from '../../src/service.ts';
import { createAccount } from '../support/client.ts';
import { migratedDatabase, testConfig } from '../support/databases.ts';
import { select } from '../support/select.ts';

describe('password hashes', () => {
  const cheap = new Passwords({ memory: 8, passes: 1, parallelism: 1 });
  const usual = new Passwords();

  test('have the cost that OWASP recommends unless the program sets another', async () => {
    assert.deepEqual(PASSWORD_COST, { memory: 19_456, passes: 2, parallelism: 1 });
    assert.match(
      await usual.hash('a good password'),
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });

  test('two hashes of one password differ by their salt', async () => {
    assert.notEqual(await cheap.hash('a good password'), await cheap.hash('a good password'));
  });

  test('match their password alone, whatever the cost they were made at', async () => {
    for (const [maker, checker] of [
      [usual, cheap],
      [cheap, usual],
      [cheap, cheap],
    ] as const) {
      const hash = await maker.hash('a good password');
      assert.equal(await checker.matches('a good password', hash), true);
      assert.equal(await checker.matches('A good password', hash), false);
    }
  });

  test('match nothing for an unknown user, not even the password of the dummy hash', async () => {
    for (const password of ['', 'a good password']) assert.equal(await usual.matches(password, null), false);
  });

  test('of a node that is started as in production have the full cost', async () => {
    const database = await migratedDatabase('postgres');
    const service = await startService(testConfig(database.env));
    try {
      await createAccount(service.address);
      const rows = await select<{ password_hash: string }>(
        service.engine.kernel.db,
        sql`select password_hash from people`,
      );
      assert.equal(rows.length, 1);
      assert.match(rows[0]?.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    } finally {
      await service.stop();
      await database.drop();
    }
  });

  test('have a cost that no environment variable sets', () => {
    const variables = new Set<string>();
    const env = { DATABASE_URL: 'postgres://127.0.0.1/kvitt', KVITT_SECRET: 'a secret of the test' };
    const get = (real: Environment, name: string) => {
      variables.add(name);
      return real[name];
    };
    const config = readConfig(new Proxy<Environment>(env, { get: get as never }));
    assert.ok(variables.has('KVITT_SECRET'));
    const fields = [...variables, ...Object.keys(config)];
    assert.deepEqual(
      fields.filter((name) => /password|argon|hash|cost/i.test(name)),
      [],
    );
  });
});
