import type { Client } from '../client.ts';
import { UNKNOWN_GUID } from '../unknown-guid.ts';
import type { EndpointCase } from './case.ts';

export const vatCases: readonly EndpointCase[] = [
  { path: 'get-vat-periods', good: () => ({ year: 2026 }), wrong: { year: 'last' }, unknown: { year: 12 } },
  {
    path: 'get-vat-return',
    good: () => ({ period: '2025-10' }),
    required: ['period'],
    wrong: { period: 'October' },
    unknown: { period: '2025-09' },
  },
  ...['get-vat-return-pdf', 'get-vat-return-csv'].map((path) => ({
    path,
    good: () => ({ period: '2025-10', lang: 'en' }),
    required: ['period'],
    wrong: { lang: 'da' },
    unknown: { period: '2025-09' },
  })),
  {
    path: 'get-vat-documents',
    good: () => ({ period: '2025-10', box: 'turnover_24' }),
    required: ['period', 'box'],
    wrong: { box: 'to_pay' },
    unknown: { period: '2025-09' },
  },
  {
    path: 'get-unstated-vat-kinds',
    good: () => ({ period: '2025-10', limit: 5 }),
    wrong: { period: 'October' },
    unknown: { period: '2025-09' },
  },
  {
    path: 'decide-vat-kind',
    writes: true,
    good: ({ unstatedItem: guid }) => ({ data: { vat_kind: 'outside', records: [{ kind: 'item', guid }] } }),
    required: ['data.vat_kind', 'data.records'],
    wrong: { data: { vat_kind: 'exempt', records: [] } },
    unknown: { data: { vat_kind: 'outside', records: [{ kind: 'item', guid: UNKNOWN_GUID }] } },
    guids: ['data.records.0.guid'],
  },
  {
    path: 'lock-vat-period',
    writes: true,
    good: () => ({ period: '2025-08' }),
    required: ['period'],
    wrong: { period: 'October' },
    unknown: { period: '2099-12' },
  },
  {
    path: 'unlock-vat-period',
    writes: true,
    good: ({ lockedPeriod }) => ({ period: lockedPeriod, reason: 'A bill of the period came late' }),
    required: ['period', 'reason'],
    wrong: { period: 'October' },
    unknown: { period: '2025-04' },
  },
  {
    path: 'submit-vat-return',
    writes: true,
    good: () => ({ period: '2025-06' }),
    required: ['period'],
    wrong: { period: 'October' },
    unknown: { period: '2099-12' },
  },
  {
    path: 'get-vat-receipt',
    good: ({ vatSubmission }) => ({ guid: vatSubmission }),
    required: ['guid'],
    wrong: { guid: 'x' },
    unknown: { guid: UNKNOWN_GUID },
    guids: ['guid'],
  },
  {
    path: 'set-tax-login',
    writes: true,
    good: () => ({ data: { key: 'veflykill', kennitala: '5501234520' } }),
    required: ['data.key'],
    wrong: { data: { key: [] } },
    unknown: { data: { key: 'veflykill', kennitala: '12' } },
  },
];

let locked = 0;

/** Locks a period that no other call of this process has locked, because all books of an account share their periods. */
export async function lockPeriod(seller: Client): Promise<string> {
  const period = `${2010 + Math.floor(locked / 6)}-${String(((locked % 6) + 1) * 2).padStart(2, '0')}`;
  locked += 1;
  await seller.ok('lock-vat-period', { period });
  return period;
}

/** A repeated call has the same submission, so that all books of an account share it. */
export async function submitReturn(seller: Client): Promise<string> {
  const { submission } = await seller.ok('submit-vat-return', { period: '2025-02' });
  return submission.guid;
}
