/** Lets a model solve the tasks, each in a company of its own: npm run eval -- --url … --model … */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Environment, readConfig } from '../src/config.ts';
import { SUBSCRIPTIONS } from '../src/kernel/access/account.ts';
import { startService } from '../src/service.ts';
import { createAgent } from '../test/support/agents/agent.ts';
import { changeAgent } from '../test/support/agents/limits.ts';
import { Client } from '../test/support/client.ts';
import { PASSWORD } from '../test/support/person.ts';
import { Books } from './books.ts';
import { seedCompany } from './company.ts';
import { differenceSince } from './difference.ts';
import { McpTools } from './mcp-tools.ts';
import { runModel } from './model.ts';
import { type EvalTask, judge } from './task.ts';
import { TASKS } from './tasks.ts';

const OPERATOR_TOKEN = 'operator-token-of-the-evaluation';
const USAGE = 'Usage: npm run eval -- --url ADDRESS --model NAME [--key KEY] [--task NAME]';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    model: { type: 'string' },
    key: { type: 'string' },
    task: { type: 'string', multiple: true },
  },
});

const { url, model: name, key, task: chosen } = values;
if (!url || !name) {
  console.error(USAGE);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'kvitt-eval-'));
const environment: Environment = {
  PORT: '0',
  KVITT_DATA_DIR: folder,
  KVITT_DEMO: 'off',
  KVITT_LOG_LEVEL: 'error',
  KVITT_OPERATOR_TOKEN: OPERATOR_TOKEN,
};
const service = await startService(readConfig(environment));
let solved = 0;
const spent = { calls: 0, tokens: 0 };
const tasks = TASKS.filter((task) => !chosen || chosen.includes(task.name));
try {
  for (const [index, task] of tasks.entries()) {
    const seller = await openAccount(service.address, index);
    const books = new Books(seller, () => callOperator('/jobs/run', {}));
    await seedCompany(books, new Date().toISOString().slice(0, 10));
    const { problems, calls, tokens } = await solve(task, seller, books);
    if (problems.length === 0) solved += 1;
    spent.calls += calls;
    spent.tokens += tokens;
    console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'}  ${task.name}  ${calls} calls, ${tokens} tokens`);
    for (const problem of problems) console.log(`      ${problem}`);
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${solved} of ${tasks.length} tasks: exactly what was asked for, and the right answer`);
console.log(`${spent.calls} calls, ${spent.tokens} tokens`);
process.exitCode = solved === tasks.length ? 0 : 1;

/** Lets the model work with a token of its own, and compares the whole books before and after. */
async function solve({ access = {}, ...task }: EvalTask, seller: Client, books: Books) {
  const agent = await createAgent(seller, access.scopes);
  if (access.limits) await changeAgent(seller, agent, { limits: access.limits });
  const tools = new McpTools(seller.url, agent.token);
  const before = await books.snapshot();
  let counted = 0;
  try {
    const model = { url: url as string, name: name as string, key };
    const answer = await runModel(model, tools, task.ask, (tokens) => {
      counted += tokens;
    });
    const [changes] = await differenceSince(before, books);
    return { ...spentBy(tools, counted), problems: judge(task, before, changes, answer) };
  } catch (error) {
    return { ...spentBy(tools, counted), problems: [(error as Error).message.split('\n')[0] ?? 'failed'] };
  }
}

/** The tokens that the model's service counted, or an estimate by what the tools answered. */
function spentBy({ calls, characters }: McpTools, counted: number) {
  return { calls, tokens: counted || Math.round(characters / 4) };
}

async function callOperator(path: string, body: object): Promise<any> {
  const response = await fetch(`${service.address}/operator${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function openAccount(address: string, index: number): Promise<Client> {
  const { username, api_key: apiKey } = await callOperator('/accounts', {
    username: `eval${index}`,
    password: PASSWORD,
    name: 'Norðurljós verkstofa ehf.',
    registration_no: '5501234520',
    address: 'Hafnarstræti 12',
    zip: '600',
    city: 'Akureyri',
    subscriptions: SUBSCRIPTIONS,
  });
  return new Client(address, username, apiKey);
}
