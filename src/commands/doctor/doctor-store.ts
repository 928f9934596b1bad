import type { Database } from '../../kernel/database/database.ts';
import { col, row } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';

const serverFacts = row({
  /** By how much the clock of this machine is ahead. */
  seconds_ahead: col.double(),
  may_create: col.boolean(),
  max_connections: col.integer(),
  role: col.text(),
});

export function readServerFacts(db: Database) {
  return db.find(
    serverFacts,
    sql`select extract(epoch from ${new Date()}::timestamptz - clock_timestamp())::float8 as seconds_ahead,
        has_schema_privilege('public', 'create') as may_create,
        current_setting('max_connections')::int as max_connections, current_user::text as role`,
  );
}

const replicaState = row({
  is_replica: col.boolean(),
  /** Seconds since the last change that it has replayed. */
  lag: col.double().nullable(),
});

export function readReplicaState(db: Database) {
  return db.find(
    replicaState,
    sql`select pg_is_in_recovery() as is_replica,
        extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag`,
  );
}
