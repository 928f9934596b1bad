import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/kernel/database/sql.ts';
import { onBothDatabases } from '../support/service.ts';
import { query, SHARED_TABLES } from '../support/tables.ts';

/** Indexes that do not begin with the account, and why. */
const SHARED_INDEXES: Record<string, string> = {
  accounts_by_kennitala: 'finds the account itself',
  accounts_guid_key: 'finds the account itself',
  accounts_username: 'finds the account itself: the person is not known yet',
  access_tokens_by_age: 'housekeeping deletes old rows of all accounts',
  access_tokens_by_digest: 'finds the account: its owner is not known yet',
  authorizations_by_age: 'housekeeping deletes old rows of all accounts',
  authorizations_by_code: 'finds the account: its owner is not known yet',
  bookkeepers_tenants: 'a bookkeeper looks for its tenants',
  clients_by_client_id: 'a program sends its client_id, not its account',
  idempotency_keys_by_age: 'housekeeping deletes old rows of all accounts',
  invitations_by_age: 'housekeeping deletes old rows of all accounts',
  invitations_by_digest: 'finds the account: its owner is not known yet',
  jobs_by_lane: 'a worker takes due jobs of all lanes in turn',
  jobs_in_turn: 'a worker takes due jobs of all accounts in turn',
  password_resets_by_age: 'housekeeping deletes old rows of all accounts',
  password_resets_by_digest: 'finds the account: its owner is not known yet',
  people_by_email: 'finds the account: the person is not known yet',
  people_by_login: 'finds the other companies of a person',
  people_username: 'finds the account: the person is not known yet',
  stored_calls_by_expiry: 'the clock ends proposals of all accounts',
  refresh_tokens_by_age: 'housekeeping deletes old rows of all accounts',
  refresh_tokens_by_digest: 'finds the account: its owner is not known yet',
  sessions_by_age: 'housekeeping deletes old rows of all accounts',
  sessions_by_digest: 'finds the account: the person is not known yet',
  webhook_deliveries_by_age: 'housekeeping deletes old rows of all accounts',
  sandbox_claims_by_id: 'the operator acts as the bank, which knows only claims',
  sandbox_mail_by_recipient: 'the operator reads a mailbox, which knows only addresses',
};

onBothDatabases('the database schema', (kvitt) => {
  test('has account_id on every table', async () => {
    const tables = await query<{ name: string; has: boolean }>(
      kvitt,
      sql`select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid
            and a.attname = 'account_id' and a.attnotnull) as has
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
    );
    const sharedTables = tables.filter(({ has }) => !has).map(({ name }) => name);
    assert.deepEqual(sharedTables, Object.keys(SHARED_TABLES).sort());
    assert.ok(tables.length > sharedTables.length + 5);
  });
  test('starts every key, constraint and index with account_id', async () => {
    const indexes = await query<{ name: string; first: string | null }>(
      kvitt,
      sql`select i.relname as name, a.attname as first
          from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
          left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
          where t.relnamespace = 'public'::regnamespace and t.relname <> all(${Object.keys(SHARED_TABLES)})
          order by 1`,
    );
    const sharedIndexes = indexes.filter(({ first }) => first !== 'account_id').map(({ name }) => name);
    assert.deepEqual(sharedIndexes, Object.keys(SHARED_INDEXES).sort());
  });
  test('refuses to change or delete audit rows', async () => {
    await kvitt.account();
    for (const statement of [
      sql`update audit_log set action = 'other' returning id`,
      sql`delete from audit_log returning id`,
    ])
      await assert.rejects(query(kvitt, statement), /The audit log only grows/);
  });
  test('has no foreign key that could refer to a row of another account', async () => {
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
