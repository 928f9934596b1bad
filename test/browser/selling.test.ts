import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, PATIENCE_MS } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { assertAccessible, assertTidy, Desk, visit } from '../support/desk.ts';
import { runJobs } from '../support/jobs.ts';
import { buy, openSale } from '../support/sales.ts';
import { decodeQrCodes, Visitor } from '../support/selling-page.ts';

interface PageOptions {
  phone?: boolean;
  dark?: boolean;
  script?: boolean;
}

describe('selling to strangers', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
  });
  after(() => desk.close());

  /** Somebody else's browser, which has never been here. Whoever checks a page for barriers needs script for it. */
  async function stranger({ phone = false, dark = false, script = false }: PageOptions = {}): Promise<Page> {
    const context = await desk.browser.newContext({
      baseURL: desk.kvitt.url,
      javaScriptEnabled: script,
      viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      colorScheme: dark ? 'dark' : 'light',
      locale: 'is-IS',
      // The checker runs in the page, which our policy forbids to everybody else.
      bypassCSP: script,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    return page;
  }

  test('an event is made, two tickets are bought and paid, and let in at the door', async () => {
    const console = await desk.signIn(seller.username);
    await visit(console, '/console/selling?new=1');
    const builder = console.getByRole('dialog', { name: 'New selling page' });
    await builder.getByRole('region', { name: 'What buyers see' }).getByText('–').waitFor();
    await builder.getByRole('button', { name: 'Open the selling page' }).click();
    const refusal = builder.getByRole('alert');
    await refusal.getByText(/Name/).waitFor();
    await builder.getByLabel('Name').fill('Vetrartónleikar');
    await refusal.getByText(/Name/).waitFor({ state: 'detached' });
    await builder.getByLabel('Price incl. VAT').fill('4,900');
    await builder.getByLabel('Date of the event').fill('12 Dec 2030');
    await builder.getByLabel('Starts at').fill('19:30');
    await builder.getByLabel('Place').fill('Hof');
    await builder.getByLabel('Terms').fill('Miðar eru ekki endurgreiddir.');
    await builder.getByLabel('Limited number of tickets').check();
    await builder.getByLabel('How many').fill('50');
    await assertAccessible(console, 'the builder');
    await builder.getByRole('button', { name: 'Open the selling page' }).click();
    const sheet = console.getByRole('dialog', { name: 'Vetrartónleikar' });
    await sheet.getByText('Nobody has bought tickets yet').waitFor();
    await sheet.getByText('Miðar eru ekki endurgreiddir.').waitFor();
    const url = (await sheet.getByRole('link', { name: 'See the page' }).getAttribute('href')) ?? '';
    assert.match(url, /\/sell\/[\w-]{32}$/);

    const buyer = await stranger({ phone: true });
    await buyer.goto(url);
    await buyer.getByText('50 eftir').waitFor();
    await buyer.getByLabel('Fjöldi miða').selectOption('2');
    await buyer.getByLabel('Nafn').fill('Anna Jónsdóttir');
    await buyer.getByLabel('Netfang').fill('anna@example.is');
    await buyer.getByLabel('Kennitala').fill('010130-3029');
    await buyer.getByLabel('Ég samþykki skilmálana.').check();
    await buyer.getByRole('button', { name: 'Kaupa miða' }).click();
    await buyer.getByText('Reitir sem þarf að laga: 1').waitFor();
    assert.equal(await buyer.getByLabel('Nafn').inputValue(), 'Anna Jónsdóttir');
    await buyer.getByLabel('Kennitala').fill('010130-3019');
    await buyer.getByRole('button', { name: 'Kaupa miða' }).click();
    await buyer.waitForURL(/\/pay\//);
    await buyer.getByText('9.800 kr.').first().waitFor();
    await buyer.getByRole('button', { name: 'Greiða núna' }).click();
    await buyer.getByRole('button', { name: 'Greiða (prufa)' }).click();
    await buyer.getByText('er greiddur. Takk fyrir!').waitFor();
    await buyer.getByRole('link', { name: 'Opna miðana' }).click();
    await buyer.getByText('Miði 2 af 2').waitFor();
    const codes = await decodeQrCodes(await buyer.content());
    assert.equal(codes.length, 2);

    await console.goto(new URL(codes[1] ?? '').pathname);
    const door = console.getByRole('region', { name: 'Ticket 2 of 2' });
    await door.getByText('The ticket is valid.').waitFor();
    await door.getByText('Anna Jónsdóttir').waitFor();
    await assertAccessible(console, 'the door');
    await door.getByRole('button', { name: 'Let in' }).click();
    await door.getByText('Arrival recorded').waitFor();
    await console.reload();
    await door.getByText('The ticket has been used already.').waitFor();
    await sheet.getByText('Arrived: 1 of 2').waitFor();
    await sheet.getByRole('button', { name: 'Arrived: Anna Jónsdóttir' }).click();
    await sheet.getByRole('button', { name: 'Arrived: Anna Jónsdóttir', pressed: true }).waitFor();
    await sheet.getByText('Arrived: 2 of 2').waitFor();
    await buyer.reload();
    assert.equal(await buyer.getByText('Þegar notaður').count(), 2);

    await sheet.getByRole('button', { name: 'Arrived: Anna Jónsdóttir' }).click();
    const takeBack = console.getByRole('dialog', { name: 'Undo arrival' });
    await takeBack.getByText('Anna Jónsdóttir, 2 tickets').waitFor();
    await takeBack.getByRole('button', { name: 'Undo arrival' }).click();
    await sheet.getByText('Arrived: 0 of 2').waitFor();
    await sheet.getByRole('button', { name: 'Anna Jónsdóttir', expanded: false }).click();
    await sheet.getByRole('button', { name: 'Ticket 2' }).click();
    await sheet.getByRole('button', { name: 'Ticket 2', pressed: true }).waitFor();
    await sheet.getByRole('button', { name: 'Ticket 1', pressed: false }).waitFor();
    await assertAccessible(console, 'the tickets of a guest');

    await sheet.getByRole('link', { name: 'Refund' }).click();
    const credit = console.getByRole('dialog', { name: 'Credit' });
    await credit.getByLabel(/^Quantity/).fill('1');
    await credit.getByRole('button', { name: /4,900/ }).click();
    await credit.waitFor({ state: 'detached' });
    await console.goBack();
    await sheet.getByText('1 ticket · 1 credited').waitFor();
    await sheet.getByText('ISK 4,900', { exact: true }).nth(1).waitFor();
    await sheet.getByText('49', { exact: true }).waitFor();
    assert.match(
      (await sheet.getByRole('link', { name: /^#\d+$/ }).getAttribute('href')) ?? '',
      /\/console\/invoices\?open=/,
    );
    await buyer.reload();
    await buyer.getByText('Eftir kreditfærslu').waitFor();
    await console.context().close();
    await buyer.context().close();
  });

  test('a page is changed, and guests are found and marked as arrived', async () => {
    const page = await desk.signIn(seller.username, { phone: true });
    const { guid } = await openSale(seller, { type: 'EVENT', name: 'Fundur', inventory_count: 5 });
    await visit(page, `/console/selling?open=${guid}`);
    const sheet = page.getByRole('dialog', { name: 'Fundur' });
    await sheet.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the selling page' });
    await editor.getByLabel('Description for buyers').fill('Allir velkomnir');
    await editor.getByLabel('Add (or take off, with a minus)').fill('7');
    await editor.getByText('The kind and name of a page cannot be changed').waitFor();
    await editor.getByRole('button', { name: 'Add a question' }).click();
    await editor.getByRole('textbox', { name: 'Question 1' }).fill('Ofnæmi');
    await assertTidy(page, 'the editor');
    await editor.getByRole('button', { name: 'Save' }).click();
    await sheet.getByText('Allir velkomnir').waitFor();
    const [sale] = await seller.ok('get-product-sales', { search_text: 'Fundur' });
    assert.equal(sale.inventory_count, 12);
    const { text } = await new Visitor(desk.kvitt.url).get(sale.url);
    assert.match(text, /<label for="q0">Ofnæmi/);
    await assertTidy(page, 'the sheet');
    await assertAccessible(page, 'the sheet');
    await buy(seller, guid, { name: 'Björn', message: 'Sit fremst' });
    await page.reload();
    await sheet.getByRole('button', { name: 'Björn', expanded: false }).click();
    await sheet.getByText('Sit fremst').waitFor();
    await assertTidy(page, 'the details of a guest');
    await assertAccessible(page, 'the details of a guest');
    await sheet.getByRole('button', { name: 'Cancel the order' }).click();
    const asked = page.getByRole('dialog', { name: 'Cancel the order: Björn' });
    await asked.getByText('what it held goes back on sale').waitFor();
    await asked.getByRole('button', { name: 'Cancel the order' }).click();
    await sheet.getByText('Cancelled', { exact: true }).waitFor();
    const [again] = await seller.ok('get-product-sales', { search_text: 'Fundur' });
    assert.equal(again.inventory_count, 12);
    await visit(page, '/console/selling');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const [heads, ...rows] = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    assert.equal(
      heads?.replace('\uFEFF', ''),
      'Name;Kind;Left;Sold;Paid in all;Status;Price incl. VAT;Address',
    );
    assert.match(rows.find((row) => row.startsWith('Fundur')) ?? '', /^Fundur;Event;12;0;0;Open;2480;http/);
    await page.context().close();
  });

  test('a saved quote leads on to sending, and its sheet shows the sums and the mail', async () => {
    await seller.ok('create-customer', {
      data: { name: 'Jón Jónsson', email: 'jon@example.is', output_select: '3', lang: 'is', currency: 'ISK' },
    });
    await seller.ok('create-item', {
      data: { description: 'Vinna', uom: 'C62', tax: 'S', unit_price: 1000 },
    });
    const page = await desk.signIn(seller.username);
    await visit(page, '/console/quotes/new');
    await page.getByRole('combobox', { name: 'Customer' }).fill('Jón Jóns');
    await page.getByRole('option', { name: /^Jón Jónsson/ }).click();
    await page.getByRole('combobox', { name: 'Item of line 1' }).fill('Vinna');
    await page.getByRole('option', { name: /^Vinna/ }).click();
    await page.getByLabel('Valid until').fill('1 Jan 2020');
    await page.getByRole('button', { name: 'Save quote' }).click();
    const past = page.getByRole('dialog', { name: 'A quote that has expired already?' });
    await past.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Valid until').fill('31 Dec 2030');
    await page.getByRole('button', { name: 'Save quote' }).click();
    const asked = page.getByRole('dialog', { name: 'Send quote' });
    await asked.getByText('jon@example.is').waitFor();
    await assertAccessible(page, 'the question where to send a quote');
    await asked.getByRole('button', { name: 'Send quote' }).click();
    const sheet = page.getByRole('dialog', { name: /^Quote \d/ });
    await sheet.getByText(/Being sent/).waitFor();
    await sheet.getByText('Excl. VAT').waitFor();
    await sheet.getByText('ISK 240', { exact: true }).waitFor();
    await runJobs(desk.kvitt);
    await sheet.getByText(/to jon@example\.is/).waitFor();
    await page.context().close();
  });

  test('an order is invoiced in parts, with the sum of each before it is issued', async () => {
    const items = [
      { description: 'Húfur', qty: 10, uom: 'C62', unit_price: 1000, tax: 'S' },
      { description: 'Sending', qty: 1, uom: 'C62', unit_price: 500, tax: 'S' },
    ];
    const guid = await seller.ok('create-order-invoice', {
      data: { customer: { name: 'Verslun ehf.', output_select: '4' }, items },
    });
    const page = await desk.signIn(seller.username);
    await visit(page, `/console/orders?open=${guid}`);
    const sheet = page.getByRole('dialog', { name: /^Order \d/ });
    await sheet.getByRole('button', { name: 'Invoice a part' }).click();
    const part = page.getByRole('dialog', { name: 'Invoice a part' });
    await part.getByLabel('Quantity: Húfur').fill('4');
    await part.getByLabel('Quantity: Sending').fill('0');
    await part.getByRole('button', { name: 'Issue invoice: ISK 4,960' }).waitFor();
    await assertAccessible(page, 'a part of an order');
    await part.getByLabel('Quantity: Húfur').fill('11');
    await part.getByRole('alert').waitFor();
    await part.getByLabel('Quantity: Húfur').fill('4');
    await part.getByRole('button', { name: 'Issue invoice: ISK 4,960' }).click();
    await page.waitForURL(/\/console\/invoices\?open=/);
    await visit(page, `/console/orders?open=${guid}`);
    await sheet.getByText('4 of 10 invoiced').waitFor();
    await sheet.getByRole('button', { name: 'Invoice what is left' }).waitFor();
    await page.context().close();
  });

  const looks = [
    { lang: 'is', phone: true, dark: false },
    { lang: 'en', phone: false, dark: true },
  ];
  for (const { lang, phone, dark } of looks) {
    test(`every page is accessible and tidy (${lang}, ${phone ? 'phone' : 'desktop'}, ${dark ? 'dark' : 'light'})`, async () => {
      const page = await stranger({ phone, dark, script: true });
      const look = async (path: string, where: string) => {
        await page.goto(path);
        await assertTidy(page, where);
        await assertAccessible(page, where);
      };
      for (const type of ['STAND', 'SUB', 'DONA', 'EVENT']) {
        const fields = [{ label: 'Stærð', required: true }];
        const sale = await openSale(seller, { type, name: 'Löng'.repeat(40), terms: 'Skilmálar', fields });
        await look(`${sale.url}?lang=${lang}`, type);
        await page.getByRole('button').click();
        const form = page.locator('form');
        await form.evaluate((one: { noValidate: boolean }) => {
          one.noValidate = true;
        });
        await page.getByRole('button').click();
        await page.getByRole('alert').waitFor();
        await assertTidy(page, `${type} refused`);
        await assertAccessible(page, `${type} refused`);
      }
      const closed = await openSale(seller, { open: 0 });
      const sold = await openSale(seller, { inventory_count: 0 });
      for (const [what, path] of [
        ['closed', closed.url],
        ['sold out', sold.url],
        ['missing', '/sell/x'],
        ['no order', '/order/x'],
        ['poster', `${sold.url}/poster`],
      ]) {
        await look(`${path}?lang=${lang}`, what ?? '');
      }
      const event = await openSale(seller, { type: 'EVENT', name: 'Tónleikar', amount: 0 });
      await page.goto(`${event.url}?lang=${lang}`);
      await page.locator('#name').fill('Anna');
      await page.locator('#email').fill('anna@example.is');
      await page.getByRole('button').click();
      await page.locator('.ticket').waitFor();
      await look(page.url(), 'order');
      await look(new URL((await decodeQrCodes(await page.content()))[0] ?? '').pathname, 'ticket');
      await page.context().close();
    });
  }
});
