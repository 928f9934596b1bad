import pg from 'pg';
import type { Environment } from '../../src/config.ts';
import { sql } from '../../src/kernel/database/sql.ts';
import type { Kernel } from '../../src/kernel/operations/kernel.ts';
import { type Service, startService } from '../../src/service.ts';
import { type DatabaseKind, migratedDatabase, type TestDatabase, testConfig } from './databases.ts';
import { select } from './select.ts';
import { share } from './shared.ts';

/** The driver ends a session after ten idle seconds; the next one would plan each statement anew, for its first five executions. */
const { Pool } = pg;
Object.assign(pg, {
  Pool: class extends Pool {
    constructor(config: pg.PoolConfig) {
      super({ ...config, idleTimeoutMillis: 0 });
    }
  },
});

/** A password hash in tests costs next to nothing; test/kernel/passwords.test.ts is on the real cost. */
export const PASSWORD_COST = { memory: 8, passes: 1, parallelism: 1 };

/** A node in this process, and its database. */
export interface TestNode {
  service: Service;
  database: TestDatabase;
  /** The outside world as the node was started with; tests may put other things in its place. */
  ports: Kernel['ports'];
  /** Answers the time to the node. */
  now: () => Date;
}

export async function startTestNode(kind: DatabaseKind, env: Environment): Promise<TestNode> {
  const database = await migratedDatabase(kind);
  const node = { database, now: defaultClock } as TestNode;
  node.service = await startService(testConfig({ ...database.env, ...env }), {
    clock: () => node.now(),
    passwordCost: PASSWORD_COST,
  });
  node.ports = { ...node.service.engine.kernel.ports };
  return node;
}

export async function stopTestNode({ service, database }: TestNode): Promise<void> {
  await service.stop();
  await database.drop();
}

const AHEAD_MS = Date.parse('2026-03-17T12:00:00Z') - Date.now();

/** The clock of a node that no test has set: it starts on an ordinary day, and goes. */
export function defaultClock(): Date {
  return new Date(Date.now() + AHEAD_MS);
}

/**
 * Each session plans each statement anew, up to six times. Four still meet where calls that arrive together are to wait for
 * each other; a node of a test's own has as many as in production.
 */
const SHARED_POOL = { KVITT_POOL: '4' };

const idle: { kind: DatabaseKind; env: Environment | undefined; node: TestNode }[] = [];

/** A node without any record, which an earlier test file of this process may have used. */
export async function takeSharedNode(kind: DatabaseKind, env: Environment | undefined): Promise<TestNode> {
  const at = idle.findIndex((one) => one.kind === kind && one.env === env);
  if (at === -1) return startTestNode(kind, { ...SHARED_POOL, ...env });
  const [{ node }] = idle.splice(at, 1) as [(typeof idle)[number]];
  await emptyTables(node);
  Object.assign(node.service.engine.kernel.ports, node.ports);
  node.now = defaultClock;
  return node;
}

/** Gives the node back; the next file that takes it finds it empty. */
export function giveBackSharedNode(kind: DatabaseKind, env: Environment | undefined, node: TestNode): void {
  idle.push({ kind, env, node });
}

share({
  close: async () => {
    for (const { node } of idle.splice(0)) {
      await cleaners.get(node)?.end();
      await stopTestNode(node);
    }
  },
  holds: () => ({ servers: idle.length }),
});

/** The tables of the product that the migrations leave empty. */
const RECORDS = sql`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'`;

/** Truncating creates new files for a table and its indexes, which only pays for tables with more pages than this. */
const MAX_PAGES_TO_DELETE = 500;

/** Removes all records. Ids are not given again, so that nothing that the node remembers of an account fits a new one. */
async function emptyTables(node: TestNode): Promise<void> {
  const { accounts, kernel } = node.service.engine;
  const opened = await select<{ account_id: number }>(kernel.db, sql`select account_id from accounts`);
  for (const { account_id } of opened) await accounts.invalidate(account_id);
  const tables = await select<{ name: string }>(kernel.db, RECORDS);
  const filled = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`);
  const empty = `
    do $$ declare filled text[]; name text; pages bigint; begin
      select array_agg(named.name), sum(pg_table_size(named.name::regclass) / 8192) into filled, pages
        from (${filled.join(' union all ')}) named;
      if pages > ${MAX_PAGES_TO_DELETE} then
        execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
      elsif filled is not null then
        foreach name in array filled loop execute 'delete from ' || name; end loop;
      end if;
    end $$`;
  const { DATABASE_URL } = node.database.env;
  if (!DATABASE_URL)
    await kernel.db.transaction((tx) => tx.script(`set local ${WITHOUT_TRIGGERS}; ${empty}`));
  else await (await cleanerOf(node, DATABASE_URL)).query(empty);
}

/** A replica fires no triggers: one of them keeps the audit log from being emptied, and those of foreign keys are slow. */
const WITHOUT_TRIGGERS = 'session_replication_role = replica';

const cleaners = new Map<TestNode, pg.Client>();
/** As long as a session of a node waits, for what a test file may have left locked. */
const STATEMENT_MS = 60_000;

/** Has a session of its own, because this setting makes a session forget the plans of all its statements. */
async function cleanerOf(node: TestNode, connectionString: string): Promise<pg.Client> {
  const known = cleaners.get(node);
  if (known) return known;
  const cleaner = new pg.Client({ connectionString, statement_timeout: STATEMENT_MS });
  cleaners.set(node, cleaner);
  await cleaner.connect();
  await cleaner.query(`set ${WITHOUT_TRIGGERS}`);
  return cleaner;
}
