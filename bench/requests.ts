import type { BenchCall } from './calls.ts';
import type { Credentials } from './fill-database.ts';

/** A complete HTTP request as bytes. */
export function buildRequest(call: BenchCall, input: object, by: Credentials, host: string): Uint8Array {
  const { operation, asAgentOf } = call;
  if (asAgentOf) return agentRequest(input as { guid: string }, by, host);
  const isWrite = operation.kind === 'write';
  const fields: Record<string, string> = isWrite ? { data: JSON.stringify(input) } : { ...input };
  const form = new URLSearchParams({ username: by.username, api_key: by.apiKey, ...fields }).toString();
  const path = `/api/v1/${operation.name}`;
  const text = isWrite
    ? `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${form.length}\r\n\r\n${form}`
    : `GET ${path}?${form} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
  return Buffer.from(text);
}

function agentRequest({ guid }: { guid: string }, { token }: Credentials, host: string): Uint8Array {
  const head = `GET /api/v1/agent/invoices/${guid} HTTP/1.1\r\nHost: ${host}\r\n`;
  return Buffer.from(`${head}Authorization: Bearer ${token}\r\n\r\n`);
}
