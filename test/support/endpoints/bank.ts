import { csvStatement, nextAccountNo } from '../bank-files.ts';
import type { Client } from '../client.ts';
import { byGuid, type EndpointCase } from './case.ts';

/** A bank account with one line. */
export async function openBank(seller: Client): Promise<{ bankAccount: string; bankLine: string }> {
  const data = { name: 'Veltureikningur', account_no: nextAccountNo() };
  const { guid: bank_account_guid } = await seller.ok('create-bank-account', { data });
  const file = csvStatement([{ booked_on: '2026-03-02', amount: 12_400, text: 'Innborgun' }]);
  await seller.ok('import-bank-statement', { bank_account_guid, file_name: 'a.csv', file });
  const [line] = await seller.ok('get-bank-lines', { bank_account_guid });
  return { bankAccount: bank_account_guid, bankLine: line.guid };
}

export const bankCases: readonly EndpointCase[] = [
  {
    path: 'create-bank-account',
    writes: true,
    good: () => ({
      data: {
        name: 'Gjaldeyrir',
        account_no: nextAccountNo(),
        currency: 'EUR',
        auto_book: true,
        connection: 'file',
      },
    }),
    required: ['data', 'data.name'],
    wrong: { data: { name: 'x', account_no: '12' } },
    unknown: { data: { name: 'x', account_no: '0133-26-012345', currency: 'XXX' } },
  },
  {
    path: 'update-bank-account',
    writes: true,
    good: ({ bankAccount: guid }) => ({ guid, data: { name: 'Sparnaður', auto_book: true } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { auto_book: 'perhaps' } },
  },
  { path: 'get-bank-accounts', good: () => ({}), wrong: null, unknown: null },
  {
    path: 'import-bank-statement',
    writes: true,
    good: ({ bankAccount: bank_account_guid }) => ({
      bank_account_guid,
      file_name: 'mars.csv',
      format: 'csv',
      file: csvStatement([{ booked_on: '2026-03-03', amount: -500, text: 'Þjónustugjald' }]),
      mapping: { Dags: 'booked_on', Upphæð: 'amount', Texti: 'text' },
    }),
    required: ['bank_account_guid', 'file'],
    wrong: { mapping: { Dags: 'day' } },
    unknown: { file: Buffer.from('nothing').toString('base64') },
    guids: ['bank_account_guid'],
  },
  {
    path: 'get-bank-lines',
    good: ({ bankAccount: bank_account_guid }) => ({
      bank_account_guid,
      state: 'open',
      from_date: '2026-01-01',
      to_date: '2026-12-31',
      search: '12.400',
      limit: 5,
      page: 1,
    }),
    wrong: { state: 'new' },
    unknown: { from_date: 'today' },
    guids: ['bank_account_guid'],
  },
  { path: 'get-bank-line', good: ({ bankLine: guid }) => ({ guid }), wrong: { guid: '{}' }, ...byGuid },
];
