import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Client as McpSdkClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import * as oauth from 'oauth4webapi';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { assertAccessible, assertTidy, Desk, visit } from '../support/desk.ts';
import { runJobs } from '../support/jobs.ts';
import { SignIn } from '../support/mcp-sign-in.ts';
import { CERT, KEY } from '../support/tls.ts';

const insecure = { [oauth.allowInsecureRequests]: true };
const PROGRAM = 'Stimpilklukkan';

/** A program on the person's own machine, written with a library that knows nothing of Kvitt. */
class Program {
  server!: oauth.AuthorizationServer;
  client!: oauth.Client;
  token = '';
  readonly #verifier = oauth.generateRandomCodeVerifier();
  readonly #state = oauth.generateRandomState();
  readonly #home: string;
  readonly #waiting: Server;

  constructor(home: string, waiting: Server) {
    this.#home = home;
    this.#waiting = waiting;
  }

  get #callback(): string {
    return `http://127.0.0.1:${(this.#waiting.address() as AddressInfo).port}/callback`;
  }

  async register(): Promise<void> {
    const issuer = new URL(this.#home);
    const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    this.server = await oauth.processDiscoveryResponse(issuer, found);
    const metadata = { client_name: PROGRAM, redirect_uris: ['http://127.0.0.1/callback'] };
    const made = await oauth.dynamicClientRegistrationRequest(this.server, metadata, insecure);
    this.client = await oauth.processDynamicClientRegistrationResponse(made);
  }

  /** Where it sends the person. */
  async address(): Promise<string> {
    const address = new URL(this.server.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      client_id: this.client.client_id,
      redirect_uri: this.#callback,
      response_type: 'code',
      scope: 'dashboard_data manage_customers',
      state: this.#state,
      code_challenge: await oauth.calculatePKCECodeChallenge(this.#verifier),
      code_challenge_method: 'S256',
    }).toString();
    return address.href;
  }

  async comeBack(to: URL): Promise<void> {
    const parameters = oauth.validateAuthResponse(this.server, this.client, to, this.#state);
    const answer = await oauth.authorizationCodeGrantRequest(
      this.server,
      this.client,
      oauth.None(),
      parameters,
      this.#callback,
      this.#verifier,
      insecure,
    );
    this.token = (
      await oauth.processAuthorizationCodeResponse(this.server, this.client, answer)
    ).access_token;
  }

  async call(method: string, path: string, body?: object): Promise<{ status: number; body: any }> {
    const response = await fetch(`${this.#home}/api/v1/agent${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}

describe('an agent and the person it acts for, in a browser', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  const waiting = createServer((_request, response) => void response.end('Done'));
  let seller: Client;
  let page: Page;
  let program: Program;

  before(async () => {
    await desk.open('postgres', { KVITT_ALLOW_LOCAL_WEBHOOKS: 'on' });
    await new Promise<void>((done) => waiting.listen(0, '127.0.0.1', done));
    seller = await desk.kvitt.account();
    program = new Program(desk.kvitt.url, waiting);
  });
  after(async () => {
    waiting.close();
    await desk.close();
  });

  test('the program registers itself, the person signs in and allows it, and it calls', async () => {
    await program.register();
    page = await desk.page();
    await page.goto(await program.address());
    await desk.fillSignIn(page, seller.username);
    await page.getByRole('heading', { name: `${PROGRAM} asks for access` }).waitFor();
    await page.getByText('Kvitt has not verified it').waitFor();
    await assertAccessible(page, 'consent');
    await Promise.all([
      page.waitForURL(/127\.0\.0\.1:\d+\/callback/),
      page.getByRole('button', { name: 'Allow' }).click(),
    ]);
    await program.comeBack(new URL(page.url()));
    assert.equal((await program.call('GET', '/status')).body.username, seller.username);
    const customer = { kennitala: '5501234520', name: 'Skráð af forriti', output_select: 4 };
    const made = await program.call('POST', '/customers', { ...customer, lang: 'is', currency: 'ISK' });
    assert.equal(made.status, 202, 'nobody vouches for it, so a person sees what it does');
    const second = { ...customer, kennitala: '4201102000', name: 'Óskráð af forriti', currency: 'ISK' };
    assert.equal((await program.call('POST', '/customers', { ...second, lang: 'is' })).status, 202);
    assert.equal((await program.call('GET', '/invoices')).status, 403);
  });

  test('the person declines and approves by a chord, never by a letter, and raises limits in a dialog that names them', async () => {
    assert.equal(await seller.ok('get-count-customers'), 0);
    await page.goto('/console/proposals');
    const cards = page.getByRole('listitem').filter({ hasText: `${PROGRAM} · Create customer` });
    const [declined, approved] = [cards.nth(0), cards.nth(1)];
    await declined.getByText('Óskráð af forriti').waitFor();
    await approved.getByText('May only propose').waitFor();
    await approved.getByText('Skráð af forriti').waitFor();
    await approved.getByText('Raising the limits means: From now on it acts on its own').waitFor();
    await assertTidy(page, 'proposals');
    await assertAccessible(page, 'proposals');
    /** Presses a key and undoes what it did. */
    const pressAndUndo = async (key: string, card: typeof declined) => {
      await page.keyboard.press(key);
      await card.getByRole('button', { name: 'Undo' }).click();
      await card.getByRole('button', { name: 'Decline', exact: true }).waitFor();
    };
    for (const letter of 'adDrAR') await page.keyboard.press(letter);
    assert.equal(await cards.getByRole('button', { name: 'Undo' }).count(), 0);
    await pressAndUndo('Control+Backspace', declined);
    await declined.getByRole('button', { name: 'Decline with a reason' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Two of the same');
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await declined.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('j');
    await pressAndUndo('Control+Enter', approved);
    await approved.getByRole('button', { name: 'Approve and raise the limits' }).click();
    const raising = page.getByRole('dialog');
    await raising.getByText('Propose → Act').waitFor();
    assert.equal(await page.locator(':focus').textContent(), 'Cancel');
    await assertAccessible(page, 'raising limits');
    await raising.getByRole('button', { name: 'Approve and raise the limits' }).click();
    await approved.getByRole('button', { name: 'Undo' }).waitFor();
    assert.equal(await seller.ok('get-count-customers'), 0);
    const later = desk.kvitt.now().getTime() + 11_000;
    desk.kvitt.now = () => new Date(later);
    await runJobs(desk.kvitt);
    await page.getByText('Nothing is waiting').waitFor();
    assert.equal(await seller.ok('get-count-customers'), 1);
    const { result } = (await program.call('GET', '/proposals')).body;
    assert.deepEqual(
      result.map((one: Record<string, string>) => [one.state, one.reason]),
      [
        ['declined', 'Two of the same'],
        ['approved', ''],
      ],
    );
  });

  test('the person sees scopes, last use and all calls of the program, also refused ones', async () => {
    await visit(page, '/console/apps');
    const row = page.getByRole('listitem').filter({ hasText: 'Registered itself' });
    await row.getByText(PROGRAM, { exact: true }).first().waitFor();
    assert.deepEqual(await row.getByRole('listitem').allTextContents(), [
      'See summaries',
      'Read and change customers',
    ]);
    await row.getByText(/last used \d+ \w+ \d{4} \d\d:\d\d/).waitFor();
    const log = page.locator('section').filter({ hasText: 'What programs did' });
    await log.getByText('Access allowed on the consent page').waitFor();
    const lines = (await log.getByRole('listitem').allTextContents()).map((text) => text.split(PROGRAM)[0]);
    assert.deepEqual(lines, [
      'Proposals read',
      'Limits of an app changed',
      'New customerSkráð af forriti',
      'Invoices readRefused',
      'Create customerDeclinedÓskráð af forriti',
      'Create customerApprovedSkráð af forriti',
      'Account looked up',
      'Access token issued',
      'Access allowed on the consent page',
    ]);
    await assertTidy(page, 'connected apps');
    await assertAccessible(page, 'connected apps');
  });

  test('the person raises a limit only by a dialog that names the old and the new one, and never by Enter', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Registered itself' });
    const dialog = page.getByRole('dialog');
    const perDay = dialog.getByRole('textbox', { name: /Maximum amount per day/ });
    await row.getByRole('button', { name: /^Limits/ }).click();
    await perDay.fill('5000');
    await perDay.press('Enter');
    await row.getByText('ISK 5,000 a day', { exact: false }).waitFor();
    await row.getByRole('button', { name: /^Limits/ }).click();
    await perDay.fill('7000');
    await perDay.press('Enter');
    await dialog.getByText('Maximum amount per day: ISK 7,000 instead of ISK 5,000').waitFor();
    assert.equal(await page.locator(':focus').textContent(), 'Cancel');
    await dialog.getByRole('button', { name: 'Raise the limits' }).click();
    await row.getByText('ISK 7,000 a day', { exact: false }).waitFor();
  });

  test('the person revokes the access, and the next call is refused', async () => {
    await page.getByRole('button', { name: /^Revoke.*Stimpilklukkan/ }).click();
    const dialog = page.getByRole('dialog', { name: `Revoke access: ${PROGRAM}?` });
    assert.equal((await program.call('GET', '/status')).status, 200);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No app is connected').waitFor();
    const refused = await program.call('GET', '/status');
    assert.equal(refused.status, 401);
    assert.match(refused.body.message, /revoked/);
    assert.equal(await seller.ok('get-count-customers'), 1);
    const log = page.locator('section').filter({ hasText: 'What programs did' });
    await log.getByText('Access revoked').waitFor();
    await log.getByText(`${PROGRAM} · done by ${seller.username}`).first().waitFor();
  });

  test('a denied consent sends the program back without access', async () => {
    const second = new Program(desk.kvitt.url, waiting);
    await second.register();
    await page.goto(await second.address());
    await Promise.all([
      page.waitForURL(/127\.0\.0\.1:\d+\/callback/),
      page.getByRole('button', { name: 'Deny' }).click(),
    ]);
    assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
    await assert.rejects(second.comeBack(new URL(page.url())));
    await page.goto('/console/apps');
    await page.getByText('No app is connected').waitFor();
  });

  describe('a client of the MCP SDK', () => {
    const info = { name: 'a client', version: '1.0.0' };
    let documents: HttpsServer;
    before(async () => {
      setDefaultCACertificates([...getCACertificates(), CERT]);
      documents = createHttpsServer({ cert: CERT, key: KEY }, (request, response) => {
        const client_id = `https://${request.headers.host}${request.url}`;
        const document = { client_id, client_name: 'By document', redirect_uris: [callback()] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      });
      await new Promise<void>((done) => documents.listen(0, '127.0.0.1', done));
    });
    after(() => documents.close());
    const callback = () => `http://127.0.0.1:${(waiting.address() as AddressInfo).port}/callback`;
    const documentAt = (name: string) =>
      `https://127.0.0.1:${(documents.address() as AddressInfo).port}/${name}.json`;

    const sdks = {
      'version 1': (signIn: SignIn, address: URL) => {
        const transport = new OldTransport(address, { authProvider: signIn as never });
        const client = new OldClient(info);
        return {
          client,
          connect: () => client.connect(transport as never),
          finish: (answer: URLSearchParams) => transport.finishAuth(answer.get('code') ?? ''),
        };
      },
      'version 2': (signIn: SignIn, address: URL) => {
        const transport = new StreamableHTTPClientTransport(address, { authProvider: signIn as never });
        const client = new McpSdkClient(info);
        return {
          client,
          connect: () => client.connect(transport),
          finish: (answer: URLSearchParams) => transport.finishAuth(answer),
        };
      },
    };
    for (const [version, create] of Object.entries(sdks))
      for (const way of ['registers itself', 'is known by its document'])
        test(`of ${version} that ${way} leads to the same consent, and then has tools, resources and prompts`, async () => {
          const document = way === 'registers itself' ? undefined : documentAt(version.replace(' ', '-'));
          const signIn = new SignIn(callback(), document);
          const address = new URL(`${desk.kvitt.url}/mcp`);
          const first = create(signIn, address);
          await assert.rejects(first.connect());
          const asked = signIn.address?.searchParams;
          assert.equal(asked?.get('client_id') === document, document !== undefined);
          assert.equal(asked?.get('resource'), address.href);
          const tab = await page.context().newPage();
          await tab.goto(String(signIn.address));
          if (document) await tab.getByText('identifies itself by an address at').waitFor();
          await Promise.all([
            tab.waitForURL(/\/callback\?/),
            tab.getByRole('button', { name: 'Allow' }).click(),
          ]);
          await first.finish(new URL(tab.url()).searchParams);
          await tab.close();
          const { client, connect } = create(signIn, address);
          await connect();
          assert.ok((await client.listTools()).tools.length > 20);
          assert.equal((await client.listResources()).resources[0]?.uri, 'kvitt://company');
          assert.equal((await client.listPrompts()).prompts.length, 3);
          await client.close();
        });
  });
});
