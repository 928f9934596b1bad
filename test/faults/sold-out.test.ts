import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Client, createAccount } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { assertGapFree, clientOn, listInvoicesByNumber, retryWhileBusy } from '../support/load.ts';
import { ParallelNodes } from '../support/parallel-nodes.ts';
import { openSale, tryToBuy } from '../support/sales.ts';

const BUYERS = 50;

for (const kind of databases()) {
  describe(`a sale with many buyers at once (${kind}, nodes: ${ParallelNodes.countOn(kind)})`, () => {
    const nodes = new ParallelNodes();
    let seller: Client;
    before(async () => {
      await nodes.start(kind);
      seller = await createAccount(nodes.url);
    });
    after(() => nodes.stop());

    /** All buyers at once, through every node in turn. */
    async function rush(guid: string, of: (n: number) => Record<string, unknown>) {
      const sellers = nodes.all.map((node) => clientOn(node, seller));
      const buyers = Array.from({ length: BUYERS }, (_, n) =>
        retryWhileBusy(() =>
          tryToBuy(sellers[n % sellers.length] ?? seller, guid, { name: `Kaupandi ${n}`, ...of(n) }),
        ),
      );
      const answers = await Promise.all(buyers);
      const [sale] = (await seller.ok('get-product-sales', { limit: 100 })).filter(
        (one: { guid: string }) => one.guid === guid,
      );
      return { answers, left: sale.inventory_count as number };
    }

    test('sells the last 10 to 10 of them, and refuses the other 40', async () => {
      const { guid } = await openSale(seller, { type: 'EVENT', inventory_count: 10 });
      const customers = await seller.ok('get-count-customers');
      const { answers, left } = await rush(guid, () => ({}));
      const sold = answers.filter(({ status }) => status === 201).map(({ body }) => body);
      const refused = answers.filter(({ status }) => status !== 201);
      assert.equal(sold.length, 10);
      assert.deepEqual(
        new Set(refused.map(({ status, body }) => `${status} ${body.error}: ${body.message}`)),
        new Set(['409 sold_out: Sold out']),
      );
      assert.equal(left, 0);
      const attendees: { invoice_number: string }[] = await seller.ok('get-product-sale-attends', { guid });
      const invoices = await listInvoicesByNumber(seller);
      assertGapFree(invoices);
      const numbers = (rows: { invoice_number: string }[]) => rows.map((row) => row.invoice_number).sort();
      assert.deepEqual(numbers(attendees), numbers(sold));
      assert.deepEqual(
        invoices.map(({ guid: made }) => made).sort(),
        sold.map((one) => one.invoice_guid).sort(),
      );
      assert.equal(await seller.ok('get-count-customers'), customers + 10, 'those told off left something');
    });

    test('loses no ticket and sells none twice, whatever number each asks for', async () => {
      const { guid } = await openSale(seller, { type: 'EVENT', inventory_count: 60 });
      const before = (await listInvoicesByNumber(seller)).length;
      const { answers, left } = await rush(guid, (n) => ({ qty: 1 + (n % 4) }));
      const sold = answers.filter(({ status }) => status === 201).length;
      const attendees: { qty: number }[] = await seller.ok('get-product-sale-attends', { guid });
      assert.equal(attendees.reduce((sum, { qty }) => sum + qty, 0) + left, 60);
      assert.equal(attendees.length, sold);
      assert.ok(left < 4, `${left} were left and asked for`);
      const invoices = await listInvoicesByNumber(seller);
      assertGapFree(invoices);
      assert.equal(invoices.length, before + sold);
    });

    test('of subscriptions creates no more than are in stock', async () => {
      const { guid } = await openSale(seller, { type: 'SUB', inventory_count: 5 });
      const before = (await listInvoicesByNumber(seller)).length;
      const { answers, left } = await rush(guid, () => ({}));
      const codes = Object.groupBy(answers, ({ status }) => String(status));
      assert.deepEqual([codes[201]?.length, codes[409]?.length, left], [5, 45, 0]);
      assert.equal((await seller.ok('get-recurring-invoices')).length, 5);
      assert.equal((await listInvoicesByNumber(seller)).length, before + 5);
    });
  });
}
