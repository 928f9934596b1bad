import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { AuditTrail } from '../../../src/kernel/operations/audit-log.ts';
import { TokenCache } from '../../../src/modules/agents/token-cache.ts';
import { BrowserSessions } from '../../../src/surfaces/http/callers/browser-sessions.ts';
import { createServer } from '../../../src/surfaces/http/server/server.ts';
import { mcpSurface } from '../../../src/surfaces/mcp/surface.ts';
import { PendingQuestions } from '../../support/mcp-asking.ts';
import { fixtureServers } from '../../support/mcp-fixtures.ts';
import { basicAuth } from '../../support/requests.ts';
import { TestService } from '../../support/service.ts';
import { ROOT } from '../../support/tree.ts';
import { until } from '../../support/until.ts';

const run = promisify(execFile);
const SUITE = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const VERSIONS = ['2026-07-28', '2025-11-25'] as const;

/** How a check fails that lacks its fixture, which a server of books does not have. */
const LACKS_FIXTURE =
  /^Not testable|There is no (tool|prompt) test_|Resource not found: test:\/\/|^Method not found|Prerequisite failed|^Expected InputRequiredResult|^Failed: Method not found/;

interface Check {
  scenario: string;
  id: string;
  errorMessage?: string;
}

/** The messages of a stream of server-sent events. */
async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<any> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^data: (.+)$/m.exec(event) ?? [];
      if (data) yield JSON.parse(data);
    }
  }
}

describe('MCP: the official conformance suite', () => {
  const kvitt = new TestService();
  const folder = mkdtempSync(join(tmpdir(), 'kvitt-conformance-'));
  const closers: (() => void | Promise<void>)[] = [];
  let authorization: Record<string, string>;
  before(async () => {
    await kvitt.start('postgres');
    authorization = basicAuth(await kvitt.account());
  });
  after(async () => {
    for (const close of closers.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
    await kvitt.stop();
  });

  /** The suite signs in nowhere, so the header is added on its way. */
  async function withAuthorization(target: string): Promise<string> {
    const { hostname, port } = new URL(target);
    const proxy = createProxy((incoming, outgoing) => {
      const { method, url: path, headers } = incoming;
      const sent = forward(
        { hostname, port, method, path, headers: { ...headers, ...authorization } },
        (reply) => {
          outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
          reply.pipe(outgoing);
        },
      );
      sent.on('error', () => outgoing.destroy());
      outgoing.on('close', () => sent.destroy());
      incoming.pipe(sent);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      proxy.closeAllConnections();
      proxy.close();
    });
    return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`;
  }

  /** The same surface as the service has, with the fixtures in the place of the books. */
  async function serveFixtures(questions?: PendingQuestions): Promise<string> {
    const { kernel, accounts, rateLimiter } = kvitt.service.engine;
    const { newGuid, db, clock } = kernel;
    const app = await createServer({
      newGuid,
      logLevel: 'silent',
      trustProxy: undefined,
      isHttps: false,
      tls: undefined,
    });
    await app.register(mcpSurface, {
      ...{ kernel, accounts, rateLimiter },
      tokenCache: new TokenCache(db, accounts, clock),
      audit: new AuditTrail(db, clock),
      browserSessions: new BrowserSessions(kernel),
      operations: new Map(),
      serverFactory: fixtureServers(questions),
    });
    closers.push(() => app.close());
    return app.listen({ port: 0, host: '127.0.0.1' });
  }

  /** The failed checks of the scenarios that a version of the protocol requires, and how many passed. */
  async function runSuite(url: string, version: string): Promise<{ failed: Check[]; passed: number }> {
    const output = mkdtempSync(join(folder, version));
    const args = [SUITE, 'server', '--url', url, '--requirements', version, '-o', output];
    // The suite exits with 1 when a check fails; the checks say which.
    await run(process.execPath, args, { cwd: folder, timeout: 120_000 }).catch(() => {});
    const required = new Set(await requiredScenarios(version));
    const checks = readdirSync(output).flatMap((name) => {
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
      const found = JSON.parse(readFileSync(join(output, name, 'checks.json'), 'utf8')) as (Check & {
        status: string;
      })[];
      return required.has(scenario) ? found.map((check) => ({ ...check, scenario })) : [];
    });
    assert.equal(
      new Set(checks.map(({ scenario }) => scenario)).size,
      required.size,
      'every scenario has run',
    );
    return {
      failed: checks.filter(({ status }) => status === 'FAILURE'),
      passed: checks.filter(({ status }) => status === 'SUCCESS').length,
    };
  }

  const listed = new Map<string, Promise<string[]>>();
  function requiredScenarios(version: string): Promise<string[]> {
    const known = listed.get(version) ?? listRequired(version);
    listed.set(version, known);
    return known;
  }

  async function listRequired(version: string): Promise<string[]> {
    const { stdout } = await run(process.execPath, [SUITE, 'list', '--requirements', version]);
    const [, servers = ''] = /Server scenarios[^\n]*\n((?: +- .*\n)+)/.exec(stdout) ?? [];
    return [...servers.matchAll(/- (\S+)/g)].map(([, name = '']) => name);
  }

  for (const version of VERSIONS) {
    test(`${version}: the service passes all that needs no fixture`, async () => {
      const { failed, passed } = await runSuite(await withAuthorization(kvitt.url), version);
      assert.deepEqual(
        failed.filter(({ errorMessage = '' }) => !LACKS_FIXTURE.test(errorMessage)),
        [],
      );
      assert.ok(passed > 30, `${passed} checks passed`);
    });
    test(`${version}: the same handler passes all with the fixtures`, async () => {
      const { failed } = await runSuite(await withAuthorization(await serveFixtures()), version);
      assert.deepEqual(failed, []);
    });
  }

  test('2025-11-25: only the caller that is asked can answer, once, and a question ends with its stream', async () => {
    const questions = new PendingQuestions(1);
    const url = `${await serveFixtures(questions)}/mcp`;
    const post = (message: object, credentials = authorization, signal?: AbortSignal) =>
      fetch(url, {
        method: 'POST',
        headers: {
          ...credentials,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        ...(signal && { signal }),
      });
    const ask = async (signal?: AbortSignal) => {
      const params = { name: 'test_sampling', arguments: { prompt: 'Hvað?' } };
      const { body } = await post({ id: 1, method: 'tools/call', params }, authorization, signal);
      return readMessages(body as ReadableStream<Uint8Array>);
    };
    const stream = await ask();
    const question = (await stream.next()).value;
    assert.match(question.id, /^[0-9a-f-]{36}$/);
    const crowded = (await (await ask()).next()).value;
    assert.match(crowded.error.message, /Too many questions/);
    const result = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Þetta' } };
    const stranger = basicAuth(await kvitt.account());
    assert.equal((await post({ id: question.id, result }, stranger)).status, 202);
    for (const id of [0, 1, 'x']) assert.equal((await post({ id, result })).status, 202);
    assert.equal(questions.size, 1, 'it still waits');
    assert.equal((await post({ id: question.id, result })).status, 202);
    const answer = (await stream.next()).value;
    assert.match(answer.result.content[0].text, /Þetta/);
    assert.equal((await post({ id: question.id, result })).status, 202);
    const left = new AbortController();
    await (await ask(left.signal)).next();
    assert.equal(questions.size, 1);
    left.abort();
    await until('the question is gone with its stream', async () => questions.size === 0);
  });
});
