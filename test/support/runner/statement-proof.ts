import pg from 'pg';
import { EmbeddedEngine } from '../../../src/kernel/database/embedded.ts';
import { type DatabaseKind, migratedDatabase } from '../databases.ts';

/** What a database says against a statement, or null when it can plan it. */
export type Planner = (text: string) => Promise<string | null>;

/**
 * Runs `work` with a planner on a migrated, empty database of the kind. A statement is prepared and planned with
 * unknown parameters, but not executed: that finds each table, column, function, type and clause that the database
 * does not have. Each text is planned once.
 */
export async function withPlanner<T>(kind: DatabaseKind, work: (plan: Planner) => Promise<T>): Promise<T> {
  const database = await migratedDatabase(kind);
  const { DATABASE_URL, KVITT_DATA_DIR } = database.env;
  const engine = kind === 'embedded' ? new EmbeddedEngine(KVITT_DATA_DIR as string) : null;
  await engine?.start();
  const client = new pg.Client(
    engine
      ? { stream: () => engine.connect() as never, user: 'postgres', database: 'postgres' }
      : { connectionString: DATABASE_URL },
  );
  try {
    await client.connect();
    await client.query('set plan_cache_mode = force_generic_plan');
    const verdicts = new Map<string, string | null>();
    return await work(async (text) => {
      const known = verdicts.get(text);
      if (known !== undefined) return known;
      const verdict = await plan(client, text);
      verdicts.set(text, verdict);
      return verdict;
    });
  } finally {
    // The engine ends its only connection itself.
    await (engine ? engine.close() : client.end());
    await database.drop();
  }
}

/**
 * Parses and binds a statement, which plans it, and executes nothing. An explanation would plan it as well, but writing the
 * expressions of the plan takes longer than planning.
 */
function plan(client: pg.Client, text: string): Promise<string | null> {
  const count = Math.max(0, ...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));
  return new Promise((resolve) => client.query(new Plan(text, count, resolve)));
}

/** What the driver asks of a query of one's own. */
class Plan implements pg.Submittable {
  readonly #text: string;
  readonly #values: null[];
  readonly #resolve: (problem: string | null) => void;

  constructor(text: string, parameters: number, resolve: (problem: string | null) => void) {
    this.#text = text;
    this.#values = Array.from({ length: parameters }, () => null);
    this.#resolve = resolve;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    connection.parse({ name: '', text: this.#text, types: [] }, false);
    connection.bind({ values: this.#values }, false);
    connection.sync();
    connection.stream.uncork();
  }

  handleError(error: Error): void {
    this.#resolve(error.message);
  }

  handleReadyForQuery(): void {
    this.#resolve(null);
  }
}
