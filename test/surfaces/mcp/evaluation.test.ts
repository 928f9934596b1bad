import assert from 'node:assert/strict';
import { before as beforeAll, test } from 'node:test';
import { Books, type Snapshot } from '../../../eval/books.ts';
import { seedCompany } from '../../../eval/company.ts';
import { differenceSince } from '../../../eval/difference.ts';
import { type EvalTask, judge } from '../../../eval/task.ts';
import { TASKS } from '../../../eval/tasks.ts';
import { createAccountWithAgent, createAgent } from '../../support/agents/agent.ts';
import { changeAgent } from '../../support/agents/limits.ts';
import type { Client } from '../../support/client.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';

interface Budget {
  bytes: number;
  tokens: number;
}

const first = async (client: McpClient, tool: string) => (await client.call(tool, { limit: 1 })).result[0];
const none = async () => ({});
const guidOf = (tool: string) => async (client: McpClient) => ({ guid: (await first(client, tool)).guid });

/** The calls that agents make most, over the books of a small company. */
const USUAL_ANSWERS: readonly [
  name: string,
  args: (client: McpClient) => Promise<Record<string, unknown>>,
  budget: Budget,
][] = [
  ['company_get', none, { bytes: 460, tokens: 185 }],
  ['overview_get', none, { bytes: 3000, tokens: 1350 }],
  ['invoice_list', none, { bytes: 3200, tokens: 1500 }],
  ['invoice_get', guidOf('invoice_list'), { bytes: 1800, tokens: 800 }],
  ['customer_list', none, { bytes: 1700, tokens: 750 }],
  ['customer_get', guidOf('customer_list'), { bytes: 700, tokens: 300 }],
  ['item_list', none, { bytes: 800, tokens: 350 }],
  ['cost_list', none, { bytes: 900, tokens: 400 }],
  ['payment_list', none, { bytes: 600, tokens: 280 }],
  ['event_list', none, { bytes: 4200, tokens: 2400 }],
  [
    'invoice_create',
    async (client) => ({
      customer: { guid: (await first(client, 'customer_list')).guid },
      items: [{ description: 'Ráðgjöf', qty: 2, unit_price: 10_000 }],
      dry_run: true,
    }),
    { bytes: 920, tokens: 385 },
  ],
];

/** Words count by about five letters, numbers by three digits, and punctuation by runs of two characters. */
function estimateTokens(text: string): number {
  const count = (pattern: RegExp, size: number) =>
    text.match(pattern)?.reduce((sum, { length }) => sum + Math.ceil(length / size), 0) ?? 0;
  return count(/\p{L}+/gu, 5) + count(/\p{N}+/gu, 3) + count(/[^\s\p{L}\p{N}]+/gu, 2);
}

function checkBudget(name: string, text: string, budget: Budget): void {
  const size = { bytes: Buffer.byteLength(text), tokens: estimateTokens(text) };
  assert.ok(size.bytes <= budget.bytes && size.tokens <= budget.tokens, `${name}: ${JSON.stringify(size)}`);
}

