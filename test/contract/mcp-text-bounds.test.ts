import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { parseArguments } from '../../src/surfaces/mcp/input/tool-input.ts';
import { WrongArguments } from '../../src/surfaces/mcp/input/wrong-arguments.ts';
import { findTool } from '../../src/surfaces/mcp/tools/all-tools.ts';
import type { Tool } from '../../src/surfaces/mcp/tools/tool.ts';
import { createAgent } from '../support/agents/agent.ts';
import { McpClient } from '../support/mcp.ts';
import { TestService } from '../support/service.ts';
import { UNKNOWN_GUID } from '../support/unknown-guid.ts';

const LONG = 'in '.repeat(350_000);

/** Values of arguments that tools require, so that only the long text is wrong. */
const GOOD: Record<string, unknown> = {
  customer: { name: 'Kaupandi ehf.', output_select: '4' },
  items: [{ description: 'Ráðgjöf', qty: 1, unit_price: 1000 }],
  guid: UNKNOWN_GUID,
  name: 'Kaupandi ehf.',
  output_select: '4',
  description: 'Vara',
  unit_price: 1000,
  uom: 'C62',
  tax: 'S',
  from: '2026-01-01',
  to: '2026-02-28',
  query: 'accept quote',
  operation: 'hello',
  recurring_name: 'Hýsing',
  recurring_interval: 'monthly',
  recurring_start_date: '2099-01-01',
};

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
};
type Path = (string | number)[];

/** The paths of all texts in the arguments of a tool. */
function textPaths({ type, properties = {}, items }: Schema, path: Path = []): Path[] {
  if ([type].flat().includes('string')) return [path];
  if (items) return textPaths(items, [...path, 0]);
  return Object.entries(properties).flatMap(([name, schema]) => textPaths(schema, [...path, name]));
}

/** The value with the long text at a path. */
function withLong(value: any, [key, ...rest]: Path): any {
  if (key === undefined) return LONG;
  const whole = typeof key === 'number' ? [...(value ?? [])] : { ...value };
  whole[key] = withLong(whole[key], rest);
  return whole;
}

const isShort = (answer: string) => answer.length < 5000;

/** Whether the arguments are refused before the tool runs. Those that are not may be refused by a rule of the operation. */
function isRefusedShortly(name: string, args: unknown): boolean {
  const { input } = findTool(name) as Tool;
  try {
    parseArguments(name, input, args);
    return false;
  } catch (error) {
    return error instanceof WrongArguments && isShort(error.message);
  }
}

describe('a text of one megabyte for a tool', () => {
  const kvitt = new TestService();
  let client: McpClient;
  let tools: { name: string; inputSchema: Schema; annotations: { readOnlyHint: boolean } }[];

  before(async () => {
    await kvitt.start('postgres');
    const agent = await createAgent(await kvitt.account());
    client = new McpClient(kvitt.url, { authorization: `Bearer ${agent.token}` });
    tools = (await client.ok('tools/list')).tools;
  });
  after(() => kvitt.stop());

  test('is refused in every argument, and is not sent back', async () => {
    const taken: string[] = [];
    let checked = 0;
    for (const { name, inputSchema, annotations } of tools) {
      const required = (inputSchema.required ?? []).map((one) => [one, GOOD[one]]);
      const good = { ...Object.fromEntries(required), ...(!annotations.readOnlyHint && { dry_run: true }) };
      for (const [nth, path] of textPaths(inputSchema).entries()) {
        const args = withLong(good, path);
        checked += 1;
        // A megabyte over HTTP takes a tenth of a second: one for each tool shows that the endpoint parses its arguments.
        if (nth > 0 && isRefusedShortly(name, args)) continue;
        const { body } = await client.rpc('tools/call', { name, arguments: args });
        const isRefused = body.error?.code === -32_602 || body.result?.isError === true;
        if (!isRefused || !isShort(JSON.stringify(body))) taken.push(`${name} ${path.join('.')}`);
      }
    }
    assert.deepEqual(taken, []);
    assert.ok(checked > 100, `only ${checked} arguments were checked`);
  });

  test('is refused with the bound, which the schema names', async () => {
    const search = tools.find(({ name }) => name === 'operation_search') as any;
    assert.equal(search.inputSchema.properties.query.maxLength, 200);
    assert.equal(
      await client.wrong('operation_search', { query: LONG }),
      'query must have at most 200 characters',
    );
    assert.equal(
      await client.wrong('customer_list', { cursor: LONG }),
      'cursor must have at most 500 characters',
    );
    const { result } = await client.call('operation_search', { query: 'accept quote '.repeat(15) });
    assert.equal(result[0].operation, 'accept-quote');
  });

  test('is refused in the arguments of a prompt', async () => {
    const prompt = { name: 'follow_up_overdue', arguments: { customer: LONG } };
    const { body } = await client.rpc('prompts/get', prompt);
    assert.deepEqual(
      [body.error.code, body.error.message],
      [-32_602, 'customer must have at most 500 characters'],
    );
  });
});
