import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { completeCost } from './endpoints/costs.ts';
import { type Answer, basicAuth, send } from './requests.ts';
import type { TestService } from './service.ts';

export interface Upload {
  name: string;
  bytes: Uint8Array | string;
}

/** Sends a cost in a multipart form, as clients do. */
export function sendCost(
  seller: Client,
  endpoint: 'create-cost' | 'create-cost-adv',
  fields: Record<string, unknown>,
  file?: Upload,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  if (file) form.set('file', new Blob([file.bytes as Uint8Array<ArrayBuffer> | string]), file.name);
  const init = { method: 'POST', body: form, headers: { ...basicAuth(seller), ...headers } };
  return send(seller.url, `/api/v1/${endpoint}`, init);
}

/** Creates a cost and returns its guid. */
export async function createCost(
  seller: Client,
  endpoint: 'create-cost' | 'create-cost-adv',
  fields: Record<string, unknown>,
  file?: Upload,
): Promise<string> {
  const { status, body } = await sendCost(seller, endpoint, fields, file);
  assert.deepEqual([status, body.status], [201, true], body.message);
  return body.result;
}

export function createCompleteCost(seller: Client, fields: Record<string, unknown> = {}): Promise<string> {
  return createCost(seller, 'create-cost-adv', { ...completeCost, ...fields });
}

export async function tryToApproveCost(
  kvitt: TestService,
  seller: Client,
  guid: string,
  corrections: object = {},
) {
  return kvitt.operator('POST', `/accounts/${seller.username}/costs/${guid}/approve`, corrections);
}

export function decodeXml({ xml }: { xml: string | null }): string {
  assert.ok(xml, 'there is no XML');
  return Buffer.from(xml, 'base64').toString();
}
