import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { CDPSession, Locator, Page } from 'playwright-core';
import { noBrowser, PATIENCE_MS } from '../support/browser.ts';
import type { Client } from '../support/client.ts';
import { databases } from '../support/databases.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';
import { invoicesSql } from '../support/many-invoices.ts';
import { copiesSql } from '../support/many-records.ts';

const MAX_MS = 1000;
const ROUNDS = 5;
/** On one page of a list. */
const MAX_ROWS = 200;
/** Where the page must be loaded anew each time, or it would remember the answer. */
const FEWER = 3;
/** Each pass is first with a page that remembers nothing. */
const PASSES = 3;

/** Two customers, and a third of the invoices paid, so that every filter has something to leave out. */
const varied = (username: string) => `
  insert into customers (account_id, guid, name, output_select, due_days, settlement_days, lang, currency)
  select account_id, gen_random_uuid(), 'Annar ehf.', 4, 14, 21, 'is', 'ISK' from accounts where username = '${username}';
  update invoices i set customer_id = c.id,
    buyer = (i.buyer::jsonb || jsonb_build_object('guid', c.guid, 'name', c.name))::json
  from customers c where c.account_id = i.account_id and c.name = 'Annar ehf.' and i.number % 100 = 0;
  update invoices set status = 'Paid', paid_amount = amount, paid_on = due_date where number % 3 = 0;
  analyze invoices`;

interface Shown {
  rows: number;
  /** Every row has it. */
  text: string;
}

interface Took {
  wall: number;
  /** Processor time of the page and of the service with its embedded database. */
  work: number;
}

for (const kind of databases()) {
  describe(`the console with ten thousand invoices (${kind})`, { skip: noBrowser() ?? false }, () => {
    const desk = new Desk();
    let seller: Client;
    let page: Page;
    let inside: CDPSession;
    before(async () => {
      await desk.open(kind);
      seller = await desk.kvitt.account();
      await desk.kvitt.service.engine.kernel.db.transaction((tx) =>
        tx.script(`${invoicesSql(seller.username, 10_000)}; ${varied(seller.username)}`),
      );
      page = await desk.signIn(seller.username);
      inside = await page.context().newCDPSession(page);
      await inside.send('Performance.enable', { timeDomain: 'threadTicks' });
    });
    after(() => desk.close());

    const pageWork = async () => {
      const { metrics } = await inside.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    };

    /** From the press to the frame in which the rows stand there. */
    const timed = async (target: Locator, typed: string | null, shown: Shown): Promise<Took> => {
      await target.waitFor();
      const [pageBefore, before] = [await pageWork(), process.cpuUsage()];
      const wall = await target.evaluate(pressed, { typed, ...shown, patience: PATIENCE_MS });
      const { user, system } = process.cpuUsage(before);
      return { wall, work: (await pageWork()) - pageBefore + (user + system) / 1000 };
    };

    const rounds = async (
      t: TestContext,
      what: string,
      one: (round: number) => Promise<Took>,
      { times = ROUNDS, first = async () => {} } = {},
    ) => {
      let least = Number.POSITIVE_INFINITY;
      // On a machine that does much else the clock tells of that, and even the work takes longer than it does
      // alone; a screen that is slow is so in every pass.
      for (let pass = 0; pass < PASSES && least >= MAX_MS; pass += 1) {
        await first();
        const took: Took[] = [];
        for (let round = 0; round < times; round += 1) took.push(await one(round));
        const wall = median(took.map((each) => each.wall));
        const work = median(took.map((each) => each.work));
        t.diagnostic(`${what}: ${Math.round(wall)} ms, ${Math.round(work)} ms of work`);
        assert.ok(Number.isFinite(wall) && work > 0, `${what} was not measured`);
        least = Math.min(least, wall, work);
      }
      assert.ok(least < MAX_MS, `${what} took ${Math.round(least)} ms`);
    };

    /** Nothing of it is in the browser's memory yet. */
    const anew = async (path: string) => {
      await page.goto(`/console${path}`);
      await page.locator('h1').waitFor();
      await page.locator('.pulse').first().waitFor({ state: 'detached' });
    };

    const anewWithFilters = async () => {
      await anew('/invoices');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
    };

    test('opens the list in less than a second', (t) =>
      rounds(t, 'opening', async () => {
        await anew('');
        const link = page.getByRole('link', { name: 'Invoices', exact: true });
        return timed(link, null, { rows: 50, text: 'ehf.' });
      }));
    test('filters by tab in less than a second', (t) =>
      rounds(
        t,
        'a tab',
        async () => {
          await anew('/invoices');
          const tab = page.getByRole('button', { name: /^Paid/ });
          return timed(tab, null, { rows: 50, text: 'Paid' });
        },
        { times: FEWER },
      ));
    test('finds a number in less than a second', (t) =>
      rounds(
        t,
        'a number',
        async (round) =>
          timed(page.getByRole('searchbox'), String(9000 + round), { rows: 1, text: `#${9000 + round}` }),
        { first: () => anew('/invoices') },
      ));
    test('finds a name in less than a second', (t) => {
      const parts = ['annar', 'kaupandi', 'nnar e', 'aupandi e', 'nar ehf'];
      return rounds(
        t,
        'a name',
        async (round) =>
          timed(page.getByRole('searchbox'), parts[round] ?? '', {
            rows: 50,
            text: round % 2 === 0 ? 'Annar ehf.' : 'Kaupandi ehf.',
          }),
        { first: () => anew('/invoices') },
      );
    });
    // Newest first, and each day has more than a page.
    test('filters by days in less than a second', (t) =>
      rounds(
        t,
        'a day',
        async (round) =>
          timed(page.getByRole('textbox', { name: 'To', exact: true }), `0${round + 1}/02/2026`, {
            rows: 50,
            text: `${round + 1} Feb 2026`,
          }),
        { first: anewWithFilters },
      ));
    test('filters by customer in less than a second', (t) =>
      rounds(
        t,
        'a customer',
        async () => {
          await anewWithFilters();
          await page.getByRole('combobox', { name: 'Customer' }).click();
          const option = page.getByRole('option', { name: /Annar ehf/ });
          return timed(option, null, { rows: 50, text: 'Annar ehf.' });
        },
        { times: FEWER },
      ));
    test('turns pages, and scrolls through one without a long task', async () => {
      await anew('/invoices');
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('51–100 of 10,000').waitFor();
      let stops = [0];
      // Another program may hold the machine up; the page itself does so every time or never.
      for (let pass = 0; pass < 3 && stops.length > 0; pass += 1) {
        stops = await page.evaluate(scrolled);
      }
      assert.deepEqual(stops, []);
    });
  });
}

