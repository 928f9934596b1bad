import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { routes } from '../../../src/surfaces/agent/routes.ts';
import {
  type Agent,
  ALL_SCOPES,
  callAgent,
  createAccountWithAgent,
  createAgent,
} from '../../support/agents/agent.ts';
import { AGENT_CASES, type AgentCase, methodOf, pathOf, templateOf } from '../../support/agents/cases.ts';
import { connectBookkeeper } from '../../support/endpoints/bookkeepers.ts';
import { openBooks } from '../../support/endpoints/books.ts';
import type { Books } from '../../support/endpoints/case.ts';
import { OpenApiChecker } from '../../support/reference.ts';
import { onBothDatabases } from '../../support/service.ts';

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const COMMON = ['status', 'success', 'message', 'result', 'action_id'];
const WRITES = ['POST', 'PUT', 'DELETE'];

test('the table of cases covers exactly the routes of the agent API', () => {
  // What a program reads and takes back of its own proposals needs no scope, and is tested beside them.
  const tested = routes.filter(({ operation }) => !/-proposals?$/.test(operation.name));
  const servedRoutes = tested.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  assert.deepEqual(AGENT_CASES.map(templateOf).sort(), servedRoutes.sort());
});

onBothDatabases('agent API: every resource', (kvitt) => {
  let reference: OpenApiChecker;
  let agent: Agent;
  let otherAgent: Agent;
  let books: Books;
  let foreignBooks: Books;
  /** Two agents with complementary scopes. */
  let partialAgents: [scopes: string[], by: Agent][];

  before(async () => {
    reference = await OpenApiChecker.of(kvitt.url);
    const [own, other] = [await createAccountWithAgent(kvitt.url), await createAccountWithAgent(kvitt.url)];
    agent = own.agent;
    otherAgent = other.agent;
    [books, foreignBooks] = [await openBooks(own.seller), await openBooks(other.seller)];
    const bookkeeperAccount = await kvitt.account();
    foreignBooks.bookkeeper = await connectBookkeeper(other.seller, bookkeeperAccount);
    await connectBookkeeper(bookkeeperAccount, other.seller);
    const tenants = await other.seller.ok('get-tenants');
    foreignBooks.tenant = tenants.at(-1).guid;
    const scopes = ALL_SCOPES.split(',');
    partialAgents = await Promise.all(
      [scopes.slice(0, 4), scopes.slice(4), scopes.slice(5)].map(
        async (partialScopes): Promise<[string[], Agent]> => {
          return [
            partialScopes,
            await createAgent(own.seller, partialScopes.join(','), `Only ${partialScopes}`),
          ];
        },
      ),
    );
  });

  const send = (by: Agent, one: AgentCase, headers: Record<string, string> = {}) =>
    by.call(methodOf(one), pathOf(one, books), one.body?.(books), headers);
  const check = (one: AgentCase, { status, body }: { status: number; body: unknown }) => {
    const [method = '', path] = templateOf(one).split(' ');
    reference.check(method, `/api/v1/agent${path}`, status, body);
  };

  describe('is refused', () => {
    for (const one of AGENT_CASES) {
      test(`${one.call}: without the scope, without a token, by another method`, async () => {
        if (one.scope !== null) await checkScope(one, one.scope);
        for (const authorization of [undefined, 'Bearer kvat_nobody', 'Bearer', 'Basic eDp5']) {
          const answer = await callAgent(kvitt.url, methodOf(one), pathOf(one, books), one.body?.(books), {
            ...(authorization && { authorization }),
          });
          check(one, answer);
          assert.deepEqual([answer.status, answer.body.error, answer.body.code], [401, true, 401]);
          assert.doesNotMatch(answer.body.message, /expired/i);
          assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer .*resource_metadata="/);
        }
        await checkMethods(one);
      });
    }

    async function checkScope(one: AgentCase, scope: string) {
      const [, missing] =
        partialAgents.find(([scopes]) => ![scope, one.orScope ?? ''].some((each) => scopes.includes(each))) ??
        [];
      assert.ok(missing);
      const forbidden = await send(missing, one);
      check(one, forbidden);
      const other = partialAgents.find(
        ([scopes]) => one.orScope && scopes.includes(one.orScope) && !scopes.includes(scope),
      );
      if (one.orScope) assert.equal((await send(other?.[1] ?? missing, one)).status, 200, one.call);
      const message = `Agent token does not include the required scope: ${scope}`;
      assert.deepEqual([forbidden.status, forbidden.body], [403, { error: true, message, code: 403 }]);
    }

    async function checkMethods(one: AgentCase) {
      const path = templateOf(one).split(' ')[1];
      const allowed = routes
        .filter((route) => route.path.replaceAll(/:(\w+)/g, '{$1}') === path)
        .map(({ method }) => method);
      for (const method of [...WRITES, 'GET', 'PATCH'].filter((verb) => !allowed.includes(verb as never))) {
        const answer = await agent.call(method, pathOf(one, books));
        const message = `Method not allowed — expected ${allowed.join(', ')}`;
        assert.deepEqual([answer.status, answer.body], [405, { error: true, message, code: 405 }]);
        assert.equal(answer.headers.get('allow'), allowed.join(', '));
      }
    }

    test('names the allowed methods in the message', async () => {
      const { body } = await agent.call('DELETE', '/customers');
      assert.equal(body.message, 'Method not allowed — expected GET, POST');
    });

    test('with token_expired when the token has expired', async () => {
      const clock = kvitt.now;
      const later = clock().getTime() + 3601 * 1000;
      kvitt.now = () => new Date(later);
      try {
        for (const one of AGENT_CASES) {
          const answer = await send(agent, one);
          check(one, answer);
          assert.deepEqual([answer.status, answer.body.code], [401, 401], one.call);
          assert.match(answer.body.message, /token_expired/);
        }
      } finally {
        kvitt.now = clock;
      }
    });
  });

  describe('hides records of another account', () => {
    for (const one of AGENT_CASES.filter(({ missing }) => missing)) {
      test(`${one.call}: answers as for an unknown ${one.missing}`, async () => {
        const body = one.body?.(one.isNamedInBody ? foreignBooks : books);
        const path = pathOf(one, foreignBooks);
        const answer = await agent.call(methodOf(one), path, body);
        check(one, answer);
        const { action_id, ...rest } = answer.body;
        assert.ok(action_id > 0);
        assert.deepEqual(
          [answer.status, rest],
          [
            200,
            {
              status: false,
              success: false,
              message: `No ${one.missing} found`,
              result: one.call.endsWith('/move-to-new') ? '' : null,
              error_code: `${one.missing?.replace(' ', '_')}_not_found`,
            },
          ],
        );
        if (!one.isNamedInBody) {
          const unknown = path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'not-a-guid');
          const { body: same } = await agent.call(methodOf(one), unknown, body);
          assert.deepEqual({ ...same, action_id }, answer.body);
        }
      });
    }
  });

  describe('is served', () => {
    // Later cases continue with the records of earlier ones: a cost is moved back, a task is started, ended and closed.
    for (const one of AGENT_CASES) {
      test(`${one.call}: with ${one.scope}`, async () => {
        if (one.call === 'PUT /costs/{approvedCost}') await approveAgain();
        const answer = await send(agent, one);
        assert.deepEqual(
          [answer.status, answer.body.status, answer.body.success],
          [one.status ?? 200, true, true],
          answer.body.message,
        );
        check(one, answer);
        assert.deepEqual(Object.keys(answer.body).sort(), [...COMMON, ...(one.extraFields ?? [])].sort());
        assert.ok(Number.isSafeInteger(answer.body.action_id) && answer.body.action_id > 0);
        const { result } = answer.body;
        if (one.result === 'guid') assert.match(result, GUID);
        if (one.result === 'list') assert.ok(Array.isArray(result) && result.length > 0);
        if (one.result === 'object') assert.ok(Object.keys(result).length > 1);
        if (one.result === 'null') assert.equal(result, null);
        if (one.result === 'count') assert.ok(Object.keys(result).length === 1 && result.count > 0);
      });
    }

    async function approveAgain() {
      const { username } = await agent.get('/status');
      const path = `/accounts/${username}/costs/${books.approvedCost}/approve`;
      assert.equal((await kvitt.operator('POST', path, {})).status, 200);
    }

    test('without changes to the other account', async () => {
      assert.equal((await otherAgent.get(`/costs/${foreignBooks.cost}`)).result.accounting_status, 'New');
      assert.equal((await otherAgent.get(`/tasks/${foreignBooks.task}`)).result.start_time, '');
      assert.equal((await otherAgent.get(`/customers/${foreignBooks.customer}`)).result.city, '');
    });
  });
});
