import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice } from '../support/client.ts';
import type { ConsoleClient } from '../support/console-client.ts';
import { assertAccessible, Desk } from '../support/desk.ts';
import { completeCost, PDF } from '../support/endpoints/costs.ts';
import { runJobs } from '../support/jobs.ts';
import { addColleague, joinCompany, signInOwner } from '../support/people.ts';
import { unzip } from '../support/unzip.ts';

const QUESTION = 'Was this a lunch with a customer?';
/** The period that is over on the day of the node, 17 March 2026. */
const PERIOD = '2026-02';

describe('an accountant at the end of the month', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  const clients: { name: string; seller: Client; costs: number }[] = [];
  let accountant: ConsoleClient & { username: string };
  let page: Page;
  const spent = { keys: 0, clicks: 0 };

  before(async () => {
    await desk.open();
    for (const [index, costs] of [2, 1, 0].entries()) {
      const name = ['Akur ehf.', 'Bakkaver ehf.', 'Dalsnes ehf.'][index] ?? '';
      const seller = await desk.kvitt.account({ name });
      const owner = await signInOwner(desk.kvitt, seller);
      if (index === 0) accountant = await addColleague(desk.kvitt, owner, 'accountant');
      else await joinCompany(owner, accountant);
      // A person approves them, and no job.
      await owner.ok('update-company', { settings: { cost_auto_approve: false } });
      const issue_date = '2026-02-10';
      await seller.ok('create-invoice', {
        data: invoice({ issue_date, due_date: issue_date, settlement_date: issue_date }),
      });
      for (let made = 0; made < costs; made += 1) {
        const form = new FormData();
        const fields = { ...completeCost, date: issue_date, amount: 12_400 + made };
        for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
        form.set('file', new File([`${PDF}%${made}`], 'kvittun.pdf'));
        await owner.ok('create-cost-adv', form);
      }
      clients.push({ name, seller, costs });
    }
    page = await desk.page();
  });
  after(() => desk.close());

  async function click(button: Locator): Promise<void> {
    spent.clicks += 1;
    await button.click();
  }
  async function press(key: string): Promise<void> {
    spent.keys += 1;
    await page.keyboard.press(key);
  }
  async function type(text: string): Promise<void> {
    spent.keys += text.length;
    await page.keyboard.type(text);
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const toast = (text: string) => page.locator('[data-toast]').filter({ hasText: text }).last().waitFor();

  test('signs in once and settles three clients', async () => {
    await page.goto('/sign-in?next=/console/clients');
    await desk.turnDelayOff(accountant.username);
    await click(page.locator('input[name=username]'));
    await type(accountant.username);
    await press('Tab');
    await type('a good password');
    await press('Enter');
    await page.getByRole('heading', { name: 'All companies' }).waitFor();
    for (const { name, costs } of clients)
      await row(name)
        .getByText(costs === 0 ? 'Nothing is missing' : `${costs} cost`)
        .waitFor();
    await assertAccessible(page, 'all companies');

    for (const [index, { name, costs, seller }] of clients.entries()) {
      if (index > 0) {
        await openClients(clients[index - 1]?.name ?? '');
      }
      await click(row(name).getByLabel(`Open: ${name}`));
      await page.waitForURL(`**/console/vat?period=${PERIOD}`);
      if (costs > 0) await approveAll(name, costs, index === 0);
      await settle(index === 0);
      const { state } = await seller.ok('get-vat-return', { period: PERIOD });
      assert.equal(state, 'submitted');
    }
    const typed = accountant.username.length + 'a good password'.length + QUESTION.length;
    // Besides what is typed: two keys to sign in, two for the question, and one for each cost that is approved.
    assert.deepEqual({ keys: spent.keys - typed, clicks: spent.clicks }, { keys: 7, clicks: 35 });
  });

  const row = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

  /** The page with all clients, by the menu that has the name of the present one. */
  async function openClients(present: string): Promise<void> {
    await click(page.getByRole('button', { name: present }));
    await click(page.getByRole('menuitem', { name: 'All companies' }));
  }

  /** From the first thing that is missing: asks about one cost, and approves all of them. */
  async function approveAll(name: string, costs: number, isAsking: boolean): Promise<void> {
    await click(page.getByRole('link', { name: 'Approve or delete a cost' }).first());
    await dialog().waitFor();
    if (isAsking) {
      await click(dialog().getByRole('button', { name: 'Ask', exact: true }));
      const asking = dialog().filter({ hasText: 'Questions about this document' }).last();
      await asking.getByLabel('Question').waitFor();
      await type(QUESTION);
      await press('Control+Enter');
      await asking.getByText('Waits for an answer').waitFor();
      await assertAccessible(page, 'questions about a cost');
      await press('Escape');
    }
    for (let left = costs; left > 0; left -= 1) {
      const approve = dialog().getByRole('button', { name: /^Approve/ });
      const label = (await approve.textContent()) ?? '';
      await press('Control+Enter');
      await dialog().getByRole('button', { name: label, exact: true }).waitFor({ state: 'detached' });
    }
    await dialog().waitFor({ state: 'detached' });
    await openClients(name);
    await click(row(name).getByLabel(`Open: ${name}`));
  }

  /** Locks the period, hands its return in, and fetches the ZIP. */
  async function settle(isWatched: boolean): Promise<void> {
    await click(button('Lock the period'));
    await click(dialog().getByRole('button', { name: 'Lock the period' }));
    await toast('The period is locked');
    await click(button('Submit to the tax office'));
    await click(dialog().getByRole('button', { name: 'Submit to the tax office' }));
    await toast('The tax office has the return');
    await dialog().waitFor({ state: 'detached' });
    await click(button('For the accountant (ZIP)'));
    const ready = page.getByRole('link', { name: /^Download/ });
    for (let tries = 0; tries < 20 && !(await ready.isVisible()); tries += 1) {
      await runJobs(desk.kvitt);
      await page.waitForTimeout(200);
    }
    if (isWatched) await assertAccessible(page, 'a return that was submitted');
    const download = page.waitForEvent('download');
    await click(ready);
    const stream = await (await download).createReadStream();
    const files = unzip(Buffer.concat(await Array.fromAsync(stream)));
    assert.ok(files.has('README.md') && files.has('invoices/1.pdf'), [...files.keys()].join());
  }

  test('asks a question, which the owner finds and answers', async () => {
    const [{ seller } = { seller: undefined }] = clients;
    assert.ok(seller);
    const [asked] = await seller.ok('get-questions');
    assert.deepEqual([asked.question, asked.state, asked.document.kind], [QUESTION, 'open', 'cost']);
    const owner = await desk.signIn(seller.username);
    await owner.goto(`/console/questions?open=${asked.guid}`);
    await owner.getByLabel('Answer', { exact: true }).fill('Yes, with Anna');
    await owner.getByRole('button', { name: 'Answer', exact: true }).click();
    await owner.getByText('Yes, with Anna').first().waitFor();
    await assertAccessible(owner, 'an answered question');
    assert.equal((await seller.ok('get-question', { guid: asked.guid })).answers[0].answer, 'Yes, with Anna');
  });

  test('sees no error in the console of the browser', () => {
    assert.deepEqual(desk.complaints, []);
  });
});