describe('the console with a thousand records of every other kind', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let page: Page;
  before(async () => {
    await desk.open();
    const seller = await desk.kvitt.account();
    await openBooks(seller);
    await desk.kvitt.service.engine.kernel.db.transaction((tx) =>
      tx.script(copiesSql(seller.username, 10_000)),
    );
    page = await desk.signIn(seller.username);
  });
  after(() => desk.close());

  const LISTS = [
    'customers',
    'items',
    'costs',
    'tasks',
    'drafts',
    'quotes',
    'orders',
    'recurring',
    'selling',
  ];
  for (const list of LISTS)
    test(`shows one page of ${list}, and turns to the next`, async () => {
      await visit(page, `/console/${list}`);
      const rows = page.locator('main table').first().locator('tbody tr');
      await rows.nth(40).waitFor();
      const count = await rows.count();
      assert.ok(count <= MAX_ROWS);
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText(new RegExp(`^${count + 1}–`)).waitFor();
      await rows.nth(40).waitFor();
      assert.ok((await rows.count()) <= MAX_ROWS);
    });

  test('selects the rows of all pages also where their number is not counted', async () => {
    await visit(page, '/console/drafts');
    await page.locator('main thead input[type=checkbox]').check();
    await page.getByRole('button', { name: 'Choose those on all pages' }).waitFor();
  });
});

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.POSITIVE_INFINITY;
}

// These run in the page, whose names are not known here.

async function pressed(
  element: any,
  { typed, rows, text, patience }: Shown & { typed: string | null; patience: number },
): Promise<number> {
  const { document, performance, requestAnimationFrame, HTMLInputElement, Event } = globalThis as any;
  const since = performance.now();
  if (typed === null) element.click();
  else {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, typed);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const findRows = (): any[] => [...document.querySelectorAll('table[aria-label="Invoices"] tbody tr')];
  const stands = () => {
    const shown = findRows();
    return (
      shown.length === rows &&
      shown.every((row) => row.textContent.includes(text)) &&
      document.querySelector('.opacity-60 table') === null
    );
  };
  do {
    await new Promise((done) => requestAnimationFrame(done));
    if (performance.now() - since > patience)
      throw new Error(`${findRows().length} rows, not ${rows} with ${text}: ${findRows()[0]?.textContent}`);
  } while (!stands());
  await new Promise((done) => requestAnimationFrame(done));
  return performance.now() - since;
}

async function scrolled(): Promise<number[]> {
  const { document, PerformanceObserver, requestAnimationFrame, scrollTo } = globalThis as any;
  const stops: number[] = [];
  const watch = new PerformanceObserver((list: any) => {
    for (const { duration } of list.getEntries()) if (duration > 100) stops.push(duration);
  });
  watch.observe({ type: 'longtask' });
  for (let y = 0; y < document.documentElement.scrollHeight; y += 120) {
    scrollTo(0, y);
    await new Promise((done) => requestAnimationFrame(done));
  }
  watch.disconnect();
  return stops;
}
