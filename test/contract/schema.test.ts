import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { onBothDatabases } from '../support/service.ts';
import { query, SHARED_TABLES } from '../support/tables.ts';

/** Indexes that do not begin with the account, and why. */
const SHARED_INDEXES: Record<string, string> = {
  accounts_guid_key: 'finds the account itself',
  accounts_username: 'finds the account itself: who signs in is not known yet',
  access_tokens_by_age: 'housekeeping looks for old ones of all accounts',
  access_tokens_by_digest: 'finds the account: whose token it is is not known yet',
  authorizations_by_age: 'housekeeping looks for old ones of all accounts',
  authorizations_by_code: 'finds the account: whose code it is is not known yet',
  bookkeepers_tenants: 'a bookkeeper looks for the accounts that it was given',
  clients_by_client_id: 'a program says who it is, not who registered it',
  idempotency_keys_by_age: 'housekeeping looks for old keys of all accounts',
  invitations_by_age: 'housekeeping looks for old ones of all accounts',
  invitations_by_digest: 'finds the account: whose invitation it is is not known yet',
  jobs_in_turn: 'a worker goes from account to account and takes what is due',
  password_resets_by_age: 'housekeeping looks for old ones of all accounts',
  password_resets_by_digest: 'finds the account: whose link it is is not known yet',
  people_by_email: 'finds the account: who forgot a password is not known yet',
  people_username: 'finds the account: who signs in is not known yet',
  refresh_tokens_by_age: 'housekeeping looks for old ones of all accounts',
  refresh_tokens_by_digest: 'finds the account: whose token it is is not known yet',
  sessions_by_age: 'housekeeping looks for old ones of all accounts',
  sessions_by_digest: 'finds the account: who is signed in is not known yet',
  sandbox_claims_by_id: 'the operator plays the bank, which knows only claims',
  sandbox_mail_by_recipient: 'the operator looks into a mailbox, which knows only addresses',
};

onBothDatabases('the schema', (kvitt) => {
  test('has the account on every table', async () => {
    const tables = await query<{ name: string; has: boolean }>(
      kvitt,
      sql`select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid
            and a.attname = 'account_id' and a.attnotnull) as has
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
    );
    const without = tables.filter(({ has }) => !has).map(({ name }) => name);
    assert.deepEqual(without, Object.keys(SHARED_TABLES).sort());
    assert.ok(tables.length > without.length + 5);
  });
  test('leads every key, constraint and index with the account', async () => {
    const indexes = await query<{ name: string; first: string | null }>(
      kvitt,
      sql`select i.relname as name, a.attname as first
          from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
          left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
          where t.relnamespace = 'public'::regnamespace and t.relname <> all(${Object.keys(SHARED_TABLES)})
          order by 1`,
    );
    const others = indexes.filter(({ first }) => first !== 'account_id').map(({ name }) => name);
    assert.deepEqual(others, Object.keys(SHARED_INDEXES).sort());
  });
  test('lets no row refer to a row of another account', async () => {
    const keys = await query<{ name: string; columns: string[]; target: string[] }>(
      kvitt,
      sql`select c.conname as name,
            array(select a.attname::text from unnest(c.conkey) with ordinality k (n, o)
              join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.o) as columns,
            array(select a.attname::text from unnest(c.confkey) with ordinality k (n, o)
              join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.o) as target
          from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
    );
    for (const { name, columns, target } of keys) {
      assert.deepEqual([columns[0], target[0]], ['account_id', 'account_id'], name);
    }
    assert.ok(keys.length > 5);
  });
});
