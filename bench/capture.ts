import pg from 'pg';
import { runList, runRead, runWrite } from '../src/kernel/execute.ts';
import type { Caller } from '../src/kernel/operations/caller.ts';
import type { Kernel } from '../src/kernel/operations/kernel.ts';
import type { Operation } from '../src/kernel/operations/operation.ts';
import type { Engine } from '../src/service.ts';
import type { BenchCall } from './calls.ts';
import { guid } from './copy-rows.ts';
import type { Books } from './fill-database.ts';

interface Statement {
  name: string | undefined;
  text: string;
}

/** The statements that the service sends for one kind of call, in order, with the values of many such calls. */
export interface Plan {
  statements: Statement[];
  samples: Sample[];
}

export interface Sample {
  /** The values of each statement. */
  values: unknown[][];
  /** Guids created by this call; a repetition must create new ones. */
  newGuids: string[];
}

/** Runs the operation once for every input and records each statement that reaches the driver. */
export async function capture(
  { kernel, accounts }: Engine,
  { client, invoices }: Books,
  { name, operation, input, variety }: Pick<BenchCall, 'name' | 'operation' | 'input' | 'variety'>,
): Promise<Plan> {
  if (!operation || !input) throw new Error(`${name} has no operation`);
  const account = await accounts.authenticate(client.username, client.apiKey, '127.0.0.1');
  const caller: Caller = { account, by: 'key', via: 'credential', ip: '127.0.0.1', requestId: guid(0, 1) };
  const plan: Plan = { statements: [], samples: [] };
  let newGuids: string[] = [];
  const newGuid = () => {
    const created = kernel.newGuid();
    newGuids.push(created);
    return created;
  };
  for (let n = 0; n < variety; n += 1) {
    newGuids = [];
    const recorded = { ...kernel, newGuid };
    const sent = await recordStatements(() => run(recorded, caller, operation, input(invoices)));
    const statements = sent.map(({ name, text }) => ({ name, text }));
    if (plan.samples.length === 0) plan.statements = statements;
    if (JSON.stringify(statements) !== JSON.stringify(plan.statements)) {
      throw new Error(`${name} does not always send the same statements`);
    }
    plan.samples.push({ values: sent.map(({ values }) => values), newGuids });
  }
  return plan;
}

async function run(kernel: Kernel, caller: Caller, operation: Operation, input: object): Promise<void> {
  if (operation.kind === 'write') await runWrite(kernel, operation, caller, input);
  else if (operation.kind === 'read') await runRead(kernel, operation, caller, input);
  else for await (const _rows of runList(kernel, operation, caller, input));
}

interface SentStatement extends Statement {
  values: unknown[];
}

type Query = (this: pg.Client, config: string | Partial<SentStatement>, ...rest: unknown[]) => unknown;

async function recordStatements(work: () => Promise<void>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  // The type of the driver has an overload for each way to call it; the recorder takes and passes on any of them.
  const driver = pg.Client.prototype as unknown as { query: Query };
  const { query } = driver;
  driver.query = function (config, ...rest) {
    const { name, text = '', values = [] } = typeof config === 'string' ? { text: config } : config;
    // An announcement of events follows a commit, at a moment that depends on the calls around it.
    if (this.listenerCount('notification') === 0) sent.push({ name, text, values });
    return query.call(this, config, ...rest);
  };
  try {
    await work();
  } finally {
    driver.query = query;
  }
  return sent;
}
