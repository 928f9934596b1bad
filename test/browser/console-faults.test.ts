import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';

const READS = /\/console\/api\/(find|get|preview|show)-/;
const EVERYTHING = '**/*';
const LISTS = [
  '',
  'invoices',
  'customers',
  'drafts',
  'costs',
  'tasks',
  'reports',
  'invoices?open=invoice',
  'tasks?open=task',
] as const;
/** Waiting for a read that is repeated takes seconds, so one screen of each kind does. */
const RECOVERING: readonly string[] = ['', 'reports', 'invoices?open=invoice'];
const OTHERS = [
  ...['items', 'quotes', 'orders', 'recurring', 'selling', 'proposals', 'apps', 'webhooks', 'inbox'],
  ...['settings/company', 'settings/people', 'settings/bookkeepers', 'settings/mail', 'settings/documents'],
];

describe('the console when the server is slow, fails or is away', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  const guids: Record<string, string> = {};
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '145678' });
    await openBooks(seller);
    guids.invoice = (await seller.ok('get-invoices'))[0].guid;
    guids.task = (await seller.ok('get-tasks'))[0].guid;
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const at = (screen: string) =>
    `/console/${screen.replace(/=(invoice|task)$/, (_, what: string) => `=${guids[what]}`)}`;
  const meeting = (what: (route: Route) => Promise<void>) => page.route(READS, what);
  const failing = (route: Route) =>
    route.fulfill({ status: 500, json: { error: 'internal', message: 'x', request_id: 'abcdef123456' } });

  /** The dialog covers the links of the page, so the person goes on by the history. */
  const visitWithoutWaiting = (path: string) =>
    page.evaluate((to) => (globalThis as any).__TSR_ROUTER__.history.push(to), path);

  const mend = async () => {
    if ((await page.getByRole('alert').count()) === 0) return;
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  };

  for (const screen of LISTS) {
    const isRecovering = RECOVERING.includes(screen);
    test(`/${screen} shows an error, and loads ${isRecovering ? 'automatically' : 'on retry'} afterwards`, async () => {
      await meeting(failing);
      // Nothing of it was read before. A sheet would find the list behind it in the memory of the page.
      await (/^$|open=/.test(screen) ? page.goto(at(screen)) : visit(page, at(screen)));
      const again = page.getByRole('button', { name: 'Try again' }).last();
      await page.getByText('Something went wrong on our side').last().waitFor();
      // The list behind a sheet fails first: a retry of the sheet must not meet a server that is well again.
      await again.waitFor();
      await page.unroute(READS);
      await meeting((route) => route.abort());
      await again.click();
      await page.getByText('Kvitt could not be reached').last().waitFor();
      await page.unroute(READS);
      if (isRecovering) await page.getByRole('alert').first().waitFor({ state: 'detached' });
      else await mend();
      // Behind a dialog the list has failed as well.
      const dialog = page.getByRole('dialog');
      if ((await dialog.count()) > 0) {
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await mend();
      }
      assert.equal(await page.getByText('went wrong').count(), 0);
    });
  }

  test('every other screen shows one message where nothing could be read, and no error is logged', async () => {
    await page.goto(at('reports'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Nor can the code of a screen be loaded that was not open before.
    await page.route(EVERYTHING, (route) => route.abort());
    await visitWithoutWaiting('/console/costs');
    await page.getByText('Kvitt could not be reached').waitFor();
    await page.unroute(EVERYTHING);
    await page.getByRole('heading', { name: 'Costs', level: 1 }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await meeting((route) => route.abort());
    for (const screen of OTHERS) {
      await visit(page, `/console/${screen}`);
      await page.getByText('Kvitt could not be reached').first().waitFor();
      assert.equal(await page.getByText('went wrong').count(), 0, screen);
    }
    await page.unroute(READS);
  });

  test('the editor shows one message while the server is unavailable, and recovers automatically', async () => {
    await visit(page, at('invoices/new'));
    await page.getByText('Text, references and terms').click();
    await meeting((route) => route.abort());
    await page.getByLabel('Booking reference').fill('x');
    await page.getByText('Kvitt could not be reached').waitFor();
    assert.equal(await page.getByRole('alert').count(), 1);
    await page.unroute(READS);
    await page.getByText('Kvitt could not be reached').waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Booking reference').inputValue(), 'x');
  });

  test('a slow list and a slow sheet show that they are loading', async () => {
    for (const screen of ['invoices', 'invoices?open=invoice']) {
      const answer = Promise.withResolvers<void>();
      let isSlow = true;
      await meeting(async (route) => {
        if (isSlow) await answer.promise;
        await route.continue().catch(() => {});
      });
      await page.goto(at(screen));
      await page.getByText('This is taking longer than usual').last().waitFor();
      isSlow = false;
      await page.getByRole('button', { name: 'Try again' }).last().click();
      await page
        .getByText(screen === 'invoices' ? /^#1$/ : 'Show PDF')
        .first()
        .waitFor();
      answer.resolve();
      await page.unroute(READS);
    }
  });

  test('an answer that comes after navigation changes neither screen nor filters', async () => {
    await page.goto(at('selling?new=1'));
    const [saved, loaded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/api/create-product-sale', async (route) => {
      await saved.promise;
      await route.fulfill({ json: { guid: guids.invoice } });
    });
    await page.route('**/assets/reports*', async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Open the selling page' }).click();
    await visitWithoutWaiting('/console/reports');
    saved.resolve();
    // The list is still there, with the dialog whose write has just been answered.
    await page.getByText('Saved').waitFor();
    loaded.resolve();
    await page.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    assert.equal(new URL(page.url()).search, '');
    await page.unrouteAll();
  });
});
