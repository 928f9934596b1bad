import type { Database } from '../../src/kernel/database/database.ts';
import type { DatabaseKind } from './databases.ts';
import { type NodeProcess, startSecondNode } from './node-process.ts';
import { TestService } from './service.ts';

/** As many nodes as a database can have: two on PostgreSQL, where the second has a process of its own, else one. */
export class ParallelNodes {
  readonly #first = new TestService();
  #second: NodeProcess | null = null;

  static countOn(kind: DatabaseKind): number {
    return kind === 'postgres' ? 2 : 1;
  }

  async start(kind: DatabaseKind): Promise<void> {
    if (ParallelNodes.countOn(kind) === 1) return this.#first.start(kind);
    await this.#first.startOwn(kind);
    this.#second = await startSecondNode(this.#first);
  }

  get all(): { url: string }[] {
    return this.#second ? [this.#first, this.#second] : [this.#first];
  }

  /** The database that the nodes share. */
  get db(): Database {
    return this.#first.service.engine.kernel.db;
  }

  get url(): string {
    return this.#first.url;
  }

  async stop(): Promise<void> {
    await this.#second?.stop();
    await this.#first.stop();
  }
}
