import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  Client as NewClient,
  StreamableHTTPClientTransport as NewTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Client } from '../../support/client.ts';
import { McpClient } from '../../support/mcp.ts';
import { SignIn } from '../../support/mcp-sign-in.ts';
import { authorizePath, createPkcePair, Person, postJson } from '../../support/person.ts';
import { LOCAL_WEBHOOKS, onBothDatabases } from '../../support/service.ts';
import { ROOT } from '../../support/tree.ts';

const INFO = { name: 'a client', version: '1.0.0' };

onBothDatabases(
  'MCP: clients',
  (kvitt) => {
    let seller: Client;
    before(async () => {
      seller = await kvitt.account();
    });

    /** Everything that a client does once it is connected. A program that registered itself may only propose writes. */
    async function explore(
      client: Pick<
        NewClient,
        'listTools' | 'callTool' | 'listResources' | 'readResource' | 'listPrompts' | 'getPrompt'
      >,
      isLimited = true,
    ) {
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'invoice_create'));
      const created = await client.callTool({
        name: 'customer_create',
        arguments: { name: 'Kaupandi ehf.', output_select: '4' },
      });
      const { status, code } = created.structuredContent as any;
      assert.deepEqual([status, code], isLimited ? [false, 'approval_required'] : [true, undefined]);
      const company = await client.callTool({ name: 'company_get', arguments: {} });
      assert.equal((company.structuredContent as any).result.username, seller.username);
      assert.equal((await client.listResources()).resources[0]?.uri, 'kvitt://company');
      assert.match(JSON.stringify(await client.readResource({ uri: 'kvitt://company' })), /registration_no/);
      assert.equal((await client.listPrompts()).prompts.length, 3);
      const prompt = await client.getPrompt({ name: 'follow_up_overdue', arguments: {} });
      assert.match(JSON.stringify(prompt.messages), /invoice_list/);
    }

    test('the client of SDK 2 connects with the address alone', async () => {
      const signIn = new SignIn();
      const options = { authProvider: signIn as never };
      const address = new URL(`${kvitt.url}/mcp`);
      const negotiation = { versionNegotiation: { mode: 'auto' as const } };
      const first = new NewTransport(address, options);
      await assert.rejects(new NewClient(INFO, negotiation).connect(first));
      assert.equal(signIn.address?.searchParams.get('resource'), address.href);
      await first.finishAuth(await signIn.consent(kvitt.url, seller));
      const client = new NewClient(INFO, negotiation);
      await client.connect(new NewTransport(address, options));
      await explore(client);
      await client.close();
    });

    test('the client of SDK 1 connects with the address alone', async () => {
      const signIn = new SignIn();
      const options = { authProvider: signIn as never };
      const address = new URL(`${kvitt.url}/mcp`);
      const first = new OldTransport(address, options);
      await assert.rejects(new OldClient(INFO).connect(first as never));
      const code = (await signIn.consent(kvitt.url, seller)).get('code') ?? '';
      await first.finishAuth(code);
      const client = new OldClient(INFO);
      await client.connect(new OldTransport(address, options) as never);
      await explore(client as never);
      await client.close();
    });

    test('kvitt mcp serves a client on standard input and output', async () => {
      for (const mode of ['auto', 'legacy'] as const) {
        const transport = new StdioClientTransport({
          command: process.execPath,
          args: [`${ROOT}/src/main.ts`, 'mcp'],
          env: { KVITT_URL: kvitt.url, KVITT_USERNAME: seller.username, KVITT_API_KEY: seller.apiKey },
        });
        const client = new NewClient(INFO, { versionNegotiation: { mode } });
        await client.connect(transport);
        await explore(client, false);
        const { isError, content } = await client.callTool({ name: 'invoice_get', arguments: {} });
        assert.equal(isError, true);
        assert.match(JSON.stringify(content), /guid, or number/);
        await client.close();
      }
    });

    describeMetadataDocuments(() => ({ kvitt, seller }));
  },
  LOCAL_WEBHOOKS,
);

