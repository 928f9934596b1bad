import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccountWithAgent } from '../../support/agents/agent.ts';
import { McpClient } from '../../support/mcp.ts';
import { onBothDatabases } from '../../support/service.ts';

const SCHEDULE = {
  recurring_name: 'Hýsing',
  recurring_interval: 'monthly',
  recurring_start_date: '2026-04-01',
};

/** Calls with a name that nobody knows, within the record, and what is told. */
const MISSPELLED: readonly [tool: string, args: Record<string, unknown>, message: RegExp][] = [
  [
    'invoice_create',
    sale({ price: 5 }),
    /^items\[0\] has no field price; send unit_price instead; its fields/,
  ],
  ['invoice_create', sale({ quantity: 3, vat: '11' }), /no field quantity, vat; send qty, tax instead/],
  ['invoice_create', sale({ unitPrice: 5 }), /send unit_price instead/],
  [
    'invoice_create',
    { ...sale({}), customer: { nmae: 'A' } },
    /^customer has no field nmae; send name instead/,
  ],
  [
    'invoice_credit',
    { number: '1', items: [{ guid: 'x', amount: 100 }] },
    /^items\[0\] has no field amount; its/,
  ],
  ['quote_create', sale({ price: 5 }), /^items\[0\] has no field price/],
  ['recurring_create', { ...sale({ price: 5 }), ...SCHEDULE }, /^items\[0\] has no field price/],
  ['task_create', { name: 'A', item: { price: 5 } }, /^item has no field price; send unit_price/],
  ['operation_call', called('create-quote', sale({ price: 5 })), /^items\[0\] has no field price/],
  [
    'operation_call',
    called('update-item', { guid: 'x', price: 5 }),
    /^update-item has no argument price; send unit_price/,
  ],
  ['operation_call', called('create-order-invoice', sale({ price: 5 })), /^items\[0\] has no field price/],
];

function sale(line: Record<string, unknown>) {
  return { customer: { name: 'A', output_select: '4' }, items: [{ item_number: 'RAD', qty: 1, ...line }] };
}

function called(operation: string, input: Record<string, unknown>) {
  return { operation, input };
}

/** Every object of a schema that says which fields it has. */
function objectsOf(schema: any): any[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = schema.type === 'object' && schema.properties ? [schema] : [];
  return [...own, ...Object.values(schema).flatMap(objectsOf)];
}

onBothDatabases('MCP: arguments', (kvitt) => {
  test('with unknown names are refused with the right name, at every depth', async () => {
    const { agent, seller } = await createAccountWithAgent(kvitt.url);
    const client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    const { tools } = await client.ok('tools/list');
    for (const { name, inputSchema } of tools)
      for (const { additionalProperties } of objectsOf(inputSchema))
        assert.equal(additionalProperties, false, name);
    for (const [tool, args, message] of MISSPELLED)
      assert.match(await client.wrong(tool, args), message, JSON.stringify(args));
    assert.deepEqual(await seller.ok('get-invoices'), []);
    assert.deepEqual(await seller.ok('get-quotes'), []);
  });

  test('of a discount are accepted with its value alone, and do not conflict', async () => {
    const { agent } = await createAccountWithAgent(kvitt.url);
    const client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    const line = { description: 'Ráðgjöf', unit_price: 3000, qty: 1 };
    const body = { customer: { name: 'A', output_select: '4' }, items: [line], dry_run: true };
    const amountOf = async (tool: string, args: object) =>
      (await client.call(tool, { ...body, ...args })).would.amount;
    const percent = { discount_value: 10, discount_type: true };
    assert.equal(await amountOf('invoice_create', percent), 3348);
    assert.equal(await amountOf('invoice_create', { discount_value: 300 }), 3348);
    assert.equal(await amountOf('quote_create', percent), 3348);
    assert.equal(await amountOf('recurring_create', { ...SCHEDULE, ...percent }), 3348);
    const { dry_run: _, ...input } = body;
    const quote = { operation: 'create-quote', input: { ...input, ...percent }, dry_run: true };
    assert.equal((await client.call('operation_call', quote)).would.amount, 3348);
    const against = { ...body, discount_value: 10, is_discount: false };
    assert.match(await client.wrong('invoice_create', against), /leave one of them out/);
    const odd = { ...quote, input: { ...input, discount_value: [{ toString: 1 }] } };
    assert.match(await client.wrong('operation_call', odd), /discount_value/);
  });

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
        assert.match(message, new RegExp(`(^|; )${field} must be of type `), name);
      }
    }
    const message = await client.wrong('task_create', { name: 'A', item: { guid: { nonsense: true } } });
    assert.match(message, /^item\.guid must be of type string/);
    assert.equal(
      await client.wrong('event_list', { detail: 'nonsense' }),
      'detail must be one of: short, full',
    );
  });
});
