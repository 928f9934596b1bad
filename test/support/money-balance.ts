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
  for (const currency of new Set(documents.map((row) => row.currency)))
    assertCurrencyBalances(currency, documents, payments);
  const shares = payments.filter(isBooked).flatMap(({ allocations }) => allocations);
  for (const { guid, type, amount, currency, paid_amount, payments: listed } of documents) {
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
      // Krónur are paid whole, so the last payment may be half a króna more than what was left.
      toAurar(paid_amount) <= toAurar(amount) + (currency === 'ISK' ? 50 : 0),
      `${guid} is paid more than once`,
    );
  }
}

/** What settles an invoice in another currency leaves one currency and comes to the other. */
function assertCurrencyBalances(currency: string, documents: any[], payments: any[]): void {
  const currencies = new Map(documents.map((row) => [row.guid, row.currency]));
  const crossing = payments.filter(isBooked).flatMap((row) =>
    row.allocations
      .map((one: any) => ({
        ...one,
        from: row.currency,
        to: currencies.get(one.invoice_guid) ?? row.currency,
      }))
      .filter(({ from, to }: any) => from !== to),
  );
  const isOf = (row: any) => row.currency === currency;
  const moved = payments.filter((row) => isBooked(row) && isOf(row) && row.source !== 'credit');
  assert.equal(
    sum(moved, ({ direction, amount }) => (direction === 'in' ? amount : -amount)),
    sum(documents.filter(isOf), ({ type, paid_amount }) => (type === 'credit' ? -paid_amount : paid_amount)) +
      sum(
        crossing.filter(({ from }) => from === currency),
        ({ paid }) => paid,
      ) -
      sum(
        crossing.filter(({ to }) => to === currency),
        ({ amount }) => amount,
      ) +
      sum(moved, ({ components }) => components.interest + components.charge + components.fee) +
      sum(payments.filter(isOf), ({ unallocated }) => unallocated),
    currency,
  );
}
