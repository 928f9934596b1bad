import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { makeSetupKey } from '../../src/modules/people/setup/set-up.ts';
import { closeContexts, noBrowser, PATIENCE_MS, sharedBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { assertAccessible } from '../support/desk.ts';
import { createInvoiceWithLink } from '../support/payments.ts';
import { authorizeClient, authorizePath, PASSWORD, postJson, registerClient } from '../support/person.ts';
import { TestService } from '../support/service.ts';

const ALL =
  'dashboard_data,manage_customers,nav,create_invoice,payment,recurring,cost,task,sell_product,bookkeeper';
const VARIANTS = [
  { lang: 'is-IS', viewport: { width: 320, height: 640 }, colorScheme: 'light' },
  { lang: 'en-GB', viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
] as const;

describe('pages in a browser', { skip: noBrowser() ?? false }, () => {
  const kvitt = new TestService();
  let browser: Browser;
  let seller: Client;
  let consent: string;
  let setup: string;

  before(async () => {
    await kvitt.start('postgres');
    setup = `/setup?key=${await makeSetupKey(kvitt.service.engine.kernel)}`;
    browser = await sharedBrowser();
  });
  after(async () => {
    if (browser) await closeContexts(browser);
    await kvitt.stop();
  });

  /** Asserts that axe finds nothing, and that the page has no scripts and does not overflow. */
  async function assertAccessiblePage(page: Page, what: string): Promise<void> {
    await assertAccessible(page, what);
    const wide = await page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    );
    assert.equal(wide, false, `${what} is wider than the screen`);
  }

  test('the set-up page is accessible', async () => {
    for (const { lang, viewport, colorScheme } of VARIANTS) {
      const context = await browser.newContext({ locale: lang, viewport, colorScheme });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      await page.goto(kvitt.url + setup);
      assert.equal(await page.locator('form').count(), 1);
      await assertAccessiblePage(page, `setup ${lang}`);
      await context.close();
    }
  });

  test('the API reference loads nothing else, fits a phone and is usable by keyboard', async () => {
    const viewport = { width: 390, height: 844 };
    const context = await browser.newContext({ viewport, javaScriptEnabled: false });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const requested: string[] = [];
    const reported: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    page.on('console', (message) => reported.push(message.text()));
    await page.goto(`${kvitt.url}/docs`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), viewport.width);
    const focused = [];
    for (let n = 0; n < 4; n++) {
      await page.keyboard.press('Tab');
      focused.push(await page.locator(':focus').innerText());
      assert.equal(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle'), 'solid');
    }
    assert.deepEqual(focused, ['Skip to the reference', 'Kvitt', 'openapi.json', 'Contents']);
    await page.keyboard.press('Enter');
    await page.locator('.toc.small a', { hasText: 'create-invoice' }).first().press('Enter');
    await page.waitForURL(/#create-invoice$/);
    assert.equal(await page.locator('article#create-invoice').isVisible(), true);
    assert.deepEqual(
      requested.filter((url) => !url.startsWith(`${kvitt.url}/docs`)),
      [],
    );
    assert.deepEqual(reported, []);
    await context.close();
  });

  for (const { lang, viewport, colorScheme } of VARIANTS) {
    test(`the payment page is accessible: ${lang}, ${viewport.width} wide, ${colorScheme}`, async () => {
      const payee = await kvitt.account({ name: 'Vaðlaheiðarvegavinnuverkfærageymsluskúrinn ehf.' });
      const customer = { name: 'Kaupandi ehf.', output_select: 4, lang: lang.slice(0, 2) };
      const { link } = await createInvoiceWithLink(payee, { customer });
      const context = await browser.newContext({ locale: lang, viewport, colorScheme });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const loud: string[] = [];
      page.on('console', (message) => loud.push(message.text()));
      await page.goto(link);
      await assertAccessiblePage(page, 'an unpaid invoice');
      // Two clicks before the browser leaves the page: later, the second would hit a button of the next page.
      await page.locator('form button').evaluate((button: { click(): void }) => {
        button.click();
        button.click();
      });
      await page.waitForURL(/test-checkout/);
      await assertAccessiblePage(page, 'the test provider');
      await page.locator('button[value=pay]').click();
      await page.waitForURL(/returned=1/);
      await assertAccessiblePage(page, 'a paid invoice');
      assert.equal(await page.locator('form').count(), 0);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('a[download]').click(),
      ]);
      assert.match(download.suggestedFilename(), /^(reikningur|invoice)-1\.pdf$/);
      assert.deepEqual(loud, []);
      await context.close();
    });
  }

  for (const { lang, viewport, colorScheme } of VARIANTS) {
    test(`sign-in, consent, error and account pages are accessible: ${lang}, ${viewport.width} wide, ${colorScheme}`, async () => {
      seller ??= await kvitt.account({
        name: 'Löngunafnafyrirtækið Vaðlaheiðarvegavinnuverkfærageymsluskúr ehf.',
      });
      await authorizeClient(seller, 'nav', await registerClient(seller, { name: `Connected ${lang}` }));
      const { body: app } = await postJson(`${kvitt.url}/oauth/register`, {
        client_name: 'Vinnustundaskráningarkerfistengingarforritið',
        redirect_uris: ['https://a-rather-long-host-name.of-some-program.example/callback'],
      });
      const redirect_uri = app.redirect_uris[0];
      consent = authorizePath({
        client_id: app.client_id,
        redirect_uri,
        scope: ALL,
        code_challenge: 'x'.repeat(43),
      });
      const context = await browser.newContext({ locale: lang, viewport, colorScheme });
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      const loud: string[] = [];
      page.on('console', (message) => loud.push(message.text()));
      await page.goto(kvitt.url + consent);
      await assertAccessiblePage(page, 'sign-in');
      await page.locator('#username').fill(seller.username);
      await page.locator('#password').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await assertAccessiblePage(page, 'a wrong password');
      await page.locator('#password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      // The address of the sign-in names the next page, so it would not tell the two apart.
      await page.locator('button[value=allow]').waitFor();
      assert.equal(await page.locator('.permissions li').count(), 16);
      await assertAccessiblePage(page, 'consent');
      await page.goto(`${kvitt.url}/account`);
      await assertAccessiblePage(page, 'the account');
      await page.goto(kvitt.url + authorizePath({ client_id: 'nobody' }));
      await assertAccessiblePage(page, 'a wrong client');
      await page.goto(`${kvitt.url}/setup`);
      await assertAccessiblePage(page, 'a used link');
      const unexpected = loud.filter((text) => !/status of 4\d\d/.test(text));
      assert.deepEqual(unexpected, []);
      await context.close();
    });
  }
});
