import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Client, Reply } from '../../support/client.ts';
import { creditNote } from '../../support/credits.ts';
import {
  grossOf,
  orderLines,
  type ShopLine,
  shopOrder,
  spread,
  toCents,
  withRounding,
} from '../../support/refunded-orders.ts';
import { onBothDatabases } from '../../support/service.ts';

const toItem = ({ id, qty, price, tax }: ShopLine) => ({
  item_number: id ?? 'endurgreitt',
  description: id ?? 'Endurgreitt',
  qty: Number(qty),
  unit_price: Number(price) / 10_000,
  tax,
  uom: 'C62',
});
const toKronur = (lines: readonly ShopLine[]) => Number(toCents(grossOf(lines))) / 100;

onBothDatabases('refunds of a shop', (kvitt) => {
  const sell = async (seller: Client, lines: readonly ShopLine[]): Promise<string> => {
    const body = {
      type: 'invoice',
      currency: 'ISK',
      issue_date: '2026-03-02',
      settlement_date: '2099-12-31',
    };
    const customer = { name: 'Kaupandi', output_select: 4 };
    return seller.ok('create-invoice', {
      data: { ...body, customer, amount: toKronur(lines), items: lines.map(toItem) },
    });
  };
  const refund = async (seller: Client, ref: string, lines: readonly ShopLine[]): Promise<Reply> => {
    const reply = await seller.call(
      'create-invoice',
      creditNote(ref, toKronur(lines), { items: lines.map(toItem) }),
    );
    assert.equal(reply.status, true, reply.message);
    return reply;
  };

  test('by line, by amount and of the remainder leave nothing of an order', async () => {
    const seller = await kvitt.account();
    for (const order of fc.sample(shopOrder, { seed: 4, numRuns: 6 })) {
      const lines = orderLines(order);
      const ref = await sell(seller, lines);
      const [first] = lines;
      assert.ok(first);
      await refund(seller, ref, withRounding([{ ...first, qty: 1n }], null));
      const left = async () => (await seller.ok('get-invoice', { guid: ref })).remaining;
      for (const part of [10n, 1n]) {
        const cents = BigInt(Math.round((await left()) * 100));
        if (cents > 100n) await refund(seller, ref, spread(lines, cents / part));
      }
      const { amount, status, remaining } = await seller.ok('get-invoice', { guid: ref });
      assert.deepEqual([status, remaining], ['Cancelled', 0]);
      const notes = (await seller.ok('get-invoices', { limit: 1000 })).filter(
        ({ refer_guid }: any) => refer_guid === ref,
      );
      const credited = notes.reduce((sum: number, note: any) => sum + Math.round(note.amount * 100), 0);
      assert.equal(credited, Math.round(amount * 100));
    }
  });

  test('use other VAT rates when their own is used up, and say so', async () => {
    const seller = await kvitt.account();
    const sweater: ShopLine = { id: 'peysa', qty: 1n, price: 200_806_452n, tax: 'S' };
    const book: ShopLine = { id: 'bok', qty: 1n, price: 27_009_009n, tax: 'AA' };
    const ref = await sell(seller, [sweater, book]);
    assert.equal((await refund(seller, ref, [sweater])).message, 'OK');
    const mixed = spread([sweater, book], 50_000n);
    const reply = await refund(seller, ref, mixed);
    assert.match(reply.message, /^446\.27 with VAT was taken from other VAT rates/);
    assert.deepEqual(
      reply.warnings.map(({ code }: any) => code),
      ['credit_moved'],
    );
    const note = await seller.ok('get-invoice', { guid: reply.result });
    assert.deepEqual(
      [note.amount, note.total_24vat, note.items.map(({ tax }: any) => tax)],
      [500, 0, ['AA', 'AA']],
    );
  });

  test('may have lines of rounding of either sign at any VAT code', async () => {
    const seller = await kvitt.account();
    const thing: ShopLine = { id: 'hlutur', qty: 2n, price: 200_806_452n, tax: 'S' };
    const ref = await sell(seller, [thing]);
    const one = { ...thing, qty: 1n, price: 200_806_500n };
    const rounding = (price: bigint): ShopLine => ({ id: null, qty: 1n, price, tax: 'Z' });
    await refund(seller, ref, [one, rounding(-100n)]);
    await refund(seller, ref, [one, rounding(-100n)]);
    assert.equal((await seller.ok('get-invoice', { guid: ref })).status, 'Cancelled');
  });

  test('accept a free line as get-invoice returned it', async () => {
    const seller = await kvitt.account();
    const free = {
      description: 'Ráðgjöf',
      qty: 1,
      unit_price: 100_000,
      tax: 'S',
      discount: 10,
      discount_type: 1,
    };
    const ref = await seller.ok('create-invoice', {
      data: {
        ...{
          type: 'invoice',
          currency: 'ISK',
          issue_date: '2026-03-02',
          settlement_date: '2099-12-31',
          amount: 111_600,
        },
        ...{ customer: { name: 'Kaupandi', output_select: 4 }, items: [free] },
      },
    });
    const { items } = await seller.ok('get-invoice', { guid: ref });
    assert.equal(items[0].guid, null);
    await seller.ok('create-invoice', creditNote(ref, 111_600, { items }));
    assert.equal((await seller.ok('get-invoice', { guid: ref })).status, 'Cancelled');
  });
});
