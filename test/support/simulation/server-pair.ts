import { spawnSync } from 'node:child_process';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import { type Relay, relayTo } from '../tcp-relay.ts';

const SETTINGS = { max_wal_size: '128MB', min_wal_size: '64MB' };

interface Host {
  server: PostgresServer;
  relay: Relay;
}

/**
 * A PostgreSQL server with a standby that has every commit before it is acknowledged. Which of the two takes writes changes
 * with a failover; their addresses stay.
 */
export class ServerPair {
  readonly #directory: string;
  /** The one that takes writes. */
  #primary: Host;
  #standby: Host;

  private constructor(directory: string, primary: Host, standby: Host) {
    this.#directory = directory;
    this.#primary = primary;
    this.#standby = standby;
  }

  static async start(directory: string): Promise<ServerPair> {
    const server = await startPostgres({ directory, settings: SETTINGS });
    const standby = await startPostgres({ directory, settings: SETTINGS, standbyOf: server });
    const [one, other] = [await relayTo(portOf(server)), await relayTo(portOf(standby))];
    const pair = new ServerPair(directory, { server, relay: one }, { server: standby, relay: other });
    await pair.#waitForStandby();
    return pair;
  }

  /** Names both hosts, so that whoever connects finds the one that takes writes. */
  get url(): string {
    const hosts = [this.#primary.relay, this.#standby.relay].map(({ port }) => `127.0.0.1:${port}`);
    return `postgres://postgres@${hosts.sort().join()}/postgres`;
  }

  /** Commits are acknowledged from now on when the standby has them. */
  async #waitForStandby(): Promise<void> {
    await this.run("alter system set synchronous_standby_names = '*'");
    await this.run('select pg_reload_conf()');
  }

  /** Runs a statement at the server that takes writes. */
  async run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#primary.server.url() });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  /** Ends the server that takes writes as a power cut would. */
  async crash(): Promise<void> {
    await this.#primary.server.crash();
  }

  /** Starts the servers that have ended. */
  async startEnded(): Promise<void> {
    for (const { server } of [this.#primary, this.#standby]) if (!server.isRunning()) await server.start();
  }

  /** Loses the server that takes writes, lets the standby take over, and makes a new standby of it. */
  async failOver(): Promise<void> {
    const lost = this.#primary;
    await lost.server.crash();
    this.#primary = this.#standby;
    await this.run('select pg_promote()');
    await lost.server.stop();
    const server = await startPostgres({
      directory: this.#directory,
      settings: SETTINGS,
      standbyOf: this.#primary.server,
    });
    lost.relay.leadTo(portOf(server));
    this.#standby = { server, relay: lost.relay };
    await this.#waitForStandby();
  }

  /** Stops all processes of the server that takes writes where they are, as a disk that does not answer would. */
  freeze(): void {
    spawnSync('kill', ['-STOP', '--', `-${this.#primary.server.pid()}`, ...this.#sessions()]);
  }

  thaw(): void {
    spawnSync('kill', ['-CONT', '--', `-${this.#primary.server.pid()}`, ...this.#sessions()]);
  }

  /** The processes of the server, each of which leads a group of its own. */
  #sessions(): string[] {
    const { stdout } = spawnSync('pgrep', ['-P', String(this.#primary.server.pid())], { encoding: 'utf8' });
    return stdout.split('\n').filter(Boolean);
  }

  async stop(): Promise<void> {
    for (const { server, relay } of [this.#primary, this.#standby]) {
      await server.stop();
      await relay.close();
    }
  }
}

function portOf(server: PostgresServer): number {
  return Number(new URL(server.url()).port);
}
