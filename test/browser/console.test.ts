import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { assertAccessible, Desk, visit } from '../support/desk.ts';

/** The receipt that waits, as if it had been read from a picture. */
const READ_RECEIPT = `update costs set supplier_name = 'Efnissalan ehf.', amount = 6200, vat_s = 1200,
  issue_date = '2026-03-10', reading = '{"engine": "ocr", "fields": {"amount": {"value": "6200.00", "confidence": 0.95,
    "found": "ocr line 3: Samtals 6.200", "box": {"page": 1, "x0": 0.5, "y0": 0.8, "x1": 0.8, "y1": 0.85}}}}'
  where accounting_status = 'New'`;

describe('the console in a browser', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;

  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '145678' });
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  test('makes a customer, an item and an invoice with a discount, whose total is the server’s', async () => {
    await page.getByRole('link', { name: 'New invoice' }).click();
    await page.getByRole('combobox', { name: 'Customer' }).fill('Þórunn Æsa');
    await page.getByRole('option', { name: 'New customer: Þórunn Æsa' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail', { exact: true }).fill('thorunn@example.is');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByRole('combobox', { name: 'Item of line 1' }).fill('Ráðgjöf');
    await page.getByRole('option', { name: 'New item: Ráðgjöf' }).click();
    await dialog.getByLabel('Unit price excl. VAT').fill('15,000');
    await dialog.getByLabel('Unit', { exact: true }).selectOption('HUR');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await page.getByLabel('Quantity 1').fill('2.5');
    await page.getByLabel('Discount on the whole invoice').check();
    await page.getByLabel('Discount', { exact: true }).fill('10');
    await page.getByText('Text, references and terms').click();
    await page.getByLabel('Project number').fill('P-14');
    await page.getByText('ISK 41,850').first().waitFor();
    await assertAccessible(page, 'the editor');
    await page.getByRole('button', { name: 'Preview PDF' }).click();
    await dialog.getByRole('link', { name: 'Download PDF' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Issue and send by e-mail' }).click();

    const sheet = page.getByRole('dialog', { name: 'Invoice 1' });
    await sheet.getByText('ISK 41,850').first().waitFor();
    await sheet.getByText('P-14', { exact: true }).waitFor();
    await sheet.getByRole('button', { name: 'Show PDF' }).click();
    await sheet.getByRole('link', { name: 'Download PDF' }).waitFor();
    const [made] = await seller.ok('get-invoices');
    assert.equal(made.amount, 41850);
    assert.equal(made.status, 'Sent');
    assert.equal(made.customer.name, 'Þórunn Æsa');
  });

  test('marks it paid, credits a part of it, and copies it', async () => {
    const sheet = page.getByRole('dialog', { name: 'Invoice 1' });
    await sheet.getByRole('button', { name: 'Record payment' }).click();
    await page
      .getByRole('dialog', { name: 'Record payment' })
      .getByRole('button', { name: 'Record payment' })
      .click();
    await sheet.getByText('Paid', { exact: true }).first().waitFor();

    await sheet.getByRole('button', { name: 'Credit', exact: true }).click();
    const credit = page.getByRole('dialog', { name: 'Credit' });
    await credit.getByLabel('Quantity: Ráðgjöf').fill('1');
    await credit.getByRole('button', { name: 'Credit ISK 16,740' }).click();
    await sheet.getByText('Partly credited').waitFor();
    const [note] = await seller.ok('get-invoices');
    assert.deepEqual([note.type, note.amount], ['credit', 16740]);

    await sheet.getByRole('button', { name: 'Credit', exact: true }).click();
    await credit.getByRole('button', { name: 'Amount', exact: true }).click();
    await credit.getByLabel('Amount incl. VAT').fill('99,999');
    await credit.getByText('There is not enough left. Left: 25,110.').waitFor();
    await assertAccessible(page, 'the credit dialog');
    await credit.getByLabel('Amount incl. VAT').fill('1,240');
    await credit.getByRole('button', { name: 'Credit ISK 1,240' }).click();
    await credit.waitFor({ state: 'hidden' });
    const [part] = await seller.ok('get-invoices');
    assert.deepEqual([part.type, part.amount, part.total_24vat], ['credit', 1240, 1000]);

    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    const mail = page.getByRole('dialog', { name: 'Send again' });
    await mail.locator('input:focus').waitFor();
    await page.keyboard.press('Escape');
    await mail.waitFor({ state: 'hidden' });

    await sheet.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy to a new invoice' }).click();
    await page.locator('[role=combobox][value^="Þórunn Æsa"]').waitFor();
    await page.getByText('ISK 41,850').first().waitFor();
  });

  test('keeps typed text over a reload, and drops it on request', async () => {
    await page.getByLabel('Quantity 1').fill('7');
    await page.reload();
    await page.getByLabel('Quantity 1').waitFor();
    assert.equal(await page.getByLabel('Quantity 1').inputValue(), '7');
    await page.getByRole('button', { name: 'Discard what was typed' }).click();
    await page.getByRole('button', { name: 'Keep writing' }).click();
    assert.equal(await page.getByLabel('Quantity 1').inputValue(), '7');
    await page.getByRole('button', { name: 'Discard what was typed' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.waitForURL('**/console/invoices');
  });

  test('a person moves between and inside the screens by keys alone', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Search' }).locator('input:focus').waitFor();
    await page.keyboard.type('custo');
    await page.getByRole('option', { name: 'Customers' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/console\/customers/);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.waitForURL(/console\/invoices/);
    await page.getByRole('row', { name: /#3/ }).waitFor();
    for (const _ of [3, 2, 1]) await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Invoice 1' }).waitFor();
    await page.locator('[role=dialog]:focus-within').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('tbody tr:focus').waitFor();
    await page.keyboard.press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('nobody of that name');
    await page.getByText('Nothing found').waitFor();
    assert.match(page.url(), /q=nobody/);
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await page.getByRole('heading', { name: 'Invoices' }).click();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  test('shows an error when the server fails or is unavailable, and recovers', async () => {
    const failing = (status: number) =>
      page.route('**/console/api/find-customers', (route) =>
        route.fulfill({
          status,
          json: { error: 'internal', message: 'x', problems: [], request_id: 'abcdef123456' },
        }),
      );
    await failing(500);
    await page.goto('/console/customers');
    await page.getByText('Something went wrong on our side').waitFor();
    await page.unroute('**/console/api/find-customers');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row', { name: /Þórunn Æsa/ }).waitFor();

    await page.getByRole('button', { name: 'New customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByLabel('Name').fill('Ögmundur');
    await dialog.getByLabel('E-mail', { exact: true }).fill('not an address');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('E-mail: is not an e-mail address').waitFor();
    const email = dialog.getByRole('textbox', { name: 'E-mail', description: 'is not an e-mail address' });
    await email.and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('E-mail', { exact: true }).fill('ogmundur@example.is');
    await page.route('**/console/api/create-customer', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Kvitt could not be reached').waitFor();
    await page.unroute('**/console/api/create-customer');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ögmundur' }).waitFor();
    assert.equal(await seller.ok('get-count-customers'), 2);
    desk.complaints.length = 0;
  });

  test('starts a timer, logs time and bills it', async () => {
    const [customer] = await seller.ok('get-customers');
    const [item] = await seller.ok('get-items');
    await seller.ok('create-task', {
      data: { customer_guid: customer.guid, name: 'Vefur', item: { guid: item.guid } },
    });
    await visit(page, '/console/tasks');
    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByRole('button', { name: /^Stop 0:00/ }).click();
    await page.getByRole('row', { name: /Vefur/ }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Vefur' });
    await sheet.getByRole('button', { name: 'Log time' }).click();
    const log = page.getByRole('dialog', { name: 'Log time' });
    await log.getByLabel('Hours').fill('3');
    await log.getByRole('button', { name: 'Log time' }).click();
    await log.waitFor({ state: 'hidden' });
    // The sums of the day and of the week; the timer has counted less than is shown.
    await page.locator('tfoot td', { hasText: /^3$/ }).nth(1).waitFor({ state: 'attached' });
    await sheet.getByRole('link', { name: 'Invoice the time' }).click();
    await page.getByLabel('Quantity 1').waitFor();
    await page.getByRole('button', { name: 'Issue and send by e-mail' }).click();
    await page.getByRole('dialog', { name: 'Invoice 4' }).waitFor();
    const task = (await seller.ok('get-tasks', { type: 'older' }))[0];
    assert.deepEqual([task.status, task.unbilled_time], ['invoiced', 0]);
  });

  test('uploads a receipt, corrects it and approves it', async () => {
    await visit(page, '/console/costs');
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==',
      'base64',
    );
    await page.setInputFiles('input[type=file][multiple]', {
      name: 'kvittun.png',
      mimeType: 'image/png',
      buffer: png,
    });
    await page.getByRole('row', { name: /Unread receipt/ }).click();
    const review = page.getByRole('dialog');
    await review.getByLabel('Supplier', { exact: true }).fill('Efnissalan ehf.');
    await review.getByLabel('Amount').fill('12,400');
    await review.getByLabel('VAT 24%').fill('2,400');
    await review.getByLabel('Account code').selectOption('2093');
    await assertAccessible(page, 'the review of a receipt');
    await review.getByRole('button', { name: 'Approve ISK 12,400' }).click();
    const question = page.getByRole('dialog', {
      name: 'The account code or the means of payment is missing',
    });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    // The browser notes the refusal.
    desk.complaints.length = 0;
    await review.getByLabel('Paid by').selectOption('3');
    await review.getByRole('button', { name: 'Approve ISK 12,400' }).click();
    await page.getByRole('row', { name: /Efnissalan.*Approved/ }).waitFor();
    const [cost] = await seller.ok('get-costs');
    assert.deepEqual([cost.accounting_status, cost.amount, cost.vat_S], ['Created', 12400, 2400]);

    await page.setInputFiles('input[type=file][multiple]', [
      { name: 'aftur.png', mimeType: 'image/png', buffer: png },
      { name: 'bref.txt', mimeType: 'text/plain', buffer: Buffer.from('no receipt') },
    ]);
    await page.getByText('bref.txt was not received').waitFor();
    await page.getByRole('row', { name: /Unread receipt/ }).waitFor();
    // The browser notes the refusal.
    desk.complaints.length = 0;
    await desk.kvitt.service.engine.kernel.db.transaction((tx) => tx.script(READ_RECEIPT));
    await page.reload();
  });

  test('approves the receipt of a known supplier in two clicks, and marks where a value stands', async () => {
    await page.getByRole('row', { name: /Efnissalan.*To approve/ }).click();
    const review = page.getByRole('dialog');
    const account = review.getByLabel('Account code');
    await review.getByText(/^As on this supplier’s last cost/).waitFor();
    assert.deepEqual(
      [await account.inputValue(), await review.getByLabel('Paid by').inputValue()],
      ['2093', '3'],
    );
    await review.getByText('This may be here already:').waitFor();
    await review.getByRole('link', { name: /Efnissalan ehf\. · .*ISK 12,400/ }).waitFor();
    const mark = review.locator('[data-place]');
    assert.equal(await mark.count(), 0);
    await review.getByLabel('Amount').focus();
    await mark.waitFor();
    const style = await mark.getAttribute('style');
    assert.match(style ?? '', /left: 49\.4%; top: 79\.4%; width: 31\.2%/);
    await review.getByText('Read from “Samtals 6.200”').waitFor();
    await review.getByLabel('Description').focus();
    await mark.waitFor({ state: 'detached' });
    await review.getByLabel('Amount').hover();
    await mark.waitFor();
    await assertAccessible(page, 'the review of a receipt that may be a duplicate');
    await review.getByRole('button', { name: 'Approve ISK 6,200' }).click();
    await review.waitFor({ state: 'detached' });
    const [cost] = await seller.ok('get-costs', { accounting_status: 'Created', sort: 'created_desc' });
    assert.deepEqual([cost.amount, cost.cost_code, cost.how_paid], [6200, '2093', 3]);
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Receipts as ZIP' }).click();
    assert.equal((await download).suggestedFilename(), 'kvitt-receipts.zip');
  });

  test('creates an event page and marks guests as arrived', async () => {
    await visit(page, '/console/selling?new=1');
    const builder = page.getByRole('dialog', { name: 'New selling page' });
    await builder.getByLabel('Name').fill('Vetrartónleikar');
    await builder.getByLabel('Price incl. VAT').fill('4,900');
    await builder.getByLabel('Limited number of tickets').check();
    await builder.getByLabel('How many').fill('50');
    await builder.getByRole('button', { name: 'Open the selling page' }).click();
    const sheet = page.getByRole('dialog', { name: 'Vetrartónleikar' });
    await sheet.getByText('Nobody has bought tickets yet').waitFor();
    const [sale] = await seller.ok('get-product-sales');
    const buyer = { name: 'Jón Jónsson', email: 'jon@example.is', qty: 2, paid: true };
    const path = `/accounts/${seller.username}/product-sales/${sale.guid}/orders`;
    assert.equal((await desk.kvitt.operator('POST', path, buyer)).status, 201);
    await page.reload();
    await sheet.getByRole('button', { name: 'Arrived: Jón Jónsson' }).click();
    await sheet.getByRole('button', { name: 'Arrived: Jón Jónsson', pressed: true }).waitFor();
    const [attendee] = await seller.ok('get-product-sale-attends', { guid: sale.guid });
    assert.equal(attendee.attended, 'true');
  });

  test('compares what is owed and what is late with thirty days ago', async () => {
    await visit(page, '/console');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /^Unpaid.*30 days ago: ISK 0/s }).waitFor();
    await main.getByRole('link', { name: /^Overdue.*30 days ago, with collection: ISK 0/s }).waitFor();
  });

  test('switches language and remembers it', async () => {
    await visit(page, '/console/settings');
    const kept = page.waitForResponse(/lang=is/);
    await page.getByRole('button', { name: 'Íslenska' }).click();
    await page.getByRole('heading', { name: 'Stillingar' }).waitFor();
    await page.getByRole('link', { name: 'Reikningar', exact: true }).waitFor();
    await kept;
    await page.reload();
    await page.getByRole('heading', { name: 'Stillingar' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'is');
  });

  test('the pages log no error in the console of the browser', () => assert.deepEqual(desk.complaints, []));
});