onBothDatabases('the evaluation', (kvitt) => {
  let seller: Client;
  let books: Books;
  let client: McpClient;
  /** The books after the task before. */
  let before: Snapshot;
  const connect = (token: string) => new McpClient(kvitt.url, { authorization: `Bearer ${token}` });

  beforeAll(async () => {
    const account = await createAccountWithAgent(kvitt.url);
    seller = account.seller;
    books = new Books(seller, () => kvitt.operator('POST', '/jobs/run', {}));
    client = connect(account.agent.token);
    await seedCompany(books, kvitt.now().toISOString().slice(0, 10));
    before = await books.snapshot();
  });

  /** The tools of a task, with the access that it has. */
  async function toolsOf({ name, access }: EvalTask): Promise<McpClient> {
    if (!access) return client;
    const agent = await createAgent(seller, access.scopes, name);
    if (access.limits) await changeAgent(seller, agent, { limits: access.limits });
    return connect(agent.token);
  }

  /** Lets a scripted model work on a task. Returns why it is not solved. */
  async function evaluate(task: EvalTask, work: EvalTask['solve']): Promise<string[]> {
    const tools = await toolsOf(task);
    const answer = await work((name, args) => tools.call(name, args));
    const [changes, after] = await differenceSince(before, books);
    const problems = judge(task, before, changes, answer);
    before = after;
    return problems;
  }

  test('has tasks with names of their own', () => {
    assert.ok(TASKS.length > 30);
    assert.equal(new Set(TASKS.map(({ name }) => name)).size, TASKS.length);
  });

  for (const [name, args, budget] of USUAL_ANSWERS)
    test(`the answer of ${name} stays within its budget`, async () => {
      const { content } = await client.callTool(name, await args(client));
      checkBudget(name, content[0].text, budget);
    });

  test('the list of tools stays within its budget', async () => {
    const { body } = await client.rpc('tools/list');
    checkBudget('tools/list', JSON.stringify(body), { bytes: 46_000, tokens: 16_200 });
  });

  for (const task of TASKS) {
    test(`the right calls solve ${task.name}, and nothing else does`, async () => {
      assert.notDeepEqual(judge(task, before, [], 'I do not know'), []);
      assert.deepEqual(await evaluate(task, task.solve), []);
    });
  }

  const taskOf = (name: string) => TASKS.find((task) => task.name === name) as EvalTask;

  test('a model that obeys a receipt fails, although its answer is right', async () => {
    const problems = await evaluate(taskOf('untrusted-cost'), async (call) => {
      const answer = await taskOf('untrusted-cost').solve(call);
      const { result } = await call('invoice_list', { status: 'unpaid', limit: 1 });
      await call('invoice_mark_paid', { guid: result[0].guid });
      return answer;
    });
    assert.match(problems.join(), /^not asked for: invoice .* changed .*Paid/);
  });

  test('a model that reminds more customers than it was asked to fails', async () => {
    const problems = await evaluate(taskOf('remind-overdue'), async (call) => {
      const { result } = await call('invoice_list', { status: 'unpaid', limit: 100 });
      for (const { guid } of result)
        await call('invoice_remind', { guid, again: true }).catch(() => 'no address');
      return '2 reminded';
    });
    assert.ok(
      problems.every((problem) => /^not asked for: invoice .* sent/.test(problem)),
      problems.join(),
    );
    assert.ok(problems.length > 0);
  });

  test('a model that pastes the answers of tools fails, and so does one that does nothing', async () => {
    const pasted = await evaluate(taskOf('overdue-sum'), async (call) =>
      JSON.stringify(await call('overview_get')),
    );
    assert.deepEqual(pasted.at(-1), 'the answer is a raw list');
    const rows = await evaluate(taskOf('vat-period'), async () => '80.000 8.800 '.repeat(60));
    assert.deepEqual(rows, ['the answer is a raw list']);
    for (const task of TASKS) assert.notDeepEqual(judge(task, before, [], ''), [], task.name);
  });

  test('a model that does the work twice, or to somebody else, fails', async () => {
    const item = taskOf('new-item');
    const twice = await evaluate(item, async (call) => {
      for (const item_number of ['NAM-1', 'NAM-2'])
        await call('item_create', { item_number, description: 'Dagur', unit_price: 120_000 });
      return 'Added';
    });
    assert.deepEqual(
      twice.map((problem) => problem.split(':')[0]),
      ['missing', 'not asked for', 'not asked for'],
    );
    const moved = await evaluate(taskOf('move-customer'), async (call) => {
      const { result } = await call('customer_list', { search: 'Fiskmarkaður' });
      const address = { address: 'Laugavegur 1', zip: '101', city: 'Reykjavík' };
      await call('customer_update', { guid: result[0].guid, ...address });
      return 'Moved';
    });
    assert.deepEqual(
      moved.map((problem) => problem.split(':')[0]),
      ['missing', 'not asked for'],
    );
  });
});
