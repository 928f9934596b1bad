import type { Client } from '../client.ts';
import { byGuid, type EndpointCase, none } from './case.ts';

const url = 'https://nowhere.example/hook';
const MAX_WEBHOOKS = 10;

/** Creates a webhook that receives few events, and deletes old ones: an account can have only a few. */
export async function openWebhook(seller: Client): Promise<string> {
  const [oldest, ...others] = await seller.ok('get-webhooks');
  if (others.length >= MAX_WEBHOOKS) await seller.ok('delete-webhook', { guid: oldest.guid });
  const { guid } = await seller.ok('create-webhook', { data: { url, types: ['recurring.stopped'] } });
  return guid;
}

export const webhookCases: readonly EndpointCase[] = [
  {
    path: 'create-webhook',
    writes: true,
    good: () => ({ data: { url, types: ['recurring.stopped'], description: 'Bókhald' } }),
    required: ['data', 'data.url'],
    wrong: { data: { url, types: 7 } },
    unknown: { data: { url: 'https://10.0.0.1/' } },
  },
  { path: 'get-webhooks', ...none },
  {
    path: 'update-webhook',
    writes: true,
    good: ({ webhook: guid }) => ({ guid, data: { description: 'Annað', state: 'disabled' } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { state: 'asleep' } },
  },
  {
    path: 'delete-webhook',
    writes: true,
    good: ({ webhook: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  {
    path: 'rotate-webhook-secret',
    writes: true,
    good: ({ webhook: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  {
    path: 'test-webhook',
    writes: true,
    good: ({ webhook: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  {
    path: 'get-webhook-deliveries',
    good: ({ webhook: guid }) => ({ guid, state: 'waiting', limit: 5, page: 1 }),
    wrong: { state: 'lost' },
    ...byGuid,
  },
  {
    path: 'redeliver-webhook',
    writes: true,
    good: ({ webhook: guid }) => ({ guid, after: '0' }),
    wrong: { after: 'yesterday' },
    ...byGuid,
    guids: ['guid', 'event_id'],
  },
];
