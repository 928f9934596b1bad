import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callAgent } from '../support/agents/agent.ts';
import { AGENT_CASES, methodOf, pathOf, templateOf } from '../support/agents/cases.ts';
import type { Client } from '../support/client.ts';
import { openBooks } from '../support/endpoints/all.ts';
import type { Books } from '../support/endpoints/case.ts';
import { OpenApiChecker } from '../support/reference.ts';
import { basicAuth } from '../support/requests.ts';
import { Kvitt } from '../support/service.ts';

describe('the documented examples of the agent API', () => {
  const kvitt = new Kvitt();
  let reference: OpenApiChecker;
  let seller: Client;
  let books: Books;
  before(async () => {
    await kvitt.start('embedded');
    reference = await OpenApiChecker.of(kvitt.url);
    seller = await kvitt.account();
    books = await openBooks(seller);
  });
  after(() => kvitt.stop());

  /** The record to use where the example has a placeholder guid. */
  const guidFor = (call: string) => (call.startsWith('PUT') ? books.log : books.task);

  test('are accepted unchanged, except for their guids', async () => {
    let count = 0;
    for (const one of AGENT_CASES) {
      const [method = '', path] = templateOf(one).split(' ');
      const operation = reference.document.paths[`/api/v1/agent${path}`][method.toLowerCase()];
      const example = operation.requestBody?.content['application/json']?.example;
      if (!example) continue;
      const body = { ...example, ...('guid' in example && { guid: guidFor(one.call) }) };
      if (one.call === 'POST /tasks') body.data = { ...body.data, customer_guid: books.customer };
      const target = one.call.endsWith('/end') ? { ...books, task: books.running } : books;
      const answer = await callAgent(kvitt.url, methodOf(one), pathOf(one, target), body, basicAuth(seller));
      assert.equal(answer.body.status, true, `${one.call}: ${answer.body.message}`);
      reference.check(method, `/api/v1/agent${path}`, answer.status, answer.body);
      count += 1;
    }
    assert.ok(count > 12, `${count} examples`);
  });

  test('name the scope that each operation requires', () => {
    for (const one of AGENT_CASES) {
      const [method = '', path] = templateOf(one).split(' ');
      const { security } = reference.document.paths[`/api/v1/agent${path}`][method.toLowerCase()];
      assert.deepEqual(security, [{ agentToken: [one.scope] }, { basic: [] }], one.call);
    }
  });
});
