import type { Client } from '../client.ts';
import { byGuid, type EndpointCase, none, page } from './case.ts';

export async function openAccountExport(seller: Client): Promise<string> {
  return (await seller.ok('export-account')).guid;
}

export const exportCases: readonly EndpointCase[] = [
  { path: 'export-account', writes: true, ...none },
  {
    path: 'get-export',
    good: ({ accountExport: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  { path: 'get-exports', good: () => ({ limit: 5 }), ...page },
];
