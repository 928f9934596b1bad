import type { Client } from '../test/support/client.ts';
import type { Books } from './fill-database.ts';

const HOST = '127.0.0.1';

/** A call over the credential API; a record is sent as `data`. */
export function credentialRequest(
  { username, apiKey }: Client,
  name: string,
  fields: object,
  isWrite = false,
): Uint8Array {
  const sent = 'data' in fields ? { data: JSON.stringify(fields.data) } : fields;
  const form = new URLSearchParams({ username, api_key: apiKey, ...sent }).toString();
  if (!isWrite) return build(`GET /api/v1/${name}?${form}`, {});
  return build(`POST /api/v1/${name}`, { 'content-type': 'application/x-www-form-urlencoded' }, form);
}

export function agentRequest({ token }: Books, path: string): Uint8Array {
  return build(`GET /api/v1/agent/${path}`, { authorization: `Bearer ${token}` });
}

export function consoleRequest({ session }: Books, name: string, input: object): Uint8Array {
  return jsonRequest(`/console/api/${name}`, session, input);
}

export function mcpRequest({ token }: Books, tool: string, input: object): Uint8Array {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const params = { name: tool, arguments: input };
  return jsonRequest('/mcp', headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

function jsonRequest(path: string, headers: Record<string, string>, body: object): Uint8Array {
  return build(`POST ${path}`, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));
}

/** A complete HTTP request as bytes. */
function build(methodAndPath: string, headers: Record<string, string>, body?: string): Uint8Array {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: HOST, ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${methodAndPath} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
