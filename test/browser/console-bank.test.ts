import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  camtStatement,
  camtText,
  csvStatement,
  csvText,
  type FileLine,
  nextAccountNo,
} from '../support/bank-files.ts';
import { bankMonth } from '../support/bank-month.ts';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { signInToConsole } from '../support/console-client.ts';
import { assertAccessible, assertTidy, confirmed, Desk, visit } from '../support/desk.ts';
import { until } from '../support/until.ts';

/** A month is short unless another one is asked for. */
const MONTH = Number(process.env.KVITT_DESK_LINES ?? 20);
const MONTH_SEED = Number(process.env.KVITT_DESK_SEED ?? 7);

interface BookedAction {
  type: string;
  code?: string;
  allocations?: { invoice_guid: string }[];
}

/** Whether a proposal is about these invoices and no others. */
function sameNumbers(title: string, numbers: readonly string[]): boolean {
  const named = [...title.matchAll(/#(\d+)/g)].map(([, number]) => number);
  return named.length === numbers.length && numbers.every((number) => named.includes(number));
}

describe('the bank in the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let page: Page;
  let account: { guid: string };
  let accountNo: string;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
    page = await desk.signIn(seller.username);
    accountNo = nextAccountNo();
  });
  after(() => desk.close());

  const issue = async (name: string, amount: number) => {
    const customer = { name, output_select: '4' };
    const items = [line({ qty: 1, unit_price: amount, tax: 'Z' })];
    const guid = await seller.ok('create-invoice', { data: invoice({ customer, items, amount }) });
    return seller.ok('get-invoice', { guid });
  };
  const receive = (lines: readonly FileLine[], opening?: number) =>
    seller.ok('import-bank-statement', {
      bank_account_guid: account.guid,
      file: csvStatement(lines, opening === undefined ? {} : { opening }),
    });
  const lines = (state: string) => seller.ok('get-bank-lines', { bank_account_guid: account.guid, state });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const left = (n: number) =>
    page.getByRole('status').filter({ hasText: new RegExp(`^${n} transactions? left$`) });

  /** Presses keys, and counts them. */
  let pressed = 0;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      pressed += 1;
    }
  };

  test('an account is added, and the columns of an unknown file are mapped on a preview', async () => {
    await visit(page, '/console/bank');
    await page.getByRole('link', { name: 'New bank account' }).click();
    const form = dialog('New bank account');
    await form.getByLabel('Name').fill('Velta');
    await form.getByLabel('Account number or IBAN').fill('12');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('must be the twelve digits of a bank account').first().waitFor();
    await form.getByLabel('Account number or IBAN').fill(accountNo);
    await confirmed(page, 'Saved', () => form.getByRole('button', { name: 'Save' }).click());
    [account] = await seller.ok('get-bank-accounts');
    await assertAccessible(page, 'the bank accounts');
    await page.getByRole('link', { name: 'Import statement' }).click();
    const text = csvText([{ booked_on: '2026-03-01', amount: 7000, text: 'Gamalt', reference: 'R1' }])
      .replace('Dags', 'Alfa')
      .replace('Upphæð', 'Beta');
    const upload = dialog('Import statement');
    const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await upload.locator('input[type=file]').setInputFiles(file);
    await upload.getByText('The columns of the file are not known').waitFor();
    await upload.getByLabel('Alfa').selectOption('Day');
    await upload.getByLabel('Beta').selectOption('Amount');
    await upload
      .getByText('Transactions from 1 Mar 2026 to 1 Mar 2026: 1. New: 1. Known already: 0.')
      .waitFor();
    await upload.getByText('ISK 7,000').waitFor();
    await assertAccessible(page, 'the preview of a statement');
    await confirmed(page, '1 new transaction', () =>
      upload.getByRole('button', { name: 'Import statement' }).click(),
    );
    await page.getByText('Gamalt').first().waitFor();
  });

  test('a line is booked in two parts by search, and unbooked', async () => {
    const { number } = await issue('Fundinn ehf.', 6000);
    await page.getByRole('button', { name: 'Find or split…' }).focus();
    await press('f');
    const form = dialog('What is it?');
    await form.getByRole('combobox', { name: 'Number of an invoice' }).fill(number);
    await page.getByRole('option', { name: `#${number} · Fundinn ehf.` }).click();
    await form.getByLabel('Amount').fill('6000');
    await form.getByRole('button', { name: 'Split: add a part' }).click();
    const second = form.getByRole('group', { name: 'Part 2' });
    await second.getByLabel('Booked under').selectOption('Interest');
    await assertAccessible(page, 'the dialog that books');
    await form.getByRole('button', { name: 'Book' }).click();
    await page.getByText('Everything is booked').waitFor();
    const [booked] = await lines('booked');
    assert.deepEqual(
      booked.booking.actions.map(({ type, amount }: { type: string; amount: number }) => [type, amount]),
      [
        ['payment', 6000],
        ['other', 1000],
      ],
    );
    await visit(page, '/console/bank?state=booked');
    await page.getByRole('row', { name: /Gamalt/ }).click();
    await page.getByRole('button', { name: 'Unbook' }).click();
    const question = page.getByRole('dialog', { name: 'Unbook' });
    await question.getByLabel('Reason').fill('Rangt');
    await confirmed(page, 'Reopened', () => question.getByRole('button', { name: 'Unbook' }).click());
    await visit(page, '/console/bank');
    await page.getByText('Was unbooked: Rangt').waitFor();
  });

  test('a statement is booked by at most 1.3 keys for a line, and the balance shows what remains', async () => {
    const names = ['Anna', 'Birna', 'Davíð', 'Elín', 'Finnur', 'Gunna'];
    const invoices = [];
    for (const [at, name] of names.entries()) invoices.push(await issue(`${name} ehf.`, 10_000 + at * 1000));
    const twin = await issue('Tvífari ehf.', 50_000);
    await issue('Hinn ehf.', 50_000);
    await receive(
      [
        { booked_on: '2026-03-01', amount: 7000, text: 'Gamalt', reference: 'R1' },
        ...invoices.map(({ number }, at) => ({
          booked_on: '2026-03-02',
          amount: 10_000 + at * 1000,
          text: `Reikningur ${number}`,
        })),
        // Two owe this sum; the second proposal is the right one.
        { booked_on: '2026-03-03', amount: 50_000, text: 'Millifært' },
        { booked_on: '2026-03-04', amount: -500, text: 'Færslugjald 1' },
        { booked_on: '2026-03-04', amount: -600, text: 'Færslugjald 2' },
        { booked_on: '2026-03-05', amount: -90_000, text: 'Laun mars' },
        { booked_on: '2026-03-06', amount: -1, text: 'Óþekkt' },
      ],
      100_000,
    );
    // What the browser has read before does not show a file that a program has imported since.
    await page.reload();
    await left(12).waitFor();
    pressed = 0;
    await press('i', 'Enter');
    await left(11).waitFor();
    // The keys come faster than the server answers.
    await press('Enter', 'Enter', 'Enter', 'Enter', 'Enter', 'Enter');
    await left(5).waitFor();
    const current = page.locator('li[aria-current]');
    const index = await current
      .getByRole('button', { pressed: false })
      .filter({ hasText: 'Tvífari' })
      .count();
    if (index > 0) await press('2');
    await press('Enter');
    await left(4).waitFor();
    await page.getByRole('button', { name: 'Book all like this (2)' }).click();
    pressed += 1;
    await left(2).waitFor();
    await press('Enter');
    await left(1).waitFor();
    await press('i', 'Enter');
    await page.getByText('Everything is booked').waitFor();
    assert.ok(pressed <= 1.3 * 12, `${pressed} keys for 12 lines`);
    await page.getByText('2 set aside').waitFor();
    await page.getByText('They differ by ISK 6,999:').waitFor();
    assert.equal((await seller.ok('get-invoice', { guid: twin.guid })).status, 'Paid');
    for (const { guid } of invoices)
      assert.equal((await seller.ok('get-invoice', { guid })).status, 'Paid', guid);
    const booked = await lines('booked');
    assert.deepEqual(
      booked.map(({ booking }: any) => booking.actions[0].type).sort(),
      ['fee', 'fee', 'other', ...Array(7).fill('payment')].sort(),
    );
  });

  test(`a month of ${MONTH} lines is booked correctly, with at most 1.3 keys for each`, async (t) => {
    seller = await desk.kvitt.account();
    account = await seller.ok('create-bank-account', {
      data: { name: 'Mánuður', account_no: nextAccountNo() },
    });
    const month = await bankMonth(MONTH, MONTH_SEED, issue);
    await receive(
      month.map(({ line }) => line),
      5_000_000,
    );
    page = await desk.signIn(seller.username);
    await visit(page, '/console/bank');
    pressed = 0;
    for (const { line, numbers, isIgnored } of month) {
      const current = page.locator('li[aria-current]', { hasText: line.text ?? '' });
      await current.waitFor();
      if (isIgnored) {
        await press('i');
        await page.getByRole('dialog').waitFor();
        await press('Enter');
        continue;
      }
      const titles = await current.locator('ul button span span:first-child').allInnerTexts();
      const index = titles.findIndex((title) => sameNumbers(title, numbers));
      assert.ok(index >= 0, `${line.text}: ${titles.join(' | ')}`);
      if (index > 0) await press(String(index + 1));
      await press('Enter');
    }
    await page.getByText('Everything is booked').waitFor();
    // The last answers of the server are still on their way.
    await until('every line is stored', async () => (await lines('open')).length === 0);
    t.diagnostic(`${pressed} keys for ${MONTH} lines`);
    assert.ok(pressed <= 1.3 * MONTH, `${pressed} keys for ${MONTH} lines`);
    const stored = new Map<string, { state: string; booking: { actions: BookedAction[] } | null }>();
    for (const one of await seller.ok('get-bank-lines', { limit: 500 })) stored.set(one.text, one);
    for (const { line, truth } of month) {
      const found = stored.get(line.text ?? '');
      const done = found?.booking?.actions.map(({ type, code, allocations = [] }) =>
        [type, code, ...allocations.map(({ invoice_guid }) => invoice_guid).sort()].filter(Boolean),
      );
      assert.deepEqual(done ?? found?.state, truth, line.text);
    }
    const [compared] = (await (await signInToConsole(seller)).ok('compare-bank-accounts')).accounts;
    assert.deepEqual([compared.open.count, compared.unexplained], [0, 0]);
  });

  test('what was booked can be undone, and another line does not offer the same invoice meanwhile', async () => {
    const patient = await desk.kvitt.account();
    seller = patient;
    account = await seller.ok('create-bank-account', { data: { name: 'Sími', account_no: nextAccountNo() } });
    const { guid, number } = await issue('Anna ehf.', 12_000);
    await receive([
      { booked_on: '2026-03-02', amount: 12_000, text: `Reikningur ${number}`, name: 'Anna ehf.' },
      { booked_on: '2026-03-03', amount: 12_000, text: `Reikningur ${number} aftur`, name: 'Anna ehf.' },
    ]);
    page = await desk.signIn(patient.username, { undo: true, phone: true, lang: 'is' });
    await visit(page, '/console/bank');
    await page.getByRole('button', { name: 'Bóka', exact: true }).waitFor();
    await page
      .getByText(`Textinn nefnir reikning ${number}; upphæðin er nákvæmlega eftirstöðvarnar`)
      .waitFor();
    await assertTidy(page, 'the desk on a phone');
    await assertAccessible(page, 'the desk on a phone');
    await page.keyboard.press('Enter');
    await page.getByText('1 færsla eftir').waitFor();
    await page.getByText('nýnotað í annarri færslu').first().waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('2 færslur eftir').waitFor();
    assert.equal((await lines('open')).length, 2);
    assert.equal((await seller.ok('get-invoice', { guid })).remaining, 12_000);
  });

  test('a file finds its account, and missing days are shown until they are imported', async () => {
    seller = await desk.kvitt.account();
    const numbers = [nextAccountNo(), nextAccountNo()];
    for (const [at, account_no] of numbers.entries())
      await seller.ok('create-bank-account', {
        data: { name: at === 0 ? 'Velta' : 'Sparnaður', account_no },
      });
    const month = (of: string, amount: number) => [{ booked_on: `2026-${of}-10`, amount, text: 'Vextir' }];
    const savings = { account: numbers[1] ?? '', opening: 1000 };
    await seller.ok('import-bank-statement', { file: camtStatement(month('01', 500), savings) });
    page = await desk.signIn(seller.username);
    await visit(page, '/console/bank?import=1');
    const upload = dialog('Import statement');
    const choose = (text: string) =>
      upload
        .locator('input[type=file]')
        .setInputFiles({ name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from(text) });
    await choose(csvText(month('03', 40)));
    await upload.getByText('The file does not say which account it is of. Choose it.').waitFor();
    await choose(camtText(month('03', 40), { ...savings, opening: 1200 }));
    const missing = 'Transactions of ISK −300 are missing (10 Jan 2026 – 10 Mar 2026).';
    await upload.getByText(missing).waitFor();
    await upload.getByRole('status').getByText('Sparnaður').waitFor();
    await assertAccessible(page, 'the preview of a statement after a gap');
    const store = () => upload.getByRole('button', { name: 'Import statement' }).click();
    await confirmed(page, '1 new transaction', store);
    await page.getByRole('region', { name: 'Sparnaður' }).getByText(missing).waitFor();
    await assertTidy(page, 'the desk with a gap');
    await visit(page, '/console/bank/accounts');
    await page
      .getByRole('row', { name: /Sparnaður/ })
      .getByText(missing)
      .waitFor();
    await assertAccessible(page, 'the accounts with a gap');
    await assertTidy(page, 'the accounts with a gap');
    await visit(page, '/console/bank?import=1');
    await choose(camtText(month('02', -300), { ...savings, opening: 1500 }));
    await confirmed(page, '1 new transaction', store);
    await page.getByRole('region', { name: 'Sparnaður' }).waitFor();
    await page.getByText(missing).waitFor({ state: 'detached' });
  });

  test('the pages of the bank log no error in the console of the browser', () =>
    // The refused number of an account and the unknown columns.
    assert.deepEqual(
      desk.complaints.filter((text) => !/status of 4\d\d/.test(text)),
      [],
    ));
});
