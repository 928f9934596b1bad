import { SCOPES } from '../../../src/kernel/access/scopes.ts';
import { routes as agentRoutes } from '../../../src/surfaces/agent/routes.ts';
import { routes as credentialRoutes } from '../../../src/surfaces/credential/routes.ts';
import type { JsonSchema } from '../../../src/surfaces/http/wire/json-schema.ts';
import { listPrompts } from '../../../src/surfaces/mcp/resources/prompts.ts';
import { toDescription, toolsFor } from '../../../src/surfaces/mcp/tools/all-tools.ts';
import type { Random } from './random.ts';
import { describeInput, type RpcCall, type Target } from './targets.ts';
import { hostileText, mutate } from './values.ts';

const TEXT: JsonSchema = { type: 'string', maxLength: 200 };
const META = 'io.modelcontextprotocol/';
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];
const [MODERN = ''] = VERSIONS;

/** Methods besides tools, with the parameters that they take. */
const METHODS: [method: string, fields: Record<string, JsonSchema>, required?: string[]][] = [
  ['ping', {}],
  ['tools/list', { cursor: TEXT }],
  ['resources/list', { cursor: TEXT }],
  ['resources/templates/list', {}],
  ['prompts/list', {}],
  ['logging/setLevel', { level: { enum: ['debug', 'error', 'loud'] } }, ['level']],
  [
    'initialize',
    {
      protocolVersion: { enum: [...VERSIONS, '1999-01-01'] },
      capabilities: { properties: {} },
      clientInfo: { properties: { name: TEXT, version: TEXT }, required: ['name', 'version'] },
    },
    ['protocolVersion', 'capabilities', 'clientInfo'],
  ],
  [
    'resources/read',
    {
      uri: {
        enum: [
          'kvitt://company',
          'kvitt://invoices/1',
          'kvitt://invoices/1/pdf',
          'kvitt://costs/x/file',
          'file:///etc/passwd',
        ],
      },
    },
    ['uri'],
  ],
  [
    'completion/complete',
    {
      ref: { properties: { type: { const: 'ref/prompt' }, name: TEXT }, required: ['type', 'name'] },
      argument: {
        properties: { name: { enum: ['month', 'customer', 'x'] }, value: TEXT },
        required: ['name', 'value'],
      },
    },
    ['ref', 'argument'],
  ],
  ['notifications/initialized', {}],
  ['no/such/method', { name: TEXT }],
];

/** Every tool, every operation behind operation_call, every prompt, and the other methods of the protocol. */
export function findMcpTargets(): Target[] {
  const target = (path: string, rpc: RpcCall, described: Pick<Target, 'fields' | 'required'>): Target => ({
    surface: 'mcp',
    path: `/mcp ${path}`,
    methods: ['POST'],
    rpc,
    ...described,
  });
  const tools = toolsFor([...SCOPES]).map((tool) => {
    const { properties = {}, required = [] } = toDescription(tool).inputSchema as JsonSchema;
    return target(tool.name, { method: 'tools/call', name: tool.name }, { fields: properties, required });
  });
  const callable = new Map(
    [...agentRoutes, ...credentialRoutes].map((route) => [route.operation.name, route]),
  );
  const operations = [...callable.values()].map(({ operation }) =>
    target(
      `operation_call ${operation.name}`,
      { method: 'tools/call', name: 'operation_call', operation: operation.name },
      describeInput(operation.input),
    ),
  );
  const prompts = listPrompts().map(({ name, arguments: args = [] }) =>
    target(
      `prompts/get ${name}`,
      { method: 'prompts/get', name },
      { fields: Object.fromEntries(args.map((one) => [one.name, TEXT])), required: [] },
    ),
  );
  const others = METHODS.map(([method, fields, required = []]) =>
    target(method, { method }, { fields, required }),
  );
  return [...tools, ...operations, ...prompts, ...others];
}

/** The JSON-RPC message of a call, and the headers that belong to it. */
export function toRpcMessage(
  { method, name, operation }: RpcCall,
  fields: Record<string, unknown>,
  random: Random,
): { headers: Record<string, string>; message: unknown } {
  const version = random.chance(0.7) ? MODERN : random.pick(VERSIONS);
  const isModern = version === MODERN;
  const args =
    operation === undefined
      ? fields
      : { operation, input: fields, ...(random.chance(0.3) && { dry_run: true }) };
  const own = name === undefined ? fields : { name, arguments: args };
  const envelope = {
    [`${META}protocolVersion`]: version,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: 'fuzz', version: '1' },
  };
  const params = { ...own, ...(isModern && { _meta: envelope }) };
  const message = { jsonrpc: '2.0', id: random.below(1000), method, params };
  const named = name ?? fields.uri;
  return {
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': random.chance(0.98) ? version : hostileText(random).replaceAll(/[^ -~]/g, ''),
      ...(isModern && { 'mcp-method': method }),
      ...(isModern && typeof named === 'string' && { 'mcp-name': named.replaceAll(/[^ -~]/g, '') }),
    },
    message: random.chance(0.06) ? mutate(message, random) : message,
  };
}

/** The JSON-RPC message of an answer: its body, or the last event of a stream. */
export function rpcAnswer(text: string, type: string): RpcAnswer {
  const data = text.split('\n').findLast((line) => line.startsWith('data: ') && line.length > 6);
  try {
    return JSON.parse(
      type.startsWith('text/event-stream') ? (data?.slice(6) ?? '{}') : text || '{}',
    ) as RpcAnswer;
  } catch {
    return {};
  }
}

interface RpcAnswer {
  error?: { code?: unknown; message?: unknown };
  result?: { isError?: boolean };
}
