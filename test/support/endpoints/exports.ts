import type { Client } from '../client.ts';
import { byGuid, type EndpointCase, none, page } from './case.ts';

export async function openAccountExport(seller: Client): Promise<string> {
  return (await seller.ok('export-account')).guid;
}

const csv = (text: string) => Buffer.from(text).toString('base64');

export const exportCases: readonly EndpointCase[] = [
  {
    path: 'import-records',
    writes: true,
    good: () => ({
      kind: 'customers',
      file_name: 'a.csv',
      file: csv('Nafn;Netfang\nFjarki ehf.;f@f.example\n'),
      mapping: { Nafn: 'name', Netfang: 'email' },
    }),
    required: ['kind', 'file'],
    wrong: { kind: 'invoices' },
    unknown: { mapping: { Litur: 'name' } },
  },
  { path: 'export-account', writes: true, ...none },
  {
    path: 'get-export',
    good: ({ accountExport: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  { path: 'get-exports', good: () => ({ limit: 5 }), ...page },
];
