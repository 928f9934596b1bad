import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Agent, createAgent } from '../support/agents/agent.ts';
import { AGENT_CASES, methodOf, pathOf } from '../support/agents/cases.ts';
import { type Client, invoice } from '../support/client.ts';
import { ENDPOINTS } from '../support/endpoints/all.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { McpClient } from '../support/mcp.ts';
import { onBothDatabases } from '../support/service.ts';

/**
 * Pages of the service that a program may learn the address of, by the first part of their path. A page whose address is
 * all that a write takes is not among them, because it would give the program a right that its scopes do not.
 */
const READABLE_PAGES = new Map([
  ['pay', 'only starts a checkout: the invoice is paid when the provider says so'],
  ['sell', 'is public: everybody may buy there'],
  ['task-image', 'only shows a picture'],
  ['console', 'takes a signed-in person'],
]);

onBothDatabases('links in what a program can read', (kvitt) => {
  let seller: Client;
  let agent: Agent;
  let mcp: McpClient;
  let books: Books;

  before(async () => {
    seller = await kvitt.account();
    books = await openBooks(seller);
    await seller.ok('create-invoice', { data: invoice({ is_payment_link: true }) });
    agent = await createAgent(seller);
    mcp = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
  });

  /** The pages that an answer has links to, whatever the field is called. */
  const pagesIn = (answer: unknown) => {
    const links = JSON.stringify(answer).matchAll(/https?:\/\/[^\s"'\\<>]+/g);
    return [...links]
      .map(([link]) => link)
      .filter((link) => link.startsWith(`${kvitt.url}/`))
      .map((link) => new URL(link).pathname.split('/')[1] ?? '');
  };
  const found = new Set<string>();
  const check = (call: string, answer: unknown) => {
    for (const page of pagesIn(answer)) {
      assert.ok(READABLE_PAGES.has(page), `${call} answers a link to /${page}`);
      found.add(page);
    }
  };

  test('lead to no page on which the link alone is enough to write: agent API', async () => {
    for (const one of AGENT_CASES)
      if (methodOf(one) === 'GET') check(one.call, (await agent.call('GET', pathOf(one, books))).body);
  });
  test('lead to no page on which the link alone is enough to write: operations by MCP', async () => {
    for (const { path, writes, good } of ENDPOINTS) {
      const args = { operation: path, input: good(books), ...(writes && { dry_run: true }) };
      check(path, (await mcp.rpc('tools/call', { name: 'operation_call', arguments: args })).body);
    }
    assert.ok(found.has('pay') && found.has('sell'), 'the answers have no links that could be checked');
  });
  test('lead to no page on which the link alone is enough to write: tools and resources', async () => {
    const { tools } = await mcp.ok('tools/list');
    for (const { name } of tools.filter((tool: any) => tool.name.endsWith('_list')))
      check(name, await mcp.callTool(name, { detail: 'full' }));
    const { resourceTemplates } = await mcp.ok('resources/templates/list');
    for (const { uriTemplate } of resourceTemplates) {
      const uri = uriTemplate.replace('{number}', '1').replace('{guid}', books.cost);
      check(uri, (await mcp.rpc('resources/read', { uri })).body);
    }
  });
  test('the account itself gets the links that programs do not get', async () => {
    const { guid, link } = await seller.ok('get-quote', { guid: books.quote });
    assert.match(link, /\/quote\/[\w-]+$/);
    const { result } = await mcp.call('operation_call', { operation: 'get-quote', input: { guid } });
    assert.deepEqual([result.guid, result.link], [guid, null]);
  });
});
