import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Books } from '../../../eval/books.ts';
import { seedCompany } from '../../../eval/company.ts';
import { TASKS } from '../../../eval/tasks.ts';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';

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

  for (const task of TASKS) {
    test(`the right calls solve ${task.name}, and nothing else does`, async () => {
      await assert.rejects(task.check(books, 'I do not know'));
      const answer = await task.solve((name, args) => client.call(name, args));
      await task.check(books, answer);
    });
  }
});