/** Client ID metadata documents: a program is known by the address of a document. */
function describeMetadataDocuments(
  given: () => { kvitt: { url: string; now: () => Date }; seller: Client },
): void {
  let host: Server;
  let home: string;
  let fetched = 0;
  let answer: { status: number; type: string; body: string; headers?: Record<string, string> };
  const REDIRECT = 'http://127.0.0.1:9999/callback';

  before(async () => {
    host = createServer((_request, response) => {
      fetched += 1;
      response.writeHead(answer.status, { 'content-type': answer.type, ...answer.headers }).end(answer.body);
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });
  after(() => host.close());

  const document = (client_id: string, more: object = {}) => ({
    status: 200,
    type: 'application/json',
    body: JSON.stringify({ client_id, client_name: 'Skjalið', redirect_uris: [REDIRECT], ...more }),
  });
  const open = async (client_id: string) => {
    const person = new Person(given().kvitt.url);
    await person.signIn(given().seller);
    const { verifier, challenge } = createPkcePair();
    const fields = {
      client_id,
      redirect_uri: REDIRECT,
      scope: 'nav',
      code_challenge: challenge,
      response_type: 'code',
    };
    const path = authorizePath({ ...fields, resource: `${given().kvitt.url}/mcp` }, '/oauth');
    return { person, path, verifier, page: await person.get(path) };
  };

  test('a client is identified by the document at its address, which is read once an hour', async () => {
    const { kvitt, seller } = given();
    const client_id = `${home}/client.json`;
    answer = document(client_id);
    fetched = 0;
    const { person, path, page, verifier } = await open(client_id);
    assert.equal(page.status, 200, page.text);
    assert.match(page.text, /Skjalið/);
    assert.match(
      page.text,
      new RegExp(`identifies itself by an address at <strong>${new URL(home).host}</strong>`),
    );
    const back = await person.allow(path, seller);
    const code = back.searchParams.get('code') ?? '';
    const exchange = {
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    };
    const { status, body } = await postJson(`${kvitt.url}/oauth/token`, exchange);
    assert.equal(status, 200, body.message);
    const client = new McpClient(kvitt.url, { authorization: `Bearer ${body.access_token}` });
    assert.deepEqual((await client.call('item_list')).result, []);
    assert.equal(fetched, 1);
    answer = document(client_id, { client_name: 'Annað nafn' });
    assert.doesNotMatch((await open(client_id)).page.text, /Annað nafn/);
    const start = kvitt.now();
    kvitt.now = () => new Date(start.getTime() + 3_601_000);
    assert.match((await open(client_id)).page.text, /Annað nafn/);
    assert.equal(fetched, 2);
    const metadata = (await (
      await fetch(`${kvitt.url}/.well-known/oauth-authorization-server`)
    ).json()) as any;
    assert.equal(metadata.client_id_metadata_document_supported, true);
  });

  test('a document that cannot be trusted is refused', async () => {
    const at = (path: string) => `${home}${path}`;
    const rows: [what: string, client_id: string, answered: typeof answer][] = [
      ['another client_id', at('/a'), document(at('/b'))],
      [
        'a redirect',
        at('/c'),
        { status: 302, type: 'text/plain', body: '', headers: { location: at('/client.json') } },
      ],
      ['no JSON', at('/d'), { ...document(at('/d')), type: 'text/html' }],
      ['broken JSON', at('/e'), { ...document(at('/e')), body: '{' }],
      ['a list', at('/f'), { ...document(at('/f')), body: '[]' }],
      ['too much', at('/g'), document(at('/g'), { padding: 'x'.repeat(100_000) })],
      ['a secret', at('/h'), document(at('/h'), { token_endpoint_auth_method: 'client_secret_post' })],
      [
        'another redirect address',
        at('/i'),
        document(at('/i'), { redirect_uris: ['https://other.example/cb'] }),
      ],
      ['no redirect address', at('/j'), document(at('/j'), { redirect_uris: [] })],
      ['no path', `${home}/`, document(`${home}/`)],
      ['a fragment', at('/k#x'), document(at('/k#x'))],
      ['a private address', 'https://192.168.1.1/client.json', document('https://192.168.1.1/client.json')],
      ['the metadata of a cloud', 'https://169.254.169.254/x', document('https://169.254.169.254/x')],
      ['a name in the address', home.replace('http://', 'http://user@'), document(at('/l'))],
    ];
    for (const [what, client_id, answered] of rows) {
      answer = answered;
      const { page } = await open(client_id);
      assert.deepEqual([page.status, page.location], [400, null], what);
      const reason =
        what === 'another redirect address' ? /Invalid client or redirect URI/ : /metadata|redirect_uris/;
      assert.match(page.text, reason, what);
    }
  });

  test('a name that exists only in the internal network gets the same answer as an unknown one', async () => {
    const reasonAt = async (address: string) =>
      /cannot be used: [^<]*/.exec((await open(address)).page.text)?.[0];
    const reasons = await Promise.all(
      [
        'https://nowhere.invalid/x',
        'https://printer.internal/x',
        'https://10.0.0.7/x',
        'https://127.0.0.1:1/x',
      ].map(reasonAt),
    );
    assert.equal(new Set(reasons).size, 1, String(reasons));
    assert.match(String(reasons[0]), /cannot be read at that address/);
  });
}
