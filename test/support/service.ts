import { after, before, describe } from 'node:test';
import type { Environment } from '../../src/config.ts';
import type { Service } from '../../src/service.ts';
import { type Client, createAccount } from './client.ts';
import { type DatabaseKind, databases, OPERATOR_TOKEN, type TestDatabase } from './databases.ts';
import { request } from './http-request.ts';
import { checkRows } from './row-checker.ts';
import {
  defaultClock,
  giveBackSharedNode,
  startTestNode,
  stopTestNode,
  type TestNode,
  takeSharedNode,
} from './shared-nodes.ts';

checkRows();

/** An environment that leaves nothing behind in the memory of a node, as limits of rates do: test files share one. */
export const LOCAL_WEBHOOKS: Environment = { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' };

/** A running node without any record, and a clock that the test may set. */
export class TestService {
  #node!: TestNode;
  #giveBack = async () => {};

  /** A node that other test files use before and after this one, each with an empty database. The default is the environment of most. */
  async start(kind: DatabaseKind, env?: typeof LOCAL_WEBHOOKS): Promise<void> {
    const node = await takeSharedNode(kind, env);
    this.#node = node;
    this.#giveBack = async () => giveBackSharedNode(kind, env, node);
  }

  /** A node of its own: for a test that configures it, stops it, or needs the database for more than one node. */
  async startOwn(kind: DatabaseKind, env: Environment = {}): Promise<void> {
    const node = await startTestNode(kind, env);
    this.#node = node;
    this.#giveBack = () => stopTestNode(node);
  }

  async stop(): Promise<void> {
    await this.#giveBack();
  }

  get service(): Service {
    return this.#node.service;
  }

  get database(): TestDatabase {
    return this.#node.database;
  }

  get now(): () => Date {
    return this.#node.now;
  }

  set now(clock: () => Date) {
    this.#node.now = clock;
  }

  /** Takes back what a test has set: the clock goes on from where it would be. */
  resetClock(): void {
    this.#node.now = defaultClock;
  }

  get url(): string {
    return this.service.address;
  }

  /** Opens an account and answers a client for it. */
  account(fields: Record<string, unknown> = {}): Promise<Client> {
    return createAccount(this.url, fields);
  }

  async operator(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }> {
    const response = await request(`${this.url}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: response.json() };
  }
}

/** Runs the tests on the databases of the run; on nodes of their own where they need an environment that others do not share. */
export function onBothDatabases(
  name: string,
  tests: (kvitt: TestService, kind: DatabaseKind) => void,
  env?: Environment,
): void {
  for (const kind of databases()) {
    describe(`${name} (${kind})`, () => {
      const kvitt = new TestService();
      const isShared = env === undefined || env === LOCAL_WEBHOOKS;
      before(() => (isShared ? kvitt.start(kind, env) : kvitt.startOwn(kind, env)));
      after(() => kvitt.stop());
      tests(kvitt, kind);
    });
  }
}
