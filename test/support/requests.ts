import type { Client, Reply } from './client.ts';
import { type RequestOptions, request } from './http-request.ts';

export type Body = NonNullable<RequestOptions['body']>;

export interface Answer {
  status: number;
  headers: Headers;
  body: Reply;
}

/** Sends a request and parses the JSON answer. */
export async function send(url: string, path: string, init: RequestOptions = {}): Promise<Answer> {
  const response = await request(url + path, init);
  const text = response.text();
  let body: Reply;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`${response.status} without JSON: ${text.slice(0, 200)}`);
  }
  return { status: response.status, headers: response.headers, body };
}

export function credentialsQuery({ username, apiKey }: Client): string {
  return `username=${encodeURIComponent(username)}&api_key=${encodeURIComponent(apiKey)}`;
}

export function basicAuth({ username, apiKey }: Client): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}` };
}

/** Uploads a file as clients do: credentials in the query, the file in a multipart field. */
export async function uploadFile(seller: Client, name: string, bytes: Uint8Array | string): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer> | string]), name);
  const path = `/api/v1/upload-file?${credentialsQuery(seller)}`;
  return send(seller.url, path, { method: 'POST', body: form });
}

export const JSON_TYPE = { 'content-type': 'application/json' };
/** The type of a form that is written by hand, of `part`s and `--x--`. */
export const MULTIPART = { 'content-type': 'multipart/form-data; boundary=x' };

export function part(name: string, value: string, more = ''): string {
  return `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
}
