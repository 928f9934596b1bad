import pg from 'pg';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';

const SETTINGS = { max_wal_size: '128MB', min_wal_size: '64MB' };

/**
 * A PostgreSQL server with a standby that has every commit before it is acknowledged. Which of the two takes writes changes
 * with a failover; their addresses stay.
 */
export class ServerPair {
  readonly #directory: string;
  /** The one that takes writes. */
  #primary: PostgresServer;
  #standby: PostgresServer;

  private constructor(directory: string, primary: PostgresServer, standby: PostgresServer) {
    this.#directory = directory;
    this.#primary = primary;
    this.#standby = standby;
  }

  static async start(directory: string): Promise<ServerPair> {
    const primary = await startPostgres({ directory, settings: SETTINGS });
    const standby = await startPostgres({ directory, settings: SETTINGS, standbyOf: primary });
    const pair = new ServerPair(directory, primary, standby);
    await pair.#waitForStandby();
    return pair;
  }

  /** Names both hosts, so that whoever connects finds the one that takes writes. */
  get url(): string {
    const hosts = [this.#primary, this.#standby].map((server) => `127.0.0.1:${portOf(server)}`);
    return `postgres://postgres@${hosts.sort().join()}/postgres`;
  }

  /** Commits are acknowledged from now on when the standby has them. */
  async #waitForStandby(): Promise<void> {
    await this.run("alter system set synchronous_standby_names = '*'");
    await this.run('select pg_reload_conf()');
  }

  /** Runs a statement at the server that takes writes. */
  async run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#primary.url() });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  /** Ends the server that takes writes as a power cut would. */
  async crash(): Promise<void> {
    await this.#primary.crash();
  }

  /** Starts the servers that have ended. */
  async startEnded(): Promise<void> {
    for (const server of [this.#primary, this.#standby]) if (!server.isRunning()) await server.start();
  }

  /** Loses the server that takes writes, lets the standby take over, and makes a new standby of it. */
  async failOver(): Promise<void> {
    const lost = this.#primary;
    await lost.crash();
    this.#primary = this.#standby;
    await this.run('select pg_promote()');
    await lost.stop();
    this.#standby = await startPostgres({
      directory: this.#directory,
      settings: SETTINGS,
      port: portOf(lost),
      standbyOf: this.#primary,
    });
    await this.#waitForStandby();
  }

  async stop(): Promise<void> {
    for (const server of [this.#primary, this.#standby]) await server.stop();
  }
}

function portOf(server: PostgresServer): number {
  return Number(new URL(server.url()).port);
}
