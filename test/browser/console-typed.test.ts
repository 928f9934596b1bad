import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { assertAccessible, Desk, visit } from '../support/desk.ts';

describe('text typed into the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '145678' });
    for (const [name, email] of [
      ['Þórunn Æsa', 'thorunn@example.is'],
      ['Ögmundur', 'ogmundur@example.is'],
    ]) {
      await seller.ok('create-customer', { data: { name, email } });
    }
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  test('picks the customer whose name was typed, although Enter is pressed before the answer comes', async () => {
    await page.route('**/console/api/find-customers', async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    await page.goto('/console/invoices/new');
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await page.getByRole('option', { name: /Ögmundur/ }).waitFor();
    const options = page.getByRole('listbox').getByRole('option');
    assert.match((await options.first().textContent()) ?? '', /Þórunn/);
    await page.keyboard.type('ögm');
    await page.keyboard.press('Enter');
    await page.locator('[role=combobox][value^="Ögmundur"]').waitFor();
    await page.unroute('**/console/api/find-customers');
    // The same where Enter is pressed after the answer has come.
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await page.keyboard.type('þór');
    await options.filter({ hasText: 'Ögmundur' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.locator('[role=combobox][value^="Þórunn"]').waitFor();
  });

  test('selects the option that was pressed, although the list has changed when the button is released', async () => {
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await page.getByRole('option', { name: /Ögmundur/ }).waitFor();
    const answered = Promise.withResolvers<void>();
    await page.route('**/console/api/find-customers', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.keyboard.type('Nýr');
    const create = page.getByRole('option', { name: 'New customer: Nýr' });
    await create.hover();
    await page.mouse.down();
    const before = await create.boundingBox();
    answered.resolve();
    await page.getByRole('option', { name: /Ögmundur/ }).waitFor({ state: 'detached' });
    assert.notDeepEqual(await create.boundingBox(), before);
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.unroute('**/console/api/find-customers');
  });

  test('the confirmation to discard text closes at once, however slow the next screen is', async () => {
    const loaded = Promise.withResolvers<void>();
    await page.route('**/console/assets/*.js', async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Discard what was typed' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    // Read at once: after a second the router shows that the next screen is loading, and the question is gone anyway.
    const open = await page.getByRole('dialog').count();
    loaded.resolve();
    await page.waitForURL('**/console/invoices');
    await page.unroute('**/console/assets/*.js');
    assert.equal(open, 0);
  });

  test('letters on a new invoice search for the customer, and the dialog of a new customer handles its own keys', async () => {
    const before = await seller.ok('get-count-invoices');
    await visit(page, '/console/invoices/new');
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('guðrún');
    assert.deepEqual(
      [await customer.inputValue(), new URL(page.url()).pathname],
      ['guðrún', '/console/invoices/new'],
    );
    await page.getByRole('option', { name: 'New customer: guðrún' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('input:focus').and(dialog.getByLabel('Name')).waitFor();
    await dialog.getByLabel('E-mail', { exact: true }).fill('gudrun@example.is');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('[role=combobox][aria-label="Item of line 1"]:focus').waitFor();
    assert.equal(await customer.inputValue(), 'guðrún');
    assert.equal(await seller.ok('get-count-invoices'), before);
    await page.getByRole('button', { name: 'Discard what was typed' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.waitForURL('**/console/invoices');
  });

  test('issues a free line by the shortcut, and nothing by Enter in a field', async () => {
    const before = await seller.ok('get-count-invoices');
    await visit(page, '/console/invoices/new');
    await page.locator('[role=combobox][aria-label=Customer]:focus').waitFor();
    await page.keyboard.type('ögm');
    await page.keyboard.press('Enter');
    await page.locator('[role=combobox][value^="Ögmundur"]').waitFor();
    await page.getByRole('combobox', { name: 'Item of line 1' }).click();
    await page.keyboard.type('Heimsending');
    await page.getByRole('option', { name: 'Free line: Heimsending' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('input:focus').and(page.getByLabel('Quantity 1')).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('1,000');
    await page.keyboard.press('Enter');
    await page.getByText('ISK 1,240').first().waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await seller.ok('get-count-invoices'), before);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: /^Invoice \d+/ }).waitFor();
    const [issued] = await seller.ok('get-invoices', { sort: 'created_desc', limit: 1 });
    assert.deepEqual([issued.items[0].guid, issued.items[0].description], [null, 'Heimsending']);
    // The other tests have requests refused, which the browser notes.
    assert.deepEqual(desk.complaints, []);
  });

  test('sends a write once when its button is pressed twice', async () => {
    let sent = 0;
    const pressed = Promise.withResolvers<void>();
    await page.route('**/console/api/create-customer', async (route) => {
      sent += 1;
      await pressed.promise;
      await route.continue();
    });
    await visit(page, '/console/customers?new=1');
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByLabel('Name').fill('Tvísmellur');
    await dialog.getByLabel('E-mail', { exact: true }).fill('tvi@example.is');
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    pressed.resolve();
    await page.getByRole('heading', { name: 'Tvísmellur' }).waitFor();
    assert.equal(sent, 1);
    await page.unroute('**/console/api/create-customer');
  });

  const signInAgain = async (username: string) => {
    await desk.fillSignIn(page, username);
    await page.waitForURL(({ pathname }) => pathname.startsWith('/console'));
  };

  test('numbers are understood in either way of writing, and mean the same in the other language', async () => {
    const guid = await seller.ok('create-customer', { data: { name: 'Talnaglögg', output_select: '4' } });
    await visit(page, `/console/invoices/new?customer=${guid}`);
    await page.getByRole('combobox', { name: 'Item of line 1' }).fill('Vinna');
    await page.getByRole('option', { name: 'Free line: Vinna' }).click();
    await page.keyboard.type('2,5');
    await page.keyboard.press('Tab');
    await page.keyboard.type('18.500');
    await page.keyboard.press('Tab');
    const shown = () =>
      Promise.all(['Quantity 1', 'Unit price 1'].map((name) => page.getByLabel(name).inputValue()));
    assert.deepEqual(await shown(), ['2.5', '18,500']);
    await page.getByText('ISK 57,350').first().waitFor();
    await visit(page, '/console/settings');
    await page.getByRole('button', { name: 'Íslenska' }).click();
    await page.getByRole('heading', { name: 'Stillingar' }).waitFor();
    await visit(page, `/console/invoices/new?customer=${guid}`);
    await page.getByText('57.350').first().waitFor();
    assert.equal(await page.getByLabel('Magn 1').inputValue(), '2,5');
    assert.equal(await page.getByLabel('Einingarverð 1').inputValue(), '18.500');
    await visit(page, '/console/settings');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });

  test('an old issue date is asked about, and a second customer with the same kennitala is not made unasked', async () => {
    const guid = await seller.ok('create-customer', {
      data: { name: 'Gamalt ehf.', output_select: '4', registration_no: '5501234520' },
    });
    await visit(page, `/console/invoices/new?customer=${guid}`);
    await page.getByRole('combobox', { name: 'Item of line 1' }).fill('Vinna');
    await page.getByRole('option', { name: 'Free line: Vinna' }).click();
    await page.getByLabel('Unit price 1').fill('1000');
    await page.getByLabel('Issue date').fill('1.1.2025');
    await page.getByText('its VAT may have been filed already').waitFor();
    await page.getByRole('button', { name: /^Issue/ }).click();
    const question = page.getByRole('dialog', { name: 'Issue it like this?' });
    await question.getByText('its VAT may have been filed already').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await visit(page, '/console/customers?new=1');
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByLabel('Name').fill('Gamalt aftur ehf.');
    await dialog.getByLabel('Kennitala').fill('550123-4520');
    await dialog.getByText('This kennitala is already on file.').waitFor();
    await assertAccessible(page, 'a customer who is there already');
    await dialog.getByRole('button', { name: 'Use this customer' }).click();
    await page.waitForURL(`**/customers/${guid}`);
  });

  test('a field that somebody else has changed meanwhile is shown with both values', async () => {
    const guid = await seller.ok('create-customer', { data: { name: 'Tvíbreytt', output_select: '4' } });
    await visit(page, `/console/customers/${guid}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit customer' });
    await dialog.getByLabel('Telephone').fill('4642222');
    await dialog.getByLabel('Address').fill('Laugavegur 1');
    await seller.ok('update-customer', { guid, data: { phone_number: '4641111', city: 'Vík' } });
    desk.complaints.length = 0;
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Changed by two people' });
    await question.getByText('4641111').waitFor();
    await assertAccessible(page, 'the question which value counts');
    await question.getByLabel(/4642222/).check();
    await question.getByRole('button', { name: 'Save' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.waitFor({ state: 'detached' });
    const [saved] = (await seller.ok('get-customers')).filter((one: { guid: string }) => one.guid === guid);
    assert.deepEqual([saved.phone_number, saved.address, saved.city], ['4642222', 'Laugavegur 1', 'Vík']);
    desk.complaints.length = 0;
  });

  test('keeps a half-filled form while the person signs in again', async () => {
    await visit(page, '/console/customers?new=1');
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await dialog.getByLabel('Name').fill('Hálfskrifaður');
    await dialog.getByLabel('E-mail', { exact: true }).fill('halfur@example.is');
    await page.context().clearCookies();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('link', { name: 'Sign in' }).click();
    await signInAgain(seller.username);
    assert.equal(await dialog.getByLabel('Name').inputValue(), 'Hálfskrifaður');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Hálfskrifaður' }).waitFor();

    await visit(page, '/console/invoices/new');
    await page.getByText('Text, references and terms').click();
    await page.getByLabel('Text for the customer').fill('Takk fyrir viðskiptin');
    await page.context().clearCookies();
    await page.getByRole('combobox', { name: 'Customer' }).fill('anybody');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await signInAgain(seller.username);
    assert.equal(await page.getByLabel('Text for the customer').inputValue(), 'Takk fyrir viðskiptin');
  });

  test('a half-filled credit note or resend form is kept after a reload, and dropped when cancelled', async () => {
    const guid = await seller.ok('create-invoice', {
      data: invoice({ amount: 3720, items: [line({ qty: 3 })] }),
    });
    const credit = page.getByRole('dialog', { name: 'Credit' });
    await visit(page, `/console/invoices?open=${guid}`);
    await page.getByRole('button', { name: 'Credit', exact: true }).click();
    await credit.getByLabel('Reason').fill('Skemmd vara');
    await credit.getByLabel(/^Quantity/).fill('1');
    await credit.getByRole('button', { name: 'Credit ISK 1,240' }).waitFor();
    await page.context().clearCookies();
    await credit.getByRole('button', { name: 'Credit ISK 1,240' }).click();
    await credit.getByRole('link', { name: 'Sign in' }).click();
    await signInAgain(seller.username);
    await credit.getByRole('button', { name: 'Credit ISK 1,240' }).waitFor();
    assert.equal(await credit.getByLabel('Reason').inputValue(), 'Skemmd vara');
    await credit.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await credit.waitFor({ state: 'detached' });

    const resend = page.getByRole('dialog', { name: 'Send again' });
    await visit(page, `/console/invoices?open=${guid}&ask=resend`);
    await resend.getByLabel('Another address').fill('annar@example.is');
    await page.reload();
    await resend.getByLabel('Another address').waitFor();
    assert.equal(await resend.getByLabel('Another address').inputValue(), 'annar@example.is');
    await resend.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard it' }).click();
    await page.getByRole('button', { name: 'Credit', exact: true }).click();
    await credit.getByLabel('Reason').waitFor();
    assert.equal(await credit.getByLabel('Reason').inputValue(), '');
  });

  test('another person who signs in finds no drafts of the one before', async () => {
    const other = await desk.kvitt.account({ vat_no: '145678' });
    await page.context().clearCookies();
    await page.goto('/sign-in?next=/console/invoices/new');
    await signInAgain(other.username);
    await page.getByText('Text, references and terms').click();
    assert.equal(await page.getByLabel('Text for the customer').inputValue(), '');
  });
});
