import type { Client } from './client.ts';
import { request } from './http-request.ts';
import type { OpenApiChecker } from './reference.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

/** Sends fields by the given method, and checks every answer against the OpenAPI document. */
export async function callAndCheck(
  reference: OpenApiChecker,
  seller: Client,
  method: 'GET' | 'POST',
  endpoint: string,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Answer> {
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
    ? request(seller.url + path, { method, body: form, headers })
    : request(`${seller.url}${path}?${query}`, { headers }));
  const body: any = response.json();
  // A method that the endpoint does not support is not documented.
  if (reference.find(method, path)) reference.check(method, path, response.status, body);
  return { status: response.status, headers: response.headers, body };
}
