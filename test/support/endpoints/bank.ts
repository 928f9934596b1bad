import { csvStatement, nextAccountNo } from '../bank-files.ts';
import type { Client } from '../client.ts';
import { byGuid, type EndpointCase } from './case.ts';

/** A bank account with an open line, one that is booked, and one that was set aside. */
export async function openBank(
  seller: Client,
): Promise<{ bankAccount: string; bankLine: string; bookedLine: string; ignoredLine: string }> {
  const data = { name: 'Veltureikningur', account_no: nextAccountNo() };
  const { guid: bank_account_guid } = await seller.ok('create-bank-account', { data });
  const line = (amount: number) => ({ booked_on: '2026-03-02', amount, text: 'Innborgun' });
  const file = csvStatement([line(1240), line(300), line(200)]);
  await seller.ok('import-bank-statement', { bank_account_guid, file_name: 'a.csv', file });
  const [ignored, booked, open] = await seller.ok('get-bank-lines', { bank_account_guid });
  const interest = { type: 'other', code: 'interest', amount: 300 };
  await seller.ok('book-bank-line', { guid: booked.guid, data: { actions: [interest] } });
  await seller.ok('ignore-bank-line', { guid: ignored.guid, data: { reason: 'Í öðru kerfi' } });
  return {
    bankAccount: bank_account_guid,
    bankLine: open.guid,
    bookedLine: booked.guid,
    ignoredLine: ignored.guid,
  };
}

const NOWHERE = '018f3b1e-0000-7000-8000-000000000000';

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
  {
    path: 'export-payables',
    writes: true,
    good: ({ bankAccount: bank_account_guid, cost }) => ({
      data: { bank_account_guid, cost_guids: [cost], format: 'csv', pay_on: '2099-03-16', again: true },
    }),
    required: ['data', 'data.bank_account_guid', 'data.cost_guids'],
    wrong: { data: { format: 'pain.002' } },
    unknown: { data: { bank_account_guid: NOWHERE, cost_guids: [NOWHERE] } },
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
    required: ['file'],
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
      search: '1.240',
      limit: 5,
      page: 1,
    }),
    wrong: { state: 'new' },
    unknown: { from_date: 'today' },
    guids: ['bank_account_guid'],
  },
  { path: 'get-bank-line', good: ({ bankLine: guid }) => ({ guid }), wrong: { guid: '{}' }, ...byGuid },
  {
    path: 'book-bank-line',
    writes: true,
    good: ({ bankLine: guid, customer: customer_guid, invoice: invoice_guid }) => ({
      guid,
      data: {
        actions: [
          { type: 'payment', customer_guid, allocations: [{ invoice_guid, amount: 400 }], amount: 1000 },
          { type: 'other', code: 'interest', note: 'Vextir', amount: 300 },
          { type: 'fee', amount: 60 },
        ],
      },
    }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { actions: 'all' } },
    guids: ['guid', 'data.actions.0.customer_guid', 'data.actions.0.allocations.0.invoice_guid'],
  },
  {
    path: 'unbook-bank-line',
    writes: true,
    good: ({ bookedLine: guid }) => ({ guid, data: { reason: 'Rangt' } }),
    ...byGuid,
    required: ['guid', 'data', 'data.reason'],
    wrong: { data: { reason: [] } },
  },
  {
    path: 'ignore-bank-line',
    writes: true,
    good: ({ bankLine: guid }) => ({ guid, data: { reason: 'Í öðru kerfi' } }),
    ...byGuid,
    required: ['guid', 'data', 'data.reason'],
    wrong: { data: { reason: [] } },
  },
  {
    path: 'restore-bank-line',
    writes: true,
    good: ({ ignoredLine: guid }) => ({ guid, data: { reason: 'Okkar færsla' } }),
    ...byGuid,
    wrong: { data: { reason: [] } },
  },
];
