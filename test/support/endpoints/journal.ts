import type { Client } from '../client.ts';
import { byGuid, type EndpointCase, none, page } from './case.ts';

const MAX_LAYOUTS = 10;

let made = 0;

/** Deletes the layouts of the account that have a name; all without one. */
export async function deleteLayouts(seller: Client, called?: string): Promise<void> {
  for (const { guid, name } of await seller.ok('get-journal-layouts'))
    if (guid && name === (called ?? name)) await seller.ok('delete-journal-layout', { guid });
}

/** Creates a layout, and deletes old ones: an account can have only a few. */
export async function openLayout(seller: Client): Promise<string> {
  if ((await seller.ok('get-journal-layouts')).length > MAX_LAYOUTS) await deleteLayouts(seller);
  return seller.ok('create-journal-layout', {
    data: { name: `Snið ${++made}`, columns: ['date', 'amount'] },
  });
}

/** Writes a journal, with an account that is not of the default chart. */
export async function openExport(seller: Client): Promise<string> {
  await seller.ok('update-journal-accounts', { data: { accounts: [{ key: 'fee', account: '1081' }] } });
  return (await seller.ok('export-journal', {})).guid;
}

export const journalCases: readonly EndpointCase[] = [
  {
    path: 'export-journal',
    writes: true,
    good: () => ({ from_date: '2026-01-01', to_date: '2026-12-31', layout: 'general', only_new: 0 }),
    wrong: { from_date: 'January' },
    unknown: { layout: 'Excel 97' },
  },
  { path: 'get-journal-exports', good: () => ({ limit: 5, page: 1 }), ...page },
  { path: 'get-journal-export', good: ({ journal: guid }) => ({ guid }), wrong: { guid: '12' }, ...byGuid },
  {
    path: 'create-journal-layout',
    writes: true,
    good: () => ({
      data: {
        name: `Regla ${++made}`,
        columns: ['date', { field: 'amount', heading: 'Upphæð' }],
        separator: 'tab',
        decimal_mark: ',',
        thousands_mark: '.',
        date_format: 'd.m.Y',
        has_header: 1,
        with_vat: 0,
      },
    }),
    required: ['data', 'data.name', 'data.columns'],
    wrong: { data: { name: 'Regla', columns: 'date' } },
    unknown: { data: { name: 'Regla', columns: ['weekday'] } },
  },
  {
    path: 'update-journal-layout',
    writes: true,
    good: ({ journalLayout: guid }) => ({ guid, data: { decimal_mark: ',' } }),
    ...byGuid,
    required: ['guid', 'data'],
    wrong: { data: { decimal_mark: 'comma' } },
  },
  {
    path: 'delete-journal-layout',
    writes: true,
    good: ({ journalLayout: guid }) => ({ guid }),
    wrong: { guid: '12' },
    ...byGuid,
  },
  {
    path: 'get-system-description',
    good: () => ({ lang: 'en' }),
    wrong: { lang: 'da' },
    unknown: { lang: 'x' },
  },
  { path: 'get-journal-layouts', ...none },
  { path: 'get-journal-accounts', ...none },
  {
    path: 'update-journal-accounts',
    writes: true,
    good: () => ({ data: { accounts: [{ key: 'receivables', account: '7611', name: 'Viðskiptamenn' }] } }),
    required: ['data', 'data.accounts'],
    wrong: { data: { accounts: 'all' } },
    unknown: { data: { accounts: [{ key: 'gold', account: '1' }] } },
  },
];
