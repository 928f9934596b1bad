import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';

const LISTS = ['invoices', 'items', 'drafts', 'quotes', 'orders', 'recurring', 'costs', 'tasks'] as const;

describe('every list of the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let page: Page;
  let seller: Client;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '145678' });
    await openBooks(seller);
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const focused = () => page.locator(':focus').textContent();

  for (const list of LISTS) {
    test(`${list}: walked, opened and left by keys, which leads back to where one was`, async () => {
      await visit(page, `/console/${list}`);
      await page.locator('tbody tr').first().waitFor();
      await page.keyboard.press('j');
      await page.locator('tbody tr:focus').waitFor();
      const row = await focused();
      assert.equal(row, await page.locator('tbody tr').first().textContent());
      await page.keyboard.press('Enter');
      await page.locator('[role=dialog]:focus-within').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('tbody tr:focus').waitFor();
      assert.equal(await focused(), row);
    });
  }

  test('a key that comes while a sheet is still closing does what it does on the list', async () => {
    await visit(page, '/console/invoices');
    await page.locator('tbody tr').first().waitFor();
    for (let time = 0; time < 5; time++) {
      await page.keyboard.press('j');
      await page.locator('tbody tr:focus').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('[role=dialog]:focus-within').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('/');
      await page.locator('input[type=search]:focus').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.locator('h1').click();
    }
  });

  for (const list of [...LISTS, 'customers']) {
    test(`${list}: searches by /, makes by c, explains by ?, and finds anything by Ctrl K`, async () => {
      await visit(page, `/console/${list}`);
      await page.locator('tbody tr').first().waitFor();
      await page.keyboard.press('/');
      await page.locator('input[type=search]:focus').waitFor();
      await page.locator('h1').click();
      await page.keyboard.press('c');
      await page.getByRole('option', { name: 'New quote' }).waitFor();
      assert.equal(await page.getByRole('option', { name: 'Customers', exact: true }).count(), 0);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search' }).waitFor();
      await page.keyboard.press('Escape');
    });
  }

  test('an invoice to a known customer takes 14 keys', async () => {
    await seller.ok('create-customer', { data: { name: 'Bogmundur', output_select: '4' } });
    await seller.ok('create-item', {
      data: { description: 'Gluggar', uom: 'HUR', tax: 'S', unit_price: 1000 },
    });
    const page = await desk.signIn(seller.username);
    await visit(page, '/console/costs');
    await page.locator('h1').click();
    let pressed = 0;
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        pressed += key.split('+').length;
      }
    };
    await press('c');
    await page.getByRole('option', { name: 'New invoice' }).waitFor();
    await press('Enter');
    await page
      .locator('button:focus')
      .and(page.getByRole('button', { name: /^Customer/ }))
      .waitFor();
    await press('Enter');
    await page.locator('input:focus').waitFor();
    await press('b', 'o', 'g', 'Enter');
    await page
      .locator('button:focus')
      .and(page.getByRole('button', { name: /^Item of line 1/ }))
      .waitFor();
    await press('Enter');
    await page.locator('input:focus').waitFor();
    await press('g', 'l', 'Enter');
    await page.locator('input:focus').and(page.getByLabel('Quantity 1')).waitFor();
    await press('3', 'Control+Enter');
    await page.getByRole('dialog', { name: /^Invoice \d+/ }).waitFor();
    const issued = (await seller.ok('get-invoices')).find(
      ({ customer }: { customer: { name: string } }) => customer.name === 'Bogmundur',
    );
    assert.deepEqual([issued?.amount, pressed], [3720, 14]);
  });

  test('holds still for who wants no motion', async () => {
    await visit(page, '/console/invoices');
    await page.locator('tbody tr').first().click();
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    const running = await page.evaluate<number>(
      'document.getAnimations().filter(({ effect }) => effect.getTiming().duration > 50).length',
    );
    assert.equal(running, 0);
  });
});
