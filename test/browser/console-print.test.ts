import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOf } from '../rendering/reading.ts';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';

const VIEWS = ['profit', 'month', 'customer', 'item', 'code', 'supplier', 'vat', 'aged'] as const;
/** The width of A4 in points, and the margin that is asked for. */
const PAPER = 595;
const MARGIN = 28;

describe('every report on paper', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ name: 'Norðurljós verkstofa ehf.' });
    await openBooks(seller);
    page = await desk.signIn(seller.username, { lang: 'is' });
  });
  after(() => desk.close());

  test('a report over several pages has headings on each, and the total once', async () => {
    await visit(page, '/console/reports?view=customer&from=2026-01-01&to=2026-12-31');
    await page.locator('main tfoot').waitFor();
    const pages = await wordsOf(await page.pdf({ width: '210mm', height: '75mm' }));
    const texts = pages.map((words) => words.map(({ text }) => text).join(' '));
    assert.ok(texts.length > 1);
    assert.equal(texts.filter((text) => /Viðskiptavinur/.test(text)).length, texts.length);
    assert.equal(texts.filter((text) => /Samtals/.test(text)).length, 1);
  });

  test('the list of invoices prints its rows and columns, without the navigation', async () => {
    await visit(page, '/console/invoices');
    await page.locator('main tbody tr').first().waitFor();
    const headings = await page.locator('main thead th').allInnerTexts();
    const words = (
      await wordsOf(await page.pdf({ format: 'A4', margin: { left: '10mm', right: '10mm' } }))
    ).flat();
    const text = words.map((word) => word.text).join(' ');
    for (const heading of ['Númer', 'Viðskiptavinur', 'Upphæð'])
      assert.ok(text.includes(heading), `${heading} of ${headings} is missing in: ${text}`);
    assert.deepEqual(
      words.filter(({ left, right }) => left < MARGIN - 1 || right > PAPER - MARGIN + 1),
      [],
    );
    assert.doesNotMatch(text, /Stillingar|Flytja út|Vistaðar síur|Sía/);
  });

  for (const view of VIEWS) {
    test(`${view}: one page with letterhead and period, and no column is cut`, async () => {
      await visit(page, `/console/reports?view=${view}&from=2026-01-01&to=2026-12-31`);
      await page.getByRole('button', { name: 'Prenta' }).waitFor();
      const table = page.locator('main table');
      await table.or(page.getByText('Ekkert á þessu tímabili')).first().waitFor();
      const headings = await table.locator('thead th').allInnerTexts();
      const pdf = await page.pdf({ format: 'A4', margin: { left: '10mm', right: '10mm' } });
      const pages = await wordsOf(pdf);
      const words = pages.flat();
      const text = words.map((word) => word.text).join(' ');
      assert.equal(pages.length, 1);
      assert.match(text, /Norðurljós verkstofa ehf\./);
      assert.match(
        text,
        view === 'aged' ? /Staða 17\. mars 2026/ : /Tímabil: 1\. jan\. 2026 – 31\. des\. 2026/,
      );
      for (const heading of headings.flatMap((one) => one.split(/\s+/)))
        assert.ok(text.includes(heading), `${heading} is missing in: ${text}`);
      const outside = words.filter(({ left, right }) => left < MARGIN - 1 || right > PAPER - MARGIN + 1);
      assert.deepEqual(outside, []);
      assert.doesNotMatch(text, /Yfirlit Reikningar|Flytja út/);
      assert.match(text, /1 \/ 1/);
    });
  }
});
