import { Agent } from '../agents/agent.ts';
import { changeAgent, propose } from '../agents/limits.ts';
import { type Client, invoice } from '../client.ts';
import { authorizeClient, registerClient } from '../person.ts';
import { byGuid, type EndpointCase } from './case.ts';

export const proposalCases: readonly EndpointCase[] = [
  {
    path: 'get-proposals',
    good: () => ({ state: 'waiting', limit: 5, page: 1 }),
    wrong: { limit: 'ten' },
    unknown: { state: 'thinking' },
  },
  { path: 'get-proposal', good: ({ proposal: guid }) => ({ guid }), wrong: { guid: 'one' }, ...byGuid },
];

/** A program that may only propose. */
export async function createProposer(seller: Client): Promise<Agent> {
  const client = await registerClient(seller, { name: 'Proposer', rotate_secret: true });
  const agent = new Agent(seller.url, await authorizeClient(seller, 'create_invoice', client));
  await changeAgent(seller, agent, { limits: { mode: 'propose' } });
  return agent;
}

/** A proposal of such a program. */
export async function openProposal(seller: Client): Promise<string> {
  return (await propose(await createProposer(seller), { data: invoice() })).guid;
}
