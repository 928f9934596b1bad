import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '../../sdk/scripts/described-operations.ts';
import { staleFiles } from '../../sdk/scripts/generate.ts';
import { groupName, methodName } from '../../sdk/scripts/naming.ts';
import { Kvitt } from '../../sdk/src/client.ts';
import { endpoints as agentEndpoints } from '../../src/surfaces/agent/reference.ts';
import { type AgentRoute, routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';

describe('the generated client', () => {
  test('matches the table of operations (npm run generate)', () => {
    assert.deepEqual(staleFiles(), []);
  });
  test('has every operation of the credential API as a method of its own', () => {
    const kvitt = new Kvitt({ url: 'http://127.0.0.1:1', username: 'u', apiKey: 'k' });
    const groups = kvitt as unknown as Record<string, Record<string, unknown>>;
    const methods = routes.map(({ path, section }) => {
      const { group, method } =
        operations.find(({ name }) => name === path)?.description ?? assert.fail(path);
      assert.equal(group, groupName(section), path);
      assert.equal(typeof groups[group]?.[method], 'function', path);
      return `${group}.${method}`;
    });
    assert.equal(new Set(methods).size, routes.length);
    assert.ok(routes.length > 80);
  });
  test('has every resource of the agent API and of the management of programs', () => {
    const addresses = operations.flatMap(({ description: { agent, direct } }) => [
      ...(agent ? [`${agent.method} /api/v1/agent${agent.path}`] : []),
      ...(direct ? [`${direct.method} /api/v1${direct.path}`] : []),
    ]);
    const missing = agentEndpoints
      .flatMap(({ methods, path }) =>
        methods.map((method) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
      )
      .filter((address) => !addresses.includes(address));
    assert.deepEqual(missing, []);
  });
  test('calls the agent API wherever that has an operation of the credential API', () => {
    const isReached = ({ method, path }: AgentRoute) =>
      operations.some(({ description: { agent } }) => agent?.method === method && agent.path === path);
    const known = new Set(['get-status', 'log-work', ...routes.map(({ operation }) => operation.name)]);
    const missing = agentRoutes.filter((route) => known.has(route.operation.name) && !isReached(route));
    assert.deepEqual(missing, []);
  });
  test('names methods by one rule', () => {
    const names: [operation: string, section: string, kind: string, method: string][] = [
      ['create-invoice', 'Invoices', 'write', 'create'],
      ['get-invoices', 'Invoices', 'list', 'list'],
      ['get-invoice', 'Invoices', 'read', 'get'],
      ['get-count-invoices', 'Invoices', 'read', 'count'],
      ['get-invoice-pdf', 'Invoices', 'file', 'pdf'],
      ['do-paid-invoice', 'Invoices', 'write', 'markPaid'],
      ['get-customers-by-kennitala', 'Customers', 'list', 'listByKennitala'],
      ['create-invoice-from-order', 'Orders', 'write', 'createInvoice'],
      ['get-invoices-from-order', 'Orders', 'list', 'listInvoices'],
      ['update-draft-invoice', 'Drafts', 'write', 'update'],
      ['get-webhooks', 'Webhooks', 'read', 'list'],
      ['get-webhook-deliveries', 'Webhooks', 'list', 'listDeliveries'],
      ['rotate-webhook-secret', 'Webhooks', 'write', 'rotateSecret'],
    ];
    for (const [operation, section, kind, method] of names)
      assert.equal(methodName(operation, section, kind), method, operation);
    assert.equal(groupName('Recurring invoices'), 'recurringInvoices');
  });
});
