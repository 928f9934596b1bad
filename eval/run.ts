/** Lets a model solve the tasks, each in a company of its own: npm run eval -- --url … --model … */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Environment, readConfig } from '../src/config.ts';
import { SUBSCRIPTIONS } from '../src/kernel/account.ts';
import { startService } from '../src/service.ts';
import { type Account, Books } from './books.ts';
import { seedCompany } from './company.ts';
import { McpTools } from './mcp-tools.ts';
import { runModel } from './model.ts';
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
const tasks = TASKS.filter((task) => !chosen || chosen.includes(task.name));
try {
  for (const [index, task] of tasks.entries()) {
    const account = await openAccount(service.address, index);
    const books = new Books(account);
    await seedCompany(books, new Date().toISOString().slice(0, 10));
    const problem = await solve(task, account, books);
    if (problem === null) solved += 1;
    console.log(`${problem === null ? 'ok  ' : 'FAIL'}  ${task.name}${problem ? `: ${problem}` : ''}`);
  }
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${solved} of ${tasks.length} tasks ended in the right books`);
process.exitCode = solved === tasks.length ? 0 : 1;

/** Why the task failed; null where it did not. */
async function solve(task: (typeof TASKS)[number], account: Account, books: Books): Promise<string | null> {
  try {
    const model = { url: url as string, name: name as string, key };
    const answer = await runModel(model, new McpTools(account), task.ask);
    await task.check(books, answer);
    return null;
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? 'failed';
  }
}

async function openAccount(address: string, index: number): Promise<Account> {
  const body = {
    username: `eval${index}`,
    password: 'a good password',
    name: 'Norðurljós verkstofa ehf.',
    registration_no: '5501234520',
    address: 'Hafnarstræti 12',
    zip: '600',
    city: 'Akureyri',
    subscriptions: SUBSCRIPTIONS,
  };
  const response = await fetch(`${address}/operator/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { username, api_key: apiKey } = (await response.json()) as { username: string; api_key: string };
  return { url: address, username, apiKey };
}
