import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ELECTRICIAN } from '../receipts/invoices.ts';
import { page as printPage, saved, type Text } from '../receipts/pdf.ts';
import { noBrowser } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { runJobs } from '../support/jobs.ts';
import { until } from '../support/until.ts';

const LISTS = ['invoices', 'items', 'drafts', 'quotes', 'orders', 'recurring', 'costs', 'tasks'] as const;

describe('every list of the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let page: Page;
  let seller: Client;
  let books: Books;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '145678' });
    books = await openBooks(seller);
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const focused = () => page.locator(':focus').textContent();

  for (const list of LISTS) {
    test(`${list}: rows are selected, opened and closed by keys, which returns to the same row`, async () => {
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

  test('a link opens a record that is not on the current page of its list', async () => {
    const linked = [
      ['quotes', books.quote],
      ['orders', books.order],
      ['recurring', books.recurring],
    ];
    for (const [list, guid] of linked) {
      await visit(page, `/console/${list}?q=nothing-has-this-name&open=${guid}`);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

  test('the focus moves to the screen of an opened row, and returns to the button that opened a dialog', async () => {
    await visit(page, '/console/customers');
    await page.locator('tbody tr').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('tbody tr:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus h1').waitFor();
    assert.match(page.url(), /\/customers\/./);

    await visit(page, `/console/invoices?open=${books.invoice}`);
    const sheet = page.getByRole('dialog').first();
    const credit = sheet.getByRole('button', { name: 'Credit', exact: true });
    const more = sheet.getByRole('button', { name: 'More', exact: true });
    for (const [opener, item] of [
      [credit, ''],
      [more, 'Send again'],
    ] as const) {
      await opener.focus();
      await page.keyboard.press('Enter');
      if (item) await page.getByRole('menuitem', { name: item }).press('Enter');
      await page.locator('[role=dialog] form :focus').waitFor();
      await page.keyboard.press('Escape');
      await opener.and(page.locator(':focus')).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('a key that is pressed while a sheet is closing acts on the list', async () => {
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
    test(`${list}: / searches, c creates, ? shows the keys, and Ctrl K finds records`, async () => {
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
      await page.locator('[role=dialog] input:focus').waitFor();
      // Letters that are shortcuts as well, typed right after a dialog was closed.
      await page.keyboard.type('bgck');
      assert.equal(await page.locator('[role=dialog] input').inputValue(), 'bgck');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  }

  test('an invoice to a known customer takes 12 keys', async () => {
    await seller.ok('create-customer', { data: { name: 'Bogmundur', output_select: '4' } });
    await seller.ok('create-item', {
      data: { description: 'Gluggar', uom: 'HUR', tax: 'S', unit_price: 1000 },
    });
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
    await page.locator('[role=combobox][aria-label=Customer]:focus').waitFor();
    await press('b', 'o', 'g', 'Enter');
    await page.locator('[role=combobox][aria-label="Item of line 1"]:focus').waitFor();
    await press('g', 'l', 'Enter');
    await page.locator('input:focus').and(page.getByLabel('Quantity 1')).waitFor();
    await press('3', 'Control+Enter');
    await page.getByRole('dialog', { name: /^Invoice \d+/ }).waitFor();
    const issued = (await seller.ok('get-invoices')).find(
      ({ customer }: { customer: { name: string } }) => customer.name === 'Bogmundur',
    );
    assert.deepEqual([issued?.amount, pressed], [3720, 12]);
  });

  test('has no animations with prefers-reduced-motion', async () => {
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

describe('costs without a mouse', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let page: Page;
  let seller: Client;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ subscriptions: ['webservice', 'cost_ai'] });
    page = await desk.signIn(seller.username, { undo: true });
  });
  after(() => desk.close());

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Moves on by Tab, as a person who sees where the focus is. */
  const tabTo = async (target: Locator, key = 'Tab') => {
    await target.first().waitFor();
    for (let times = 0; times < 80; times += 1) {
      if (await target.first().evaluate((element) => element.ownerDocument.activeElement === element)) return;
      await press(key);
    }
    assert.fail('the focus did not get there');
  };
  const happen = async () => {
    const at = desk.kvitt.now().getTime() + 11_000;
    desk.kvitt.now = () => new Date(at);
    await runJobs(desk.kvitt);
  };
  const review = () => page.getByRole('dialog');
  const openFirst = async () => {
    await press('j');
    await page.locator('tbody tr:focus').waitFor();
    await press('Enter');
    await review().waitFor();
  };

  test('are uploaded and read, and the place of each value is marked on the PDF', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await press('g', 'k');
    const button = page.getByRole('button', { name: 'Choose files' });
    // Before the keys: the browser takes some time until it hands its choosers over.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(button);
    await press('Enter');
    await (await chooser).setFiles([await receipt('155.000', 'a'), await receipt('200.000', 'b')]);
    await page
      .getByRole('row', { name: /Being read/ })
      .first()
      .waitFor();
    await runJobs(desk.kvitt);
    await page.getByRole('row', { name: /Rafverk.*To approve.*155,000/ }).waitFor();
    await openFirst();
    await review()
      .getByRole('img', { name: /b\.pdf/ })
      .or(review().getByRole('img', { name: /a\.pdf/ }))
      .waitFor();
    await page.locator('form:focus').waitFor();
    await tabTo(review().getByLabel('Amount'));
    const mark = review().locator('[data-place]');
    await mark.waitFor();
    const ink = await mark.evaluate(darkPixelsBelow);
    assert.ok(ink > 20, `${ink} dark pixels are below the mark`);
  });

  test('are corrected and approved, and the next one opens', async () => {
    const first = await review().getByLabel('Amount').inputValue();
    await press('Control+a');
    await page.keyboard.type('150,000');
    await press('Control+Enter');
    await page.getByRole('dialog', { name: 'The account code or the means of payment is missing' }).waitFor();
    await press('Enter');
    await page.locator('[aria-label="About to happen"]').last().waitFor();
    const next = review().getByLabel('Amount');
    await until('the next receipt', async () => {
      const value = await next.inputValue().catch(() => first);
      return value !== first && value !== '150,000' ? value : undefined;
    });
    await press('Escape');
    await review().waitFor({ state: 'detached' });
    await happen();
    await page.getByRole('row', { name: /Approved.*150,000/ }).waitFor();
  });

  test('are filtered, found, opened and deleted, which is undone', async () => {
    await tabTo(page.getByRole('button', { name: /^To approve/ }));
    await press('Enter');
    await page.getByRole('row', { name: /Approved/ }).waitFor({ state: 'detached' });
    await press('/');
    await page.keyboard.type('rafv');
    await page.waitForURL(/q=rafv/);
    await press('Tab');
    await openFirst();
    await tabTo(review().getByRole('button', { name: 'Delete' }));
    await press('Enter');
    await review().waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'About to happen' }).last().waitFor();
    await press('Control+z');
    await page.getByText('Undone').waitFor();
    await happen();
    assert.equal(await seller.ok('get-count-costs'), 2);
    await page.getByRole('row', { name: /Rafverk/ }).waitFor();
    await openFirst();
    await tabTo(review().getByRole('button', { name: 'Delete' }));
    await press('Enter');
    await page.getByRole('list', { name: 'About to happen' }).last().waitFor();
    await happen();
    await page.getByText('Deleted').waitFor();
    assert.equal(await seller.ok('get-count-costs'), 1);
  });
});

/** A supplier's invoice as a PDF with text. */
async function receipt(total: string, name: string) {
  const texts = ELECTRICIAN.map(
    ([x, y, text, size]): Text => [x, y, text.replace('155.000', total), size ?? 10],
  );
  return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: await saved(await printPage(texts)) };
}

/** Runs in the page: how much of the picture below the mark is ink. */
function darkPixelsBelow(mark: any): number {
  const canvas = mark.parentElement.querySelector('canvas');
  const [outer, inner] = [canvas.getBoundingClientRect(), mark.getBoundingClientRect()];
  const scale = canvas.width / outer.width;
  const { data } = canvas
    .getContext('2d')
    .getImageData(
      (inner.left - outer.left) * scale,
      (inner.top - outer.top) * scale,
      inner.width * scale,
      inner.height * scale,
    );
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] < 128 && data[at + 3] > 128) dark += 1;
  return dark;
}
