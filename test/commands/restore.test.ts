import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { createGzip } from 'node:zlib';
import { loadBackup } from '../../src/kernel/backup/load.ts';
import { type Part, readBackup } from '../../src/kernel/backup/read.ts';
import { saveBackup } from '../../src/kernel/backup/save.ts';
import {
  applyMigrations,
  knownMigrations,
  migrate,
  schemaMismatch,
  schemaObjects,
} from '../../src/kernel/database/migrate.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import { readAllRows, readConstraints, withDatabase } from '../support/backups.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { select } from '../support/select.ts';

/** The migrations of the release before people had their own sign-ins. */
const OLDER = knownMigrations().filter(({ version }) => version <= 12);
const KEY = 'a key of the test';
const about = { kvitt: '0.0.1', made_at: '2026-01-01T00:00:00.000Z', secret: '' };

describe('kvitt restore', () => {
  let old: TestDatabase;
  let target: TestDatabase;
  let backup: Buffer;

  before(async () => {
    old = await freshDatabase('postgres');
    target = await freshDatabase('postgres');
    await withDatabase(target.env, async (db) => {
      await migrate(db);
      await select(
        db,
        sql`insert into exchange_rates (currency, date, rate) values ('EUR', '2026-01-01', 1)`,
      );
    });
    backup = await withDatabase(old.env, async (db) => {
      await db.transaction((tx) => applyMigrations(tx, OLDER));
      await select(
        db,
        sql`
        insert into accounts (guid, username, name, registration_no, subscriptions, api_key_digest, password_hash)
        select gen_random_uuid(), 'account' || n, 'A', '5501234520', '{}', '', 'x' from generate_series(1, 2500) n`,
      );
      await select(db, sql`delete from accounts where account_id > 2400`);
      const chunks: Buffer[] = [];
      await saveBackup(db, about, createHmac('sha256', KEY), async (lines) => {
        for await (const chunk of Readable.from(lines).pipe(createGzip())) chunks.push(chunk);
      });
      return Buffer.concat(chunks);
    });
  });
  after(async () => {
    await old.drop();
    await target.drop();
  });

  test('rolls back completely when it is interrupted', async () => {
    const interrupted = async function* (): AsyncGenerator<Part> {
      let rows = 0;
      for await (const part of readBackup(Readable.from([backup]), {
        mac: createHmac('sha256', KEY),
        isRequired: true,
      })) {
        if ('row' in part && ++rows === 1500) throw new Error('the disk failed');
        yield part;
      }
    };
    await withDatabase(target.env, async (db) => {
      const before = await readAllRows(db);
      await assert.rejects(loadBackup(db, interrupted()), /the disk failed/);
      assert.deepEqual(await readAllRows(db), before);
    });
  });

  test('restores a backup of an older release into a database with a newer schema', async () => {
    await withDatabase(target.env, async (db) => {
      const { migrated } = await loadBackup(
        db,
        readBackup(Readable.from([backup]), { mac: createHmac('sha256', KEY), isRequired: true }),
      );
      assert.deepEqual(migrated, knownMigrations().slice(OLDER.length));
      assert.equal(await schemaMismatch(db), null);
      const { accounts, people, exchange_rates, sequences } = await readAllRows(db);
      assert.deepEqual([accounts?.length, people?.length, exchange_rates], [2400, 2400, []]);
      assert.ok(sequences?.includes('accounts_account_id_seq 2500'), 'a number is given twice');
      await withDatabase(old.env, async (other) => {
        await migrate(other);
        assert.deepEqual(await readConstraints(db), await readConstraints(other));
      });
    });
  });

  test('knows every table and function that the migrations create, beside those of extensions', async () => {
    const names = await withDatabase(old.env, (db) =>
      select<{ kind: string; name: string }>(
        db,
        sql`
        select 'tables' as kind, relname::text as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        union all select 'functions', proname::text from pg_proc f
          where pronamespace = 'public'::regnamespace
            and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')`,
      ),
    );
    const known = schemaObjects();
    // A backup of an older release is restored into tables of these names, before they are renamed, merged or partitions.
    const renamed = [
      'audit_log_first',
      'chores',
      'delayed_actions',
      'document_lines',
      'documents',
      'events_first',
      'invoice_renditions',
      'link_payments',
      'proposals',
    ];
    const renamedFunctions = ['end_sessions_of_person', 'queue_webhooks', 'tell_invoice_event'];
    const ofKind = (kind: string) => names.flatMap((one) => (one.kind === kind ? [one.name] : []));
    assert.deepEqual([...ofKind('tables'), ...renamed].sort(), known.tables.sort());
    assert.deepEqual([...ofKind('functions'), ...renamedFunctions].sort(), known.functions.sort());
  });
});
