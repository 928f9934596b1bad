import type { Client } from '../client.ts';
import { byGuid, type EndpointCase, none, page } from './case.ts';

export async function openAccountExport(seller: Client): Promise<string> {
  return (await seller.ok('export-account')).guid;
}

const source = {
  from_url: 'https://kvitt.example',
  from_username: 'demo',
  from_api_key: 'the key of the other account',
};

export async function openAccountImport(seller: Client): Promise<string> {
  return (await seller.ok('start-account-import', { data: source })).guid;
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
  {
    path: 'start-account-import',
    writes: true,
    good: () => ({ data: source }),
    required: ['data', ...Object.keys(source).map((field) => `data.${field}`)],
    wrong: { data: { ...source, from_username: 'x'.repeat(101) } },
    unknown: { data: { ...source, from_url: 'https://10.0.0.1' } },
  },
  {
    path: 'get-account-import',
    good: ({ accountImport: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  { path: 'get-account-imports', good: () => ({ limit: 5 }), ...page },
  {
    path: 'stop-account-import',
    writes: true,
    good: ({ accountImport: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  { path: 'export-account', writes: true, ...none },
  {
    path: 'export-books',
    writes: true,
    good: () => ({ from_date: '2026-01-01', to_date: '2026-12-31', lang: 'en' }),
    required: ['from_date', 'to_date'],
    wrong: { lang: 'de' },
    unknown: { to_date: '2025-12-31' },
  },
  {
    path: 'get-export',
    good: ({ accountExport: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  { path: 'get-exports', good: () => ({ kind: 'account', limit: 5 }), ...page },
];
