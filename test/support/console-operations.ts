import { sql } from '../../src/kernel/database/sql.ts';
import { runRead, runWrite } from '../../src/kernel/execute.ts';
import { Failure } from '../../src/kernel/failures/failure.ts';
import type { PersonCaller } from '../../src/kernel/operations/caller.ts';
import { operations } from '../../src/surfaces/console/routes.ts';
import type { Client } from './client.ts';
import { select } from './select.ts';
import type { TestService } from './service.ts';

/** What the console answers a call, as far as tests of its operations compare it. */
export interface ConsoleAnswer {
  status: number;
  body: any;
}

/**
 * Runs operations of the console for an owner without a request, a session and their statements, which are a third of what a
 * call costs. An error that is no refusal is thrown.
 */
export class ConsoleOperations {
  readonly #kvitt: TestService;
  readonly #username: string;
  readonly #person: Promise<number>;

  constructor(kvitt: TestService, { username }: Client) {
    this.#kvitt = kvitt;
    this.#username = username;
    this.#person = this.#findPerson();
  }

  async call(name: string, fields: object): Promise<ConsoleAnswer> {
    const { kernel } = this.#kvitt.service.engine;
    const operation = (operations as Record<string, any>)[name];
    const raw = throughJson(fields);
    try {
      const caller = await this.#caller();
      const output =
        operation.kind === 'read'
          ? await runRead(kernel, operation, caller, raw)
          : (await runWrite(kernel, operation, caller, raw)).output;
      return { status: 200, body: throughJson(output) };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const problems = [error, ...error.further].map(({ code, message, details, reasons }) =>
        throughJson({ code, message, details, reasons }),
      );
      return { status: 400, body: { error: error.code, message: error.message, problems } };
    }
  }

  /** The person that the account was opened with. */
  async #findPerson(): Promise<number> {
    const { db } = this.#kvitt.service.engine.kernel;
    const [row] = await select<{ id: number }>(
      db,
      sql`select id from people where username = ${this.#username}`,
    );
    if (!row) throw new Error(`There is no person ${this.#username}`);
    return row.id;
  }

  async #caller(): Promise<PersonCaller> {
    const account = await this.#kvitt.service.engine.accounts.byUsername(this.#username);
    if (!account) throw new Error(`There is no account ${this.#username}`);
    const person = { id: await this.#person, role: 'owner' } as const;
    return { by: 'person', via: 'console', person, account, ip: '127.0.0.1', requestId: 'test' };
  }
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
