import assert from 'node:assert/strict';
import type { Client } from '../client.ts';
import { basicAuth, send } from '../requests.ts';
import type { Agent } from './agent.ts';

/** Sets limits or freezes a program, with the account's key. */
export async function changeAgent(seller: Client, agent: Agent, changes: object): Promise<any> {
  const { status, body } = await send(seller.url, `/api/v1/agents/${agent.clientId}`, {
    method: 'PUT',
    headers: { ...basicAuth(seller), 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Proposes a write, which must wait. */
export async function propose(
  agent: Agent,
  body: Record<string, unknown>,
  { path = '/invoices', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<any> {
  const answer = await agent.call('POST', path, body, headers);
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.proposal;
}
