import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { Desk } from '../support/desk.ts';
import { filling } from '../support/many-invoices.ts';

/** Generous, because the machine of a test is shared; on a quiet one it is a fraction of this. */
const PATIENCE_MS = 6000;

describe('the console with ten thousand invoices', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
    await desk.kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(filling(seller.username, 10_000)),
    );
  });
  after(() => desk.close());

  test('opens, filters and pages the list without delay', async () => {
    const page = await desk.signIn(seller.username);
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const since = performance.now();
      await work();
      const ms = performance.now() - since;
      assert.ok(ms < PATIENCE_MS, `${what} took ${Math.round(ms)} ms`);
    };
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await timed('opening', async () => {
      await page.getByRole('link', { name: 'Invoices', exact: true }).click();
      await page
        .getByRole('row', { name: /Kaupandi ehf/ })
        .nth(49)
        .waitFor();
    });
    await timed('filtering', async () => {
      await page.getByRole('searchbox').fill('9999');
      await page.getByRole('row', { name: /#9999 / }).waitFor();
      await page
        .getByRole('row', { name: /Kaupandi ehf/ })
        .nth(1)
        .waitFor({ state: 'detached' });
    });
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await timed('the next page', async () => {
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('51–100 of 10000').waitFor();
    });
  });
});
