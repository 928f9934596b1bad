import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type OpenInvoice,
  type Settling,
  spreadPaid,
  toAllocations,
} from '../../console/src/screens/payments/shares.ts';

const open = (guid: string, remaining: number, currency = 'EUR'): OpenInvoice => ({
  ...{ guid, number: guid, due_date: '', claim_status: '' },
  remaining,
  currency,
});
const none = { shares: {}, paid: {} };

test('a payment is spread over invoices in another currency without a remainder', () => {
  const invoices = [open('a', 100), open('b', 50), open('c', 50)];
  const cases: [amount: string, settling: Partial<Settling>, paid: Record<string, string>][] = [
    ['30000', {}, { a: '15000', b: '7500', c: '7500' }],
    // Whole krónur that add up.
    ['10001', {}, { a: '5001', b: '2500', c: '2500' }],
    // Of a part, and beside what was typed.
    ['30000', { shares: { a: '50' } }, { a: '10000', b: '10000', c: '10000' }],
    ['30000', { paid: { b: '6000' } }, { a: '16000', b: '6000', c: '8000' }],
    ['30000', { shares: { b: '0', c: '' } }, { a: '30000', b: '0', c: '0' }],
    // Nothing is left to spread, or no number was typed.
    ['30000', { paid: { b: '31000' } }, { b: '31000' }],
    ['', {}, {}],
    ['x', {}, {}],
  ];
  for (const [amount, settling, paid] of cases)
    assert.deepEqual(spreadPaid(amount, invoices, { currency: 'ISK', ...none, ...settling }), paid);
  assert.deepEqual(
    spreadPaid('100', [open('a', 10_000, 'ISK'), open('b', 20_000, 'ISK')], { currency: 'EUR', ...none }),
    { a: '33.33', b: '66.67' },
  );
  assert.deepEqual(spreadPaid('100', invoices, { currency: 'EUR', ...none }), {}, 'its own currency');
});

test('an allocation in another currency has both amounts, and empty allocations are left out', () => {
  const invoices = [open('a', 100), open('b', 50, 'ISK'), open('c', 20), open('d', 20)];
  const settling = {
    currency: 'ISK',
    shares: { c: '5', d: '0' },
    paid: { a: '15000', c: '700', d: '10' },
  };
  assert.deepEqual(toAllocations(invoices, settling), [
    { invoice_guid: 'a', amount: '100', paid: '15000' },
    { invoice_guid: 'b' },
    { invoice_guid: 'c', amount: '5', paid: '700' },
  ]);
  assert.deepEqual(toAllocations([open('a', 100)], { currency: 'ISK', ...none }), []);
  assert.deepEqual(toAllocations([open('a', 100)], { currency: 'EUR', shares: { a: '0.00' }, paid: {} }), []);
});
