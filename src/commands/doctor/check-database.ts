import type { Config } from '../../config.ts';
import { splitAddresses } from '../../domain/service/database-address.ts';
import { toError } from '../../domain/values/errors.ts';
import { Database } from '../../kernel/database/database.ts';
import { schemaMismatch } from '../../kernel/database/migrate.ts';
import { missingSearchIndexes } from '../../kernel/database/search-index.ts';
import { backlog } from '../../kernel/jobs/job-store.ts';
import { Secrets } from '../../kernel/security/secrets.ts';
import { anyFactorSecret } from '../../modules/people/second-factor/second-factor-store.ts';
import { anyWebhookSecret } from '../../modules/webhooks/webhook-store.ts';
import { withDatabase } from '../with-database.ts';
import { readReplicaState, readServerFacts } from './doctor-store.ts';
import { bad, type Finding, note, ok } from './findings.ts';

export async function checkDatabase(config: Config): Promise<Finding[]> {
  try {
    return await withDatabase(config, async (db) => {
      const schema = await schemaMismatch(db);
      const answers = ok(db.embedded ? `embedded database in ${config.dataDir}` : 'PostgreSQL answers');
      // Without its schema there is nothing else to look at.
      if (schema) return [answers, { state: 'bad', text: schema }];
      const server = db.embedded ? [] : await checkServer(db, config);
      return [
        answers,
        ok('schema is current'),
        ...server,
        ...(db.embedded ? [] : [await checkSearchIndexes(db)]),
        await checkSecret(db, config),
        await checkJobs(db),
      ];
    });
  } catch (error) {
    return [
      bad(
        toError(error).message,
        config.databaseUrl
          ? 'Look at DATABASE_URL, at the server and at the network between.'
          : 'Stop the service first: one process can open the embedded database.',
      ),
    ];
  }
}

const MAX_CLOCK_SECONDS = 2;

async function checkServer(db: Database, { pool, processes }: Config): Promise<Finding[]> {
  const facts = await readServerFacts(db);
  if (!facts) return [];
  const { seconds_ahead, may_create, max_connections, role } = facts;
  const drift = Math.abs(seconds_ahead).toFixed(1);
  const wanted = (pool + 1) * processes;
  return [
    Math.abs(seconds_ahead) <= MAX_CLOCK_SECONDS
      ? ok('the clock of this machine is that of the database server')
      : bad(
          `the clock of this machine is ${drift} s ${seconds_ahead > 0 ? 'ahead of' : 'behind'} that of the database server`,
          'Synchronize both machines (NTP).',
        ),
    may_create
      ? ok(`the role ${role} may create tables`)
      : bad(
          `the role ${role} must not create tables, and migrations would fail`,
          `Run "grant create on schema public to ${role}" as the owner of the database.`,
        ),
    wanted < max_connections
      ? ok(`${wanted} connections of this node, of the server's ${max_connections}`)
      : bad(
          `${wanted} connections of this node (KVITT_POOL, KVITT_PROCESSES), and the server has ${max_connections}`,
          'Lower KVITT_POOL, raise max_connections, or put a pooler in between.',
        ),
  ];
}

async function checkSearchIndexes(db: Database): Promise<Finding> {
  const missing = await missingSearchIndexes(db);
  if (missing.length === 0) return ok('searches by text have their indexes');
  return note(
    `searches by text read all records of an account, because these indexes are missing: ${missing.join(', ')}`,
    'The next start builds them. If the server lacks their extensions, run "create extension pg_trgm" and "create extension btree_gin" in the database as a superuser first.',
  );
}

/** Whether what is stored encrypted can be read. */
async function checkSecret(db: Database, { secret }: Config): Promise<Finding> {
  const sealed = (await anyWebhookSecret(db)) ?? (await anyFactorSecret(db));
  if (!sealed) return ok('nothing is sealed with KVITT_SECRET yet');
  if (new Secrets(secret).tryUnsealText(sealed) !== null) return ok('KVITT_SECRET opens what is sealed');
  return bad(
    'KVITT_SECRET is not the one that stored secrets were sealed with',
    'Set the secret that this installation had: webhooks and second factors cannot be used without it.',
  );
}

async function checkJobs(db: Database): Promise<Finding> {
  const { waiting, dead } = await backlog(db, new Date());
  if (dead === 0) return ok(`${waiting} jobs wait, none was given up`);
  return note(
    `${dead} jobs were given up`,
    '"kvitt jobs list --dead" shows them, "kvitt jobs retry --all-dead" runs them again.',
  );
}

const MAX_LAG_SECONDS = 10;

/** Each replica by itself: a node leaves one out that is away, and nobody would notice. */
export async function checkReplicas({ replicaUrl, dataDir }: Config): Promise<Finding[]> {
  const urls = replicaUrl ? splitAddresses(replicaUrl) : [];
  return Promise.all(urls.map((url, index) => checkReplica(url, dataDir, `replica ${index + 1}`)));
}

async function checkReplica(url: string, dataDir: string, name: string): Promise<Finding> {
  const db = new Database({ url, dataDir, pool: 1, isReplica: true, onError: () => {} });
  try {
    await db.start();
    const state = await readReplicaState(db);
    if (!state?.is_replica)
      return bad(`${name} is a primary`, 'KVITT_REPLICA_URL must name servers that follow the primary.');
    if ((state.lag ?? 0) <= MAX_LAG_SECONDS) return ok(`${name} follows`);
    return note(
      `${name} replayed its last change ${Math.round(state.lag ?? 0)} s ago`,
      'This is normal where nothing was written since; otherwise look at its replication.',
    );
  } catch (error) {
    return bad(`${name}: ${toError(error).message}`, 'The primary serves its reads until it is back.');
  } finally {
    await db.close();
  }
}
