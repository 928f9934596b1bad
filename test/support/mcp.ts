import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type HttpAnswer, request } from './http-request.ts';

const VERSION = '2026-07-28';
const META = 'io.modelcontextprotocol/';

interface RpcAnswer {
  status: number;
  headers: Headers;
  /** The JSON-RPC message, or the body of an HTTP refusal. */
  body: any;
}

interface RpcOptions {
  headers?: Record<string, string>;
  capabilities?: object;
  /** A version before 2026-07-28 has no envelope in `_meta`. */
  version?: string;
}

/** A client of the MCP endpoint that shows HTTP statuses and headers, and checks every answer by the schema of its tool. */
export class McpClient {
  readonly url: string;
  readonly #headers: Record<string, string>;
  #schemas: Map<string, any> | undefined;
  #id = 0;

  constructor(url: string, headers: Record<string, string>) {
    this.url = url;
    this.#headers = headers;
  }

  async rpc(
    method: string,
    params: Record<string, unknown> = {},
    options: RpcOptions = {},
  ): Promise<RpcAnswer> {
    const { headers = {}, capabilities = {}, version = VERSION } = options;
    const envelope = {
      [`${META}protocolVersion`]: version,
      [`${META}clientCapabilities`]: capabilities,
      [`${META}clientInfo`]: { name: 'test', version: '1' },
    };
    const isModern = version >= VERSION;
    const name = params.name ?? params.uri;
    this.#id += 1;
    const response = await request(`${this.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        ...(isModern && { 'mcp-method': method }),
        ...(isModern && name !== undefined && { 'mcp-name': JSON.stringify(name).replaceAll('"', '') }),
        ...this.#headers,
        ...headers,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: this.#id,
        method,
        params: { ...params, ...(isModern && { _meta: envelope }) },
      }),
    });
    return { status: response.status, headers: response.headers, body: readMessage(response) };
  }

  /** The result of a request that must succeed. */
  async ok(method: string, params: Record<string, unknown> = {}, options?: RpcOptions): Promise<any> {
    const { body } = await this.rpc(method, params, options);
    assert.ok(body.result, `${method}: ${JSON.stringify(body).slice(0, 500)}`);
    return body.result;
  }

  /** The whole result of a tool call, which must fit the schema and the limits whether it is refused or not. */
  async callTool(name: string, args: Record<string, unknown> = {}, options?: RpcOptions): Promise<any> {
    const result = await this.ok('tools/call', { name, arguments: args }, options);
    if (result.resultType === 'input_required') return result;
    const { structuredContent, content } = result;
    const validate = (await this.#validators()).get(name);
    assert.ok(validate(structuredContent), `${name}: ${JSON.stringify(validate.errors)}`);
    const [{ text }] = content;
    assert.deepEqual(JSON.parse(text), structuredContent);
    assert.ok(text.length <= 25_000, `${name}: ${text.length} characters`);
    return result;
  }

  /** The structured content of a call that must not be refused. */
  async call(name: string, args?: Record<string, unknown>, options?: RpcOptions): Promise<any> {
    const { structuredContent, isError } = await this.callTool(name, args, options);
    assert.ok(!isError, `${name}: ${JSON.stringify(structuredContent)}`);
    return structuredContent;
  }

  /** The structured content of a call that a rule must refuse. */
  async refused(name: string, args?: Record<string, unknown>): Promise<any> {
    const { structuredContent, isError } = await this.callTool(name, args);
    assert.equal(isError, true, `${name} was not refused: ${JSON.stringify(structuredContent)}`);
    return structuredContent;
  }

  /** What a call is told whose arguments must not fit the tool. */
  async wrong(name: string, args: Record<string, unknown>): Promise<string> {
    const { code, message, next } = await this.refused(name, args);
    assert.deepEqual([code, /^Nothing was done/.test(next)], ['field_invalid', true], `${name}: ${message}`);
    return message;
  }

  async #validators(): Promise<Map<string, any>> {
    if (this.#schemas) return this.#schemas;
    const { tools } = await this.ok('tools/list');
    const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
    addFormats.default(ajv);
    this.#schemas = new Map(tools.map((tool: any) => [tool.name, ajv.compile(tool.outputSchema)]));
    return this.#schemas;
  }
}

/** The message in a JSON body, or in the only event of a stream. */
function readMessage(response: HttpAnswer): any {
  const text = response.text();
  if (!/^text\/event-stream/.test(response.headers.get('content-type') ?? ''))
    return text ? JSON.parse(text) : {};
  const data = text.split('\n').filter((line) => line.startsWith('data: ') && line.length > 6);
  return JSON.parse(data.at(-1)?.slice(6) ?? '{}');
}
