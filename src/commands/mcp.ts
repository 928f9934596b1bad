import { createInterface } from 'node:readline';
import { readClientEnvironment } from '../config.ts';
import { toError } from '../domain/values/errors.ts';

const META = 'io.modelcontextprotocol/protocolVersion';
const FIRST_VERSION_WITH_HEADERS = '2026-07-28';
const INTERNAL_ERROR = -32_603;

interface Message {
  id?: string | number | null;
  method?: string;
  params?: { name?: unknown; uri?: unknown; _meta?: Record<string, unknown>; protocolVersion?: unknown };
}

/**
 * Serves MCP on standard input and output: every line is posted to the MCP endpoint of the service, and what it answers
 * is written as lines. The service keeps no sessions, so messages need no order, and each is on its own.
 */
export async function mcp(): Promise<void> {
  const { url, username, apiKey, token } = readClientEnvironment();
  const authorization = token
    ? `Bearer ${token}`
    : username && apiKey
      ? `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`
      : undefined;
  if (!url || !authorization) {
    console.error('Set KVITT_URL, and KVITT_USERNAME with KVITT_API_KEY or KVITT_TOKEN.');
    process.exitCode = 2;
    return;
  }
  const proxy = new McpProxy(new URL('/mcp', url), authorization);
  const pending = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    const work = proxy.forward(line).finally(() => pending.delete(work));
    pending.add(work);
    // The version that a client of 2025 negotiates must be known before its next message.
    if (/"initialize"/.test(line)) await work;
  }
  await Promise.all(pending);
}

class McpProxy {
  readonly #address: URL;
  readonly #authorization: string;
  #version: string | undefined;

  constructor(address: URL, authorization: string) {
    this.#address = address;
    this.#authorization = authorization;
  }

  async forward(line: string): Promise<void> {
    const message = parse(line);
    if (!message)
      return write({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'This line is no JSON' } });
    try {
      const response = await fetch(this.#address, {
        method: 'POST',
        headers: this.#headersOf(message),
        body: line,
      });
      await this.#relay(message, response);
    } catch (error) {
      fail(message, `The service at ${this.#address.origin} cannot be reached: ${toError(error).message}`);
    }
  }

  /** The HTTP transport repeats in headers what a message says in its body. */
  #headersOf({ method, params = {} }: Message): Record<string, string> {
    const version = params._meta?.[META] ?? this.#version;
    const name = params.name ?? params.uri;
    const hasNames = typeof version === 'string' && version >= FIRST_VERSION_WITH_HEADERS;
    return {
      authorization: this.#authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(typeof version === 'string' && { 'mcp-protocol-version': version }),
      ...(hasNames && method && { 'mcp-method': method }),
      ...(hasNames && typeof name === 'string' && { 'mcp-name': encodeHeader(name) }),
    };
  }

  async #relay(message: Message, response: Response): Promise<void> {
    const isStream = /^text\/event-stream/.test(response.headers.get('content-type') ?? '');
    if (isStream && response.body) {
      for await (const data of eventsOf(response.body)) this.#pass(data);
      return;
    }
    const text = await response.text();
    const answer = parse(text) as (Message & { error?: { message?: string } }) | null;
    if (answer?.error && answer.id === null) fail(message, answer.error.message ?? text);
    else if (answer && ('result' in answer || answer.error)) this.#pass(text);
    else if (!response.ok) fail(message, `The service answered ${response.status}`);
  }

  #pass(text: string): void {
    const answer = parse(text) as { result?: { protocolVersion?: unknown } } | null;
    const version = answer?.result?.protocolVersion;
    if (typeof version === 'string') this.#version = version;
    if (answer) write(answer);
  }
}

/** The data of each event of a stream. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ') && line.trim() !== 'data:') yield line.slice(6);
  }
}

/** Header values are ASCII; other text is encoded as the protocol says. */
function encodeHeader(text: string): string {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function parse(text: string): Message | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A notification has no id, and gets no answer. */
function fail({ id }: Message, message: string): void {
  console.error(message);
  if (id !== undefined && id !== null)
    write({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } });
}

function write(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
