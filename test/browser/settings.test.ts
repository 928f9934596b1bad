import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice } from '../support/client.ts';
import { assertAccessible, assertTidy, confirmed, Desk, visit } from '../support/desk.ts';
import { createImage } from '../support/images.ts';
import { until } from '../support/until.ts';

/** The width of the picture itself, once it is loaded. */
function widthOf(image: Locator): Promise<number> {
  return image.evaluate(async (one: any) => {
    await one.decode();
    return one.naturalWidth;
  });
}

describe('the settings of a company', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ name: 'Norðurljós ehf.', email: 'sala@nordurljos.example' });
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());
  const account = async () =>
    (await desk.kvitt.operator('GET', `/accounts/${seller.username}`)).body as Record<string, any>;

  test('are a list of sections, each with an address, that keyboards and phones reach', async () => {
    await visit(page, '/console/settings');
    const list = page.getByRole('navigation', { name: 'Settings sections' });
    await list.waitFor();
    assert.ok((await list.getByRole('link').count()) >= 8);
    await list.getByRole('link', { name: 'Bank and payments' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/settings/bank');
    await page.getByLabel('Bank account').waitFor();
    assert.equal(await list.locator('[aria-current=page]').innerText(), 'Bank and payments');
    const phone = await desk.signIn(seller.username, { phone: true, dark: true });
    await visit(phone, '/console/settings');
    await phone.getByRole('link', { name: 'E-mail texts' }).click();
    await phone.getByRole('heading', { name: 'Preview' }).waitFor();
    await phone.getByRole('link', { name: 'All settings' }).click();
    await phone.getByRole('link', { name: 'Company', exact: true }).waitFor();
    await phone.context().close();
  });

  test('leave the focus on the button that was pressed, and save once if it is pressed again', async () => {
    await visit(page, '/console/settings/bank');
    await page.getByLabel('Bank account').fill('016226012345');
    const answer = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/console/api/update-company', async (route) => {
      sent += 1;
      await answer.promise;
      return route.fallback();
    });
    const save = page.getByRole('button', { name: 'Save' });
    await save.focus();
    await confirmed(page, 'Saved', async () => {
      await page.keyboard.press('Enter');
      await page.locator('button[aria-busy=true]').waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Space');
      answer.resolve();
    });
    await page.locator('button[aria-busy=true]').waitFor({ state: 'detached' });
    assert.equal(await save.evaluate((one: any) => one.ownerDocument.activeElement === one), true);
    assert.equal(sent, 1);
    await page.unroute('**/console/api/update-company');
  });

  test('save what a section shows and leave the rest alone', async () => {
    await visit(page, '/console/settings/bank');
    await page.getByLabel('Bank account').fill('016226012345');
    await page.getByLabel('Claim template').fill('a1b');
    assert.equal(await page.getByLabel('Bank account').inputValue(), '0162-26-012345');
    await page.getByText('Test mode', { exact: true }).first().waitFor();
    await confirmed(page, 'Saved', () => page.getByRole('button', { name: 'Save' }).click());
    await visit(page, '/console/settings/delivery');
    await page.getByLabel('Reminder before the due date, days').fill('99');
    const reminders = page.locator('form').filter({ hasText: 'Reminder before' });
    await reminders.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').filter({ hasText: 'must be a whole number from 0 to 60' }).waitFor();
    await page.getByLabel('Reminder before the due date, days').fill('3');
    await confirmed(page, 'Saved', () => reminders.getByRole('button', { name: 'Save' }).click());
    const { bank_account, settings } = await account();
    assert.equal(bank_account, '016226012345');
    assert.deepEqual(settings, {
      claim_template: 'A1B',
      reminder_days_before: 3,
    });
  });

  test('set and show a logo, refuse other files, and remove it', async () => {
    await visit(page, '/console/settings/company');
    const chooser = page.getByLabel('Choose a picture');
    await page.getByText('No logo').waitFor();
    const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
    await chooser.setInputFiles(file('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="x"/>')));
    await page.getByRole('alert').filter({ hasText: 'must be a PNG or JPEG picture' }).waitFor();
    await chooser.setInputFiles(file('logo.png', 'image/png', await createImage(600, 200, 'png')));
    const logo = page.getByRole('img', { name: 'Logo of Norðurljós ehf.' });
    await logo.waitFor();
    assert.equal(await widthOf(logo), 600);
    await assertAccessible(page, 'company with a logo');
    const { payment_link } = await seller.call('create-invoice', { data: invoice({ is_payment_link: 1 }) });
    const paying = await page.context().newPage();
    await paying.goto(payment_link);
    assert.equal(await widthOf(paying.locator('img.logo')), 600);
    await assertAccessible(paying, 'the payment page with a logo');
    await assertTidy(paying, 'the payment page with a logo');
    await paying.close();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No logo').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove' }).count(), 0);
  });

  test('preview a mail while its texts are typed, and save them', async () => {
    await visit(page, '/console/settings/mail');
    const preview = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Preview' }) });
    await preview.getByText('Invoice 1 from Norðurljós ehf.').waitFor();
    await page.getByLabel('Subject').fill('Bill ');
    await page.getByRole('button', { name: 'Invoice number' }).click();
    assert.equal(await page.getByLabel('Subject').inputValue(), 'Bill {number}');
    await page.getByLabel('Text', { exact: true }).fill('<b>Pay {amount}</b> by {due_date}');
    await preview.getByText('Bill 1', { exact: true }).waitFor();
    await preview.getByText('<b>Pay ISK 1,240</b> by 2026-03-16').waitFor();
    await page.getByLabel('Greeting').fill('Hello {name}');
    await preview.getByRole('alert').filter({ hasText: '{name} does not exist' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.locator('form').first().getByRole('alert').filter({ hasText: '{name}' }).waitFor();
    await page.getByLabel('Greeting').fill('');
    await page.getByLabel('Which e-mail').selectOption('receipt');
    await preview.getByText('Receipt for invoice 1 from Norðurljós ehf.').waitFor();
    await page.getByLabel('Which e-mail').selectOption('invoice');
    assert.equal(
      await page.getByLabel('Subject').inputValue(),
      'Bill {number}',
      'it was lost by looking around',
    );
    await confirmed(page, 'Saved', () => page.getByRole('button', { name: 'Save' }).first().click());
    await page.reload();
    await preview.getByText('Bill 1', { exact: true }).waitFor();
    await assertAccessible(page, 'mail texts with a preview');
  });

  test('show the next number and raise it, after a confirmation of the gap', async () => {
    await visit(page, '/console/settings/documents');
    await page.getByRole('button', { name: 'Set the next invoice number' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set the next invoice number' });
    await assertAccessible(page, 'the dialog of numbers');
    await dialog.getByLabel('Next number').fill('1');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The lowest you can choose is 2').waitFor();
    await dialog.getByLabel('Next number').fill('500');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The numbers 2–499 would never be used').waitFor();
    await dialog.getByLabel('Yes, these numbers will never be used').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The next invoice gets number 500').waitFor();
    await page.getByText('Numbers 2–499 were not used').waitFor();
    const guid = await seller.ok('create-invoice', { data: invoice() });
    assert.equal((await seller.ok('get-invoice', { guid })).number, '500');
  });

  test('set default terms, days and delivery, which forms then propose', async () => {
    await visit(page, '/console/settings/documents');
    await page.getByLabel('In English').fill('Net 14 days.');
    await page.getByLabel('Days to the due date', { exact: true }).fill('20');
    await page.getByLabel('Days to the final due date').fill('30');
    await page.getByLabel('Language of documents').selectOption('en');
    for (const card of ['Terms on invoices', 'New customers']) {
      const section = page.locator('section').filter({ has: page.getByRole('heading', { name: card }) });
      const answered = page.waitForResponse(/update-company/);
      await section.getByRole('button', { name: 'Save' }).click();
      assert.equal((await answered).status(), 200);
    }
    await visit(page, '/console/customers?new=1');
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await until('the usual days are there', async () =>
      (
        await dialog
          .locator('input')
          .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value))
      ).includes('30'),
    );
    await dialog.getByLabel('Name').fill('Buyer Ltd.');
    await dialog.locator('select').first().selectOption('4');
    await confirmed(page, 'Saved', () => dialog.getByRole('button', { name: 'Save' }).click());
    const [customer] = (await seller.ok('get-customers')).filter(({ name }: any) => name === 'Buyer Ltd.');
    assert.deepEqual([customer.due_date, customer.settlement_date, customer.lang], [20, 30, 'en']);

    const item = await seller.ok('create-item', { data: { description: 'Work', unit_price: 1000 } });
    await visit(page, `/console/invoices/new?customer=${customer.guid}`);
    await page.getByRole('combobox', { name: 'Item of line 1' }).click();
    await page.getByRole('option', { name: /Work/ }).click();
    await page.getByText('Text, references and terms').click();
    await page.getByPlaceholder('Net 14 days.').waitFor();
    await page.getByLabel('No terms this time').check();
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    await page.getByRole('dialog').waitFor();
    const [made] = await seller.ok('get-invoices');
    assert.deepEqual([made.items[0].guid, made.terms], [item, '']);
  });

  test('log no error in the console of the browser', () =>
    assert.deepEqual(
      desk.complaints.filter((one) => !/422|409/.test(one)),
      [],
    ));
});
