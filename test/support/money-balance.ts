import assert from 'node:assert/strict';
import type { Client } from './client.ts';
import { toAurar } from './random-documents.ts';

const sum = (list: any[], figure: (row: any) => number): number =>
  list.reduce((all, row) => all + toAurar(figure(row)), 0);

const isBooked = ({ state }: any) => state === 'booked';

/**
 * Money in less money out is allocated, credit or a component, and no invoice is settled by more than it is; by the
 * figures of the API alone.
 */
export async function assertMoneyBalances(seller: Client): Promise<void> {
  const documents: any[] = await seller.ok('get-invoices');
  const payments: any[] = await seller.ok('get-payments');
  const moved = payments.filter((row) => isBooked(row) && row.source !== 'credit');
  assert.equal(
    sum(moved, ({ direction, amount }) => (direction === 'in' ? amount : -amount)),
    sum(documents, ({ type, paid_amount }) => (type === 'credit' ? -paid_amount : paid_amount)) +
      sum(moved, ({ components }) => components.interest + components.charge + components.fee) +
      sum(payments, ({ unallocated }) => unallocated),
  );
  const shares = payments.filter(isBooked).flatMap(({ allocations }) => allocations);
  for (const { guid, type, amount, paid_amount, payments: listed } of documents) {
    const own = shares.filter(({ invoice_guid }) => invoice_guid === guid);
    assert.equal(
      sum(listed, (share) => share.amount),
      toAurar(paid_amount),
      `the payments of ${guid}`,
    );
    if (type !== 'invoice') continue;
    assert.equal(
      sum(own, (share) => share.amount),
      toAurar(paid_amount),
      `the allocations of ${guid}`,
    );
    assert.ok(
      toAurar(paid_amount) <= Math.ceil(toAurar(amount) / 100) * 100,
      `${guid} is paid more than once`,
    );
  }
}
