import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';

onBothDatabases('MCP: arguments', (kvitt) => {
  test('that the schema of a tool does not allow are refused, also where the tool has no use for them', async () => {
    const { agent } = await createAccountWithAgent(kvitt.url);
    const client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    const { tools } = await client.ok('tools/list');
    for (const { name, inputSchema } of tools) {
      const { properties, required = [] } = inputSchema;
      const others = Object.fromEntries(required.map((field: string) => [field, 'x']));
      for (const [field, { type }] of Object.entries<{ type?: string | string[] }>(properties)) {
        if (!type || [type].flat().includes('object')) continue;
        const message = await client.wrong(name, { ...others, [field]: { nonsense: true } });
        assert.match(message, new RegExp(`^${field} must be of type `), name);
      }
    }
    assert.equal(
      await client.wrong('event_list', { detail: 'nonsense' }),
      'detail must be one of: short, full',
    );
  });
});
