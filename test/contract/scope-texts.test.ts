import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCOPES, type Scope } from '../../src/kernel/access/scopes.ts';
import type { Operation } from '../../src/kernel/operations/operation.ts';
import { routes as agentRoutes } from '../../src/surfaces/agent/routes.ts';
import { routes } from '../../src/surfaces/credential/routes.ts';
import { toolsFor } from '../../src/surfaces/mcp/tools/all-tools.ts';
import { SCOPE_TEXTS } from '../../src/surfaces/oauth/oauth-texts.ts';
import { SCOPE_OPERATIONS } from '../support/scope-operations.ts';

/** Everything that programs reach: by the agent API, by a tool of MCP, and by operation_call. */
const operations: readonly Operation[] = [
  ...agentRoutes.flatMap(({ operation, compact }) => [operation, ...(compact ? [compact] : [])]),
  ...routes.map(({ operation }) => operation),
  ...toolsFor(SCOPES).flatMap((tool) => tool.operations),
];

function namesOf(scope: Scope, isWrite: boolean): string[] {
  const found = operations.filter((one) => one.access.scope === scope && (one.kind === 'write') === isWrite);
  return [...new Set(found.map(({ name }) => name))].sort();
}

for (const scope of SCOPES) {
  test(`the consent page describes everything that the scope ${scope} allows`, () => {
    const opened = { reads: namesOf(scope, false), writes: namesOf(scope, true) };
    assert.deepEqual(
      opened,
      SCOPE_OPERATIONS[scope],
      `The scope ${scope} opens something else than before: see whether its sentence on the consent page still says it`,
    );
    for (const texts of Object.values(SCOPE_TEXTS)) {
      assert.equal(texts[scope].writes !== undefined, opened.writes.length > 0);
      assert.ok(texts[scope].reads ?? texts[scope].writes);
    }
  });
}
