import type { Client } from './client.ts';
import type { Reference } from './reference.ts';

export interface Sent {
  status: number;
  headers: Headers;
  body: any;
}

/** Sends fields the way the method has it, and holds every answer against the reference. */
export async function call(
  reference: Reference,
  seller: Client,
  method: 'GET' | 'POST',
  endpoint: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const form = new FormData();
  form.set('username', seller.username);
  form.set('api_key', seller.apiKey);
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.set(name, value);
    else form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  const path = `/api/v1/${endpoint}`;
  const query = new URLSearchParams(Object.fromEntries(form) as Record<string, string>);
  const response = await (method === 'POST'
    ? fetch(seller.url + path, { method, body: form, headers })
    : fetch(`${seller.url}${path}?${query}`, { headers }));
  const body: any = await response.json();
  // What is not documented is a method that the endpoint does not answer.
  if (reference.document.paths[path]?.[method.toLowerCase()])
    reference.check(method, path, response.status, body);
  return { status: response.status, headers: response.headers, body };
}
