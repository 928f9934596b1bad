import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { completeCost } from './endpoints/costs.ts';
import { type Answer, basic, send } from './raw.ts';
import type { Kvitt } from './service.ts';

export interface Upload {
  name: string;
  bytes: Uint8Array | string;
}

/** Sends a cost as clients do, in a multipart form. */
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
  const init = { method: 'POST', body: form, headers: { ...basic(seller), ...headers } };
  return send(seller.url, `/api/v1/${endpoint}`, init);
}

/** Makes a cost; answers its guid. */
export async function makeCost(
  seller: Client,
  endpoint: 'create-cost' | 'create-cost-adv',
  fields: Record<string, unknown>,
  file?: Upload,
): Promise<string> {
  const { status, body } = await sendCost(seller, endpoint, fields, file);
  assert.deepEqual([status, body.status], [201, true], body.message);
  return body.result;
}

export function makeComplete(seller: Client, fields: Record<string, unknown> = {}): Promise<string> {
  return makeCost(seller, 'create-cost-adv', { ...completeCost, ...fields });
}

export async function approve(kvitt: Kvitt, seller: Client, guid: string, corrections: object = {}) {
  return kvitt.operator('POST', `/accounts/${seller.username}/costs/${guid}/approve`, corrections);
}

export async function runJobs(kvitt: Kvitt): Promise<{ ran: Record<string, number>; failed: number }> {
  return (await kvitt.operator('POST', '/jobs/run', {})).body;
}

export function xmlOf({ xml }: { xml: string | null }): string {
  assert.ok(xml, 'there is no XML');
  return Buffer.from(xml, 'base64').toString();
}
