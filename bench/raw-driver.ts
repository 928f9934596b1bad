/** Sends the captured statements straight to the database, with the same driver and by name as the service does. */
import pg from 'pg';
import { EmbeddedEngine } from '../src/kernel/database/embedded.ts';
import { newGuid } from '../src/kernel/ids.ts';
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
  const values = sample ? freshened(sample) : [];
  for (const [index, { name, text }] of statements.entries()) {
    await client.query({ ...(name && { name }), text, values: values[index] ?? [] });
  }
}

/** The same values, but for the guids of what is new. */
function freshened({ values, made }: Sample): unknown[][] {
  if (made.length === 0) return values;
  const fresh = new Map(made.map((guid) => [guid, newGuid()]));
  const old = new RegExp(made.join('|'), 'g');
  const freshen = (value: unknown) =>
    typeof value === 'string' ? value.replace(old, (guid) => fresh.get(guid) ?? guid) : value;
  return values.map((ofStatement) => ofStatement.map(freshen));
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
  // The embedded engine has one session, which all workers take turns on.
  const engine = new EmbeddedEngine(database.dataDir);
  const stream = () => engine.connect() as never;
  const pool = new pg.Pool({ stream, user: 'postgres', database: 'postgres', max: 1, idleTimeoutMillis: 0 });
  return { clients: [pool], close: () => pool.end().then(() => engine.close()) };
}
