import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Books } from '../../../eval/books.ts';
import { seedCompany } from '../../../eval/company.ts';
import { TASKS } from '../../../eval/tasks.ts';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
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
  ['company_get', none, { bytes: 400, tokens: 150 }],
  ['overview_get', none, { bytes: 3000, tokens: 1350 }],
  ['invoice_list', none, { bytes: 3200, tokens: 1500 }],
  ['invoice_get', guidOf('invoice_list'), { bytes: 1800, tokens: 800 }],
  ['customer_list', none, { bytes: 1700, tokens: 750 }],
  ['customer_get', guidOf('customer_list'), { bytes: 700, tokens: 300 }],
  ['item_list', none, { bytes: 800, tokens: 350 }],
  ['cost_list', none, { bytes: 900, tokens: 400 }],
  ['event_list', none, { bytes: 4200, tokens: 2400 }],
  [
    'invoice_create',
    async (client) => ({
      customer: { guid: (await first(client, 'customer_list')).guid },
      items: [{ description: 'Ráðgjöf', qty: 2, unit_price: 10_000 }],
      dry_run: true,
    }),
    { bytes: 500, tokens: 200 },
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
  let books: Books;
  let client: McpClient;
  before(async () => {
    const { seller, agent } = await createAccountWithAgent(kvitt.url);
    books = new Books(seller);
    client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    await seedCompany(books, kvitt.now().toISOString().slice(0, 10));
  });

  test('has thirty tasks, each with a name of its own', () => {
    assert.equal(TASKS.length, 30);
    assert.equal(new Set(TASKS.map(({ name }) => name)).size, 30);
  });

  for (const [name, args, budget] of USUAL_ANSWERS)
    test(`the answer of ${name} stays within its budget`, async () => {
      const { content } = await client.callTool(name, await args(client));
      checkBudget(name, content[0].text, budget);
    });

  test('the list of tools stays within its budget', async () => {
    const { body } = await client.rpc('tools/list');
    checkBudget('tools/list', JSON.stringify(body), { bytes: 43_500, tokens: 15_500 });
  });

  for (const task of TASKS) {
    test(`the right calls solve ${task.name}, and nothing else does`, async () => {
      await assert.rejects(task.check(books, 'I do not know'));
      const answer = await task.solve((name, args) => client.call(name, args));
      await task.check(books, answer);
    });
  }
});
