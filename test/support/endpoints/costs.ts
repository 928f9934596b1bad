import assert from 'node:assert/strict';
import type { Client } from '../client.ts';
import { OPERATOR_TOKEN } from '../databases.ts';
import { byGuid, type EndpointCase } from './case.ts';

export const completeCost = {
  date: '2026-03-02',
  amount: 12400,
  how_paid: 3,
  supplier_name: 'Efnissalan ehf.',
  supplier_id: '5501234520',
  type: '2093',
};

export const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF', 'latin1');

const pdf = () => new File([PDF], 'kvittun.pdf');

/** Approves a cost through the operator API and returns its guid. */
export async function approveCost(seller: Client, guid: string, corrections: object = {}): Promise<string> {
  const response = await fetch(`${seller.url}/operator/accounts/${seller.username}/costs/${guid}/approve`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(corrections),
  });
  assert.equal(response.status, 200, await response.text());
  return guid;
}

export const costCases: readonly EndpointCase[] = [
  {
    path: 'get-costs',
    good: () => ({
      accounting_status: 'New,Created',
      type: '2093',
      supplier_id: '550123-4520',
      date_filter: 'created_date',
      from_date: '2026-01-01',
      to_date: '2099-12-31',
      sort: 'created_asc',
      limit: 1,
      page: 1,
    }),
    wrong: { type: 'Items' },
    unknown: { accounting_status: 'New,Booked' },
  },
  {
    path: 'get-count-costs',
    good: () => ({ accounting_status: 'Created', date_filter: 'date', from_date: '2026-01-01' }),
    wrong: { date_filter: 'due_date' },
    unknown: { accounting_status: 'Booked' },
  },
  { path: 'get-cost', good: ({ cost: guid }) => ({ guid }), wrong: { guid: '7' }, ...byGuid },
  {
    path: 'get-cost-einvoice',
    good: ({ einvoiceCost: guid }) => ({ guid }),
    wrong: { guid: '7' },
    ...byGuid,
  },
  {
    path: 'answer-einvoice',
    writes: true,
    good: ({ einvoiceCost: guid }) => ({ guid, answer: 'rejected', reason: 'Rangt verð' }),
    ...byGuid,
    required: ['guid', 'answer', 'reason'],
    wrong: { answer: 'paid' },
  },
  {
    path: 'create-cost',
    writes: true,
    status: 201,
    good: () => ({ date: '2026-03-02', file: pdf(), description: 'Skrúfur' }),
    required: ['date', 'file'],
    wrong: { date: '2.3.2026' },
    unknown: { file: new File(['<html>'], 'kvittun.pdf') },
  },
  {
    path: 'create-cost-adv',
    writes: true,
    status: 201,
    good: () => ({ ...completeCost, vat_24: 2400, file: pdf() }),
    required: Object.keys(completeCost),
    wrong: { amount: -1 },
    unknown: { supplier_id: '1234567890' },
  },
  {
    path: 'update-cost',
    writes: true,
    good: ({ approvedCost: guid }) => ({ guid, data: { accounting_status: 'Posted' } }),
    ...byGuid,
    required: ['guid', 'data', 'data.accounting_status'],
    wrong: { data: { accounting_status: 'Created' } },
  },
  {
    path: 'move-cost-to-new',
    writes: true,
    good: ({ approvedCost: guid }) => ({ guid }),
    wrong: { guid: 'new' },
    ...byGuid,
  },
  { path: 'delete-cost', writes: true, good: ({ cost: guid }) => ({ guid }), wrong: { guid: 0 }, ...byGuid },
];
