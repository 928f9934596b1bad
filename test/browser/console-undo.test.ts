import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ublInvoice } from '../receipts/ubl.ts';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { createCost } from '../support/costs.ts';
import { assertAccessible, Desk, visit } from '../support/desk.ts';
import { runJobs } from '../support/jobs.ts';

/** A confirmation does not cover the bar that says what became of the chosen rows. */
async function assertAboveBar(toast: Locator): Promise<void> {
  await toast.page().getByText('1 chosen').waitFor();
  const [shown, bar] = [await toast.boundingBox(), await toast.page().locator('.bulk-bar').boundingBox()];
  assert.ok(shown && bar && shown.y + shown.height <= bar.y);
}

describe('what can be undone in a browser', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;

  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account({ vat_no: '' });
    page = await desk.signIn(seller.username, { undo: true });
  });
  after(() => desk.close());

  const count = () => seller.ok('get-count-invoices');
  /** The ten seconds have passed. */
  const happen = async () => {
    const at = desk.kvitt.now().getTime() + 11_000;
    desk.kvitt.now = () => new Date(at);
    await runJobs(desk.kvitt);
  };
  const pending = () => page.getByRole('list', { name: 'About to happen' }).last();

  test('a new company is guided to its first invoice, and warned of missing settings', async () => {
    await page.getByText('1 of 6 done').or(page.getByText('2 of 6 done')).waitFor();
    await assertAccessible(page, 'the first steps');
    await page.getByRole('link', { name: /First customer/ }).click();
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit(page, '/console');
    await page.getByRole('link', { name: /First invoice/ }).click();
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await page.keyboard.type('Jón');
    await page.getByRole('option', { name: 'New customer: Jón' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Delivery of invoices').selectOption('4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: 'Item of line 1' }).click();
    await page.keyboard.type('Vinna');
    await page.getByRole('option', { name: 'Free line: Vinna' }).click();
    await page.getByLabel('Quantity 1').press('Tab');
    await page.keyboard.type('1,000');
    await page.getByText('your VAT number, which the law requires').waitFor();
    await page.getByRole('button', { name: 'Issue invoice' }).click();
    await dialog.getByText('Issue it like this?').waitFor();
    assert.equal(await page.locator(':focus').textContent(), 'Cancel');
    await dialog.getByRole('button', { name: 'Issue anyway' }).click();
    await pending().getByText('Jón · ISK 1,240').waitFor();
    await assertAccessible(page, 'a pending action');
    assert.equal(await count(), 0);
  });

  test('undo restores the form, and nothing was written', async () => {
    await pending().getByRole('button', { name: 'Undo' }).click();
    await page.waitForURL(/invoices\/new\?undone=/);
    await page.locator('[role=combobox][value^="Jón"]').waitFor();
    assert.equal(await page.getByLabel('Quantity 1').inputValue(), '1');
    await happen();
    assert.equal(await count(), 0);
  });

  test('an action that is not undone runs, also when the browser is closed', async () => {
    await page.getByText('ISK 1,240').first().waitFor();
    await page.getByLabel('Quantity 1').press('Control+Enter');
    await page.getByRole('button', { name: 'Issue anyway' }).click();
    await pending().getByText('Jón · ISK 1,240').waitFor();
    await happen();
    await page.getByRole('row', { name: /#1.*Jón/ }).waitFor();
    assert.equal(await count(), 1);
  });

  test('ten invoices are marked paid in three clicks, and Ctrl Z takes all of it back', async () => {
    for (let made = 0; made < 9; made += 1) await seller.ok('create-invoice', { data: invoice() });
    await visit(page, '/console/invoices?tab=unpaid');
    await page.getByRole('row', { name: /#10/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
    await page.getByText('10 chosen').waitFor();
    await assertAccessible(page, 'the chosen rows');
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
    await dialog.getByText('10 invoices, ISK 12,400 in total').waitFor();
    await dialog.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByText('10 records').waitFor();
    await page.getByRole('heading', { name: 'Invoices' }).click();
    await page.keyboard.press('Control+z');
    await page.getByText('Undone').waitFor();
    await page.getByText('10 records').waitFor({ state: 'detached' });
    await happen();
    const { length } = (await seller.ok('get-invoices')).filter(
      ({ status }: { status: string }) => status === 'Paid',
    );
    assert.equal(length, 0);
  });

  test('all overdue are reminded in two clicks, and those without an address stay chosen', async () => {
    for (const { guid } of await seller.ok('get-invoices')) await seller.call('do-paid-invoice', { guid });
    const dates = { issue_date: '2026-01-02', due_date: '2026-01-10', settlement_date: '2026-01-10' };
    for (const email of ['a@b.example', 'c@d.example', ''])
      await seller.ok('create-invoice', {
        data: invoice({
          ...dates,
          customer: { name: `Seinn ${email}`, output_select: email ? 3 : 4, email },
        }),
      });
    await visit(page, '/console/inbox');
    await page.getByRole('button', { name: 'Remind all 3' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send reminders' });
    await dialog.getByText('2 reminders will be sent by e-mail.').waitFor();
    await dialog.getByText('without an e-mail address').waitFor();
    await assertAccessible(page, 'the question before an action on many');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Reminders as PDFs in a ZIP' }).click();
    assert.equal((await download).suggestedFilename(), 'kvitt-reminders.zip');
    await dialog.getByRole('button', { name: 'Send reminders' }).click();
    await assertAboveBar(page.getByText('2 records'));
    await happen();
    await assertAboveBar(page.locator('[data-toast]'));
    await page.getByText('2 done.').waitFor();
    await page
      .getByText(/Reminded \d/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Choose none' }).click();
    // A range of rows is chosen with Shift.
    const boxes = page.getByRole('checkbox', { name: /Choose #/ });
    await boxes.first().click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    await page.getByText('3 chosen').waitFor();
    await page.getByRole('button', { name: 'Send reminders' }).click();
    await dialog.getByText('reminded in the last three days').waitFor();
    await dialog.getByRole('button', { name: 'Remind them again' }).click();
    await dialog.getByText('2 reminders will be sent by e-mail.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    for (const { guid } of await seller.ok('get-invoices')) await seller.call('do-paid-invoice', { guid });
  });

  test('a later refusal is shown, and stays in the inbox', async () => {
    const guid = await seller.ok('create-invoice', { data: invoice() });
    await visit(page, `/console/invoices?open=${guid}&ask=paid`);
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await dialog.getByRole('button', { name: 'Record payment' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The record counts down by itself, so no toast does.
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await pending().waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 1);
    await seller.ok('do-paid-invoice', { guid });
    await happen();
    await page.getByText('It could not be done').waitFor();
    await visit(page, '/console/inbox');
    // The most urgent comes first.
    await page.getByRole('heading', { name: 'Not done' }).waitFor();
    await page.locator('[data-need]').first().click();
    await page.waitForURL(/\/invoices\?q=\d+$/);
    await page.getByRole('row', { name: /#\d+/ }).waitFor();
  });

  test('chosen drafts are printed and deleted together, which Ctrl Z takes back', async () => {
    const data = { items: [line()], customer: { name: 'Jón', output_select: 4 }, amount: 1240 };
    for (let made = 0; made < 2; made += 1) await seller.ok('create-draft-invoice', { data });
    await visit(page, '/console/drafts');
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).click();
    await page.getByText('2 chosen').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'PDFs as ZIP' }).click();
    assert.equal((await download).suggestedFilename(), 'kvitt-drafts.zip');
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await dialog.getByText('2 records will be deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 records').waitFor();
    await page.getByRole('heading', { name: 'Drafts' }).click();
    await page.keyboard.press('Control+z');
    await page.getByText('2 records').waitFor({ state: 'detached' });
    await happen();
    assert.equal((await seller.ok('get-draft-invoices')).length, 2);
    await page.getByRole('row', { name: /Jón/ }).first().click();
    await page.getByRole('button', { name: 'Show PDF' }).click();
    await page.getByRole('link', { name: 'Download PDF' }).waitFor();
  });

  test('a recurring invoice is changed; its schedule is fixed once it has begun', async () => {
    const data = {
      recurring_name: 'Hýsing',
      recurring_interval: 'monthly',
      recurring_start_date: desk.kvitt.now().toISOString().slice(0, 10),
      items: [line()],
      customer: { name: 'Jón', output_select: 4 },
      amount: 1240,
      currency: 'ISK',
    };
    const guid = await seller.ok('create-recurring-invoice', { data });
    await runJobs(desk.kvitt);
    await visit(page, `/console/recurring?open=${guid}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Quantity 1').fill('2');
    await page.getByText('ISK 2,480').first().waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    const sheet = page.getByRole('dialog', { name: 'Hýsing' });
    await sheet.getByText('ISK 2,480').first().waitFor();
    await sheet.getByRole('link', { name: /ISK 1,240/ }).waitFor();
    assert.equal((await seller.ok('get-recurring-invoice', { guid })).amount, 2480);
    const later = await seller.ok('create-recurring-invoice', {
      data: { ...data, recurring_start_date: '2099-01-01' },
    });
    await visit(page, `/console/recurring/${later}`);
    await page.getByLabel('Start date').fill('01/01/2020');
    await page.getByText(/The start date has passed and \d+ invoices should be out already/).waitFor();
    await page.getByText(/^The days: 1 Jan 2020, 1 Feb 2020/).waitFor();
    await page.getByLabel('Last day').fill('15/02/2020');
    await page.getByText('2 invoices for past days are issued at once').waitFor();
    await page.getByLabel('Start date').press('Control+Enter');
    const question = page.getByRole('dialog', { name: 'Start in the past?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(
      (await seller.ok('get-recurring-invoice', { guid: later })).recurring_start_date,
      '2099-01-01',
    );
  });

  test('the sender of an e-invoice is answered by choice alone, and the answer can be undone', async () => {
    const file = { name: 'reikningur.xml', bytes: ublInvoice.xml };
    const guid = await createCost(seller, 'create-cost', {}, file);
    await visit(page, `/console/costs?open=${guid}`);
    const answers = page.getByRole('region', { name: 'Answer to the sender' });
    const receipt = page.getByRole('form', { name: 'Receipt' });
    const chosen = answers.getByLabel('Answer', { exact: true });
    const reason = answers.getByLabel('Reason, which the sender reads');
    const send = answers.getByRole('button', { name: 'Send the answer' });
    assert.deepEqual([await chosen.inputValue(), await send.isDisabled()], ['', true]);
    await chosen.selectOption('Rejected');
    assert.equal(await send.isDisabled(), true, 'the reason is missing');
    await reason.fill('Rangt verð');
    await assertAccessible(page, 'an answer to an e-invoice');
    await send.click();
    await receipt.getByText('Answer will be sent').waitFor();
    assert.equal(await send.count(), 0, 'nothing else is sent meanwhile');
    await receipt.getByRole('button', { name: 'Undo' }).click();
    await reason.waitFor();
    assert.deepEqual([await chosen.inputValue(), await reason.inputValue()], ['rejected', 'Rangt verð']);
    await send.click();
    await receipt.getByText('Answer will be sent').waitFor();
    await happen();
    await answers
      .getByText('On its way')
      .or(answers.getByText('Sent', { exact: true }))
      .waitFor();
    await runJobs(desk.kvitt);
    await visit(page, `/console/costs?open=${guid}`);
    await answers.getByText('Sent', { exact: true }).waitFor();
    assert.match(await answers.innerText(), /Rejected[\s\S]*Rangt verð/);
    assert.equal(await chosen.count(), 0, 'there is no other answer after that');
  });
});
