import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice } from '../support/client.ts';
import { Desk, visit } from '../support/desk.ts';
import { readGeneralJournal } from '../support/journal.ts';

describe('the journal in the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
    for (const _ of [1, 2]) await seller.ok('create-invoice', { data: invoice() });
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const sums = () => page.locator('tfoot td').allTextContents();
  const save = async (name: string | RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).first().click(),
    ]);
    return readFileSync(await download.path());
  };

  test('shows debit and credit, sends what is new once, and saves a file again', async () => {
    await visit(page, '/console/reports');
    await page.getByRole('link', { name: 'Journal' }).click();
    await page.getByRole('heading', { name: 'Journal', exact: true }).waitFor();
    await page.locator('tfoot').waitFor();
    assert.deepEqual(await sums(), ['2,480.00', '2,480.00']);
    await page.getByText('Not sent', { exact: true }).first().click();
    const file = await save('Save file and mark as sent');
    assert.equal(readGeneralJournal(file.toString('base64')).length, 6);
    await page.getByText('Everything of this period was sent.').waitFor();
    assert.deepEqual(await save(/^Save: /), file);
    await seller.ok('create-invoice', { data: invoice() });
    await page.reload();
    await page.locator('tfoot').waitFor();
    assert.deepEqual(await sums(), ['1,240.00', '1,240.00']);
  });

  test('changes an account, and saves the system description', async () => {
    await page.getByRole('button', { name: 'Accounts' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind of posting').selectOption('receivables');
    await dialog.getByLabel('Account number').fill('7611');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('7611 Viðskiptakröfur').waitFor();
    const pdf = await save('System description');
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
  });
});
