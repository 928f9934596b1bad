/**
 * Sends the captured statements directly to the database, with the same driver and prepared statement names as the
 * service.
 */
import pg from 'pg';
import { EmbeddedEngine } from '../src/kernel/database/embedded.ts';
import { newGuid } from '../src/kernel/node/ids.ts';
import type { Plan, Sample } from './capture.ts';
import { drive } from './driver.ts';

export interface RawSetup {
  database: { url: string } | { dataDir: string };
  connections: number;
  plans: Record<string, Plan>;
}

drive<RawSetup>(async ({ database, connections, plans }) => {
  const { clients, close } = await connect(database, connections);
  const worker = (call: string, index: number) => {
    const plan = plans[call];
    const client = clients[index % clients.length];
    if (!plan || !client) throw new Error(`Nothing was captured of ${call}`);
    return () => repeat(client, plan);
  };
  return { worker, close };
});

async function repeat(client: Pick<pg.Client, 'query'>, { statements, samples }: Plan): Promise<void> {
  const sample = samples[Math.floor(Math.random() * samples.length)];
  const values = sample ? withNewGuids(sample) : [];
  for (const [index, { name, text }] of statements.entries()) {
    await client.query({ ...(name && { name }), text, values: values[index] ?? [] });
  }
}

/** Replaces the guids of new records, so that a repeated insert does not collide. */
function withNewGuids({ values, newGuids }: Sample): unknown[][] {
  if (newGuids.length === 0) return values;
  const replacements = new Map(newGuids.map((guid) => [guid, newGuid()]));
  const old = new RegExp(newGuids.join('|'), 'g');
  const replaceGuids = (value: unknown) =>
    typeof value === 'string' ? value.replace(old, (guid) => replacements.get(guid) ?? guid) : value;
  return values.map((ofStatement) => ofStatement.map(replaceGuids));
}

async function connect(database: RawSetup['database'], connections: number) {
  if ('url' in database) {
    const clients = Array.from({ length: connections }, () => {
      return new pg.Client({ connectionString: database.url, options: '-c timezone=UTC' });
    });
    await Promise.all(clients.map((client) => client.connect()));
    const close = async () => void (await Promise.all(clients.map((client) => client.end())));
    return { clients, close };
  }
  // The embedded engine has one session, shared by all workers.
  const engine = new EmbeddedEngine(database.dataDir);
  const stream = () => engine.connect() as never;
  const pool = new pg.Pool({ stream, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 });
  return { clients: [pool], close: () => pool.end().then(() => engine.close()) };
}
