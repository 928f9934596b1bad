import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callAgent } from '../support/agents/agent.ts';
import { AGENT_CASES, methodOf, pathOf, templateOf } from '../support/agents/cases.ts';
import type { Client } from '../support/client.ts';
import { openBooks } from '../support/endpoints/all.ts';
import type { Books } from '../support/endpoints/case.ts';
import { Reference } from '../support/reference.ts';
import { basicAuth } from '../support/requests.ts';
import { Kvitt } from '../support/service.ts';

describe('the documented examples of the agent API', () => {
  const kvitt = new Kvitt();
  let reference: Reference;
  let seller: Client;
  let books: Books;
  before(async () => {
    await kvitt.start('embedded');
    reference = await Reference.of(kvitt.url);
    seller = await kvitt.account();
    books = await openBooks(seller);
  });
  after(() => kvitt.stop());

  /** The record that a body names, where the example has a guid that nobody has. */
  const named = (call: string) => (call.startsWith('PUT') ? books.log : books.task);

  test('are taken as they stand, but for the guids in them', async () => {
    let sent = 0;
    for (const one of AGENT_CASES) {
      const [method = '', path] = templateOf(one).split(' ');
      const described = reference.document.paths[`/api/v1/agent${path}`][method.toLowerCase()];
      const example = described.requestBody?.content['application/json']?.example;
      if (!example) continue;
      const body = { ...example, ...('guid' in example && { guid: named(one.call) }) };
      if (one.call === 'POST /tasks') body.data = { ...body.data, customer_guid: books.customer };
      const target = one.call.endsWith('/end') ? { ...books, task: books.running } : books;
      const answer = await callAgent(kvitt.url, methodOf(one), pathOf(one, target), body, basicAuth(seller));
      assert.equal(answer.body.status, true, `${one.call}: ${answer.body.message}`);
      reference.check(method, `/api/v1/agent${path}`, answer.status, answer.body);
      sent += 1;
    }
    assert.ok(sent > 12, `${sent} examples`);
  });

  test('name the scope that each call needs', () => {
    for (const one of AGENT_CASES) {
      const [method = '', path] = templateOf(one).split(' ');
      const { security } = reference.document.paths[`/api/v1/agent${path}`][method.toLowerCase()];
      assert.deepEqual(security, [{ agentToken: [one.scope] }, { basic: [] }], one.call);
    }
  });
});
