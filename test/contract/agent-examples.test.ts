import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callAgent } from '../support/agents/agent.ts';
import { AGENT_CASES, methodOf, pathOf, templateOf } from '../support/agents/cases.ts';
import { type Client, invoice } from '../support/client.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { encodeExample, ofInvoice } from '../support/example-body.ts';
import { createImage } from '../support/images.ts';
import { OpenApiChecker } from '../support/reference.ts';
import { basicAuth } from '../support/requests.ts';
import { TestService } from '../support/service.ts';

describe('the documented examples of the agent API', () => {
  const kvitt = new TestService();
  let reference: OpenApiChecker;
  let seller: Client;
  let books: Books;
  let picture: Buffer;
  before(async () => {
    picture = await createImage(8, 8, 'png');
    await kvitt.start('postgres');
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
      const [[type, { example }] = ['', {}]] = Object.entries<any>(operation.requestBody?.content ?? {});
      if (!example) continue;
      const body = { ...example, ...('guid' in example && { guid: guidFor(one.call) }) };
      if (one.call === 'POST /tasks') body.data = { ...body.data, customer_guid: books.customer };
      if (JSON.stringify(body).includes('invoice_guid'))
        body.data = ofInvoice(body.data, await seller.ok('create-invoice', { data: invoice() }));
      const target = one.call.endsWith('/end') ? { ...books, task: books.running } : books;
      const encoded = type === 'application/json' ? body : encodeExample(type, body, picture);
      const answer = await callAgent(
        kvitt.url,
        methodOf(one),
        pathOf(one, target),
        encoded,
        basicAuth(seller),
      );
      assert.equal(answer.body.status, true, `${one.call}: ${answer.body.message}`);
      reference.check(method, `/api/v1/agent${path}`, answer.status, answer.body);
      count += 1;
    }
    assert.ok(count >= 15, `${count} examples`);
  });

  test('name the scope that each operation requires', () => {
    for (const one of AGENT_CASES) {
      const [method = '', path] = templateOf(one).split(' ');
      const { security } = reference.document.paths[`/api/v1/agent${path}`][method.toLowerCase()];
      const scopes = [one.scope, one.orScope].flatMap((scope) => (scope ? [{ agentToken: [scope] }] : []));
      const tokens = scopes.length > 0 ? scopes : [{ agentToken: [] }];
      assert.deepEqual(security, [...tokens, { basic: [] }], one.call);
    }
  });
});
