import type { Client } from '../client.ts';
import { invoice } from '../client.ts';
import { UNKNOWN_GUID } from '../unknown-guid.ts';
import { byGuid, type EndpointCase } from './case.ts';

/** A payment with a surplus, another that is all surplus, and an invoice of the same customer. */
export async function openPayment(
  seller: Client,
): Promise<{ payment: string; surplus: string; creditedInvoice: string }> {
  const guid = await seller.ok('create-invoice', { data: invoice() });
  const { customer, remaining } = await seller.ok('get-invoice', { guid });
  const record = async (amount: number, allocations: object[]): Promise<string> => {
    const data = { amount, customer_guid: customer.guid, allocations };
    return (await seller.ok('record-payment', { data })).guid;
  };
  const next = invoice({ customer: { guid: customer.guid } });
  return {
    payment: await record(remaining + 1000, [{ invoice_guid: guid }]),
    surplus: await record(500, []),
    creditedInvoice: await seller.ok('create-invoice', { data: next }),
  };
}

/** An invoice that was written off. */
export async function openWriteOff(seller: Client): Promise<string> {
  const guid = await seller.ok('create-invoice', { data: invoice() });
  await seller.ok('write-off-invoice', { guid, data: { reason: 'Gjaldþrot' } });
  return guid;
}

export const paymentCases: readonly EndpointCase[] = [
  {
    path: 'record-payment',
    writes: true,
    good: ({ invoice: invoice_guid, customer: customer_guid }) => ({
      data: {
        amount: 1000,
        paid_on: '2026-03-02',
        method_payment: 4,
        reference: 'RF18',
        note: 'Millifært',
        customer_guid,
        allocations: [{ invoice_guid, amount: 400 }],
        components: { interest: 100, charge: 20, fee: 5 },
        acquirer_fee: 10,
      },
    }),
    required: ['data', 'data.amount'],
    wrong: { data: { amount: 'much', allocations: [] } },
    unknown: { data: { amount: 10, allocations: [{ invoice_guid: UNKNOWN_GUID }] } },
    guids: ['data.allocations.0.invoice_guid', 'data.allocations.0.payment_guid', 'data.customer_guid'],
  },
  {
    path: 'allocate-payment',
    writes: true,
    good: ({ payment: guid, invoice: invoice_guid }) => ({
      guid,
      data: { allocations: [{ invoice_guid, amount: 10 }] },
    }),
    ...byGuid,
    required: ['guid', 'data.allocations'],
    wrong: { data: { allocations: 'all' } },
    guids: ['guid', 'data.allocations.0.invoice_guid'],
  },
  {
    path: 'apply-credit',
    writes: true,
    good: ({ creditedInvoice: invoice_guid }) => ({ data: { invoice_guid, amount: 10 } }),
    required: ['data', 'data.invoice_guid'],
    wrong: { data: { amount: 'all' } },
    unknown: { data: { invoice_guid: UNKNOWN_GUID } },
    guids: ['data.invoice_guid', 'data.from'],
  },
  {
    path: 'reverse-payment',
    writes: true,
    good: ({ payment: guid }) => ({ guid, data: { reason: 'Rangur reikningur' } }),
    ...byGuid,
    required: ['guid', 'data.reason'],
    wrong: { data: { reason: 'x', reversed_on: 'today' } },
  },
  {
    path: 'update-payment',
    writes: true,
    good: ({ payment: guid }) => ({ guid, data: { accounting_status: 'Error', accounting_message: 'No.' } }),
    ...byGuid,
    required: ['guid', 'data', 'data.accounting_status'],
    wrong: { data: { accounting_status: 'Created' } },
  },
  {
    path: 'get-payments',
    good: ({ customer: customer_guid }) => ({
      customer_guid,
      from_date: '2026-01-01',
      to_date: '2026-12-31',
      direction: 'in',
      source: 'manual',
      state: 'booked',
      accounting_status: 'Created,Posted',
      limit: 5,
      page: 1,
    }),
    wrong: { direction: 'up' },
    unknown: { accounting_status: 'Booked' },
    guids: ['customer_guid', 'invoice_guid'],
  },
  {
    path: 'get-count-payments',
    good: ({ invoice: invoice_guid }) => ({ invoice_guid }),
    wrong: { state: 'open' },
    unknown: { source: 'purse' },
    guids: ['customer_guid', 'invoice_guid'],
  },
  { path: 'get-payment', good: ({ payment: guid }) => ({ guid }), wrong: { guid: '{}' }, ...byGuid },
  {
    path: 'get-payment-receipt',
    good: ({ payment: guid }) => ({ guid, lang: 'en' }),
    wrong: { lang: 'de' },
    ...byGuid,
  },
  {
    path: 'send-payment-receipt',
    writes: true,
    good: ({ payment: guid }) => ({ guid, email: 'bokhald@kaupandi.example' }),
    wrong: { email: 'bokhald' },
    ...byGuid,
  },
  {
    path: 'write-off-invoice',
    writes: true,
    good: ({ invoice: guid }) => ({ guid, data: { reason: 'Gjaldþrot' } }),
    ...byGuid,
    required: ['guid', 'data.reason'],
    wrong: { data: { reason: 'x', written_off_on: 'now' } },
  },
  {
    path: 'undo-write-off',
    writes: true,
    good: ({ writtenOff: guid }) => ({ guid }),
    wrong: { guid: 1 },
    ...byGuid,
  },
];
