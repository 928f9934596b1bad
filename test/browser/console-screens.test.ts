import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { noBrowser } from '../support/browser.ts';
import { type Client, invoice, line } from '../support/client.ts';
import { assertAccessible, assertTidy, Desk, settled, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';

const SCREENS = [
  '',
  'invoices',
  'payments',
  'customers',
  'items',
  'drafts',
  'quotes',
  'orders',
  'recurring',
  'costs',
  'tasks',
  'selling',
  'reports',
  'reports?view=vat',
  'reports?view=aged&day=2025-12-31',
  'clients',
  'questions',
  'vat',
  'vat?period=2025-02&box=output_24',
  'vat-kinds',
  'journal',
  'journal?state=unsent',
  'proposals',
  'apps',
  'settings',
  'settings/company',
  'settings/bank',
  'settings/documents',
  'settings/delivery',
  'settings/mail',
  'invoices/new',
  'recurring/new',
  'inbox',
  'nowhere',
];

/** Sheets, dialogs and pages of one record. */
const recordScreens = (books: Books) => [
  `invoices?open=${books.invoice}`,
  `invoices?open=${books.invoice}&ask=paid`,
  `invoices?open=${books.invoice}&ask=write-off`,
  `invoices?open=${books.creditedInvoice}`,
  `invoices?open=${books.creditedInvoice}&ask=apply`,
  `invoices?open=${books.writtenOff}`,
  'payments?new=1',
  `questions?open=${books.question}`,
  `payments?open=${books.payment}`,
  `payments?open=${books.payment}&ask=reverse`,
  `payments?open=${books.surplus}&ask=allocate`,
  `payments?open=${books.surplus}&ask=pay-back`,
  `customers/${books.customer}?view=payments`,
  `customers/${books.customer}?ask=payment`,
  `drafts/${books.orderDraft}`,
  `quotes?open=${books.quote}`,
  'quotes/new',
  `orders?open=${books.order}`,
  `recurring?open=${books.recurring}`,
  'customers?new=1',
  `customers/${books.customer}`,
  `customers/${books.customer}?view=statement`,
  `customers/${books.customer}?view=notes`,
  `customers/${books.customer}?view=timeline`,
  `items?open=${books.item}`,
  `costs?open=${books.cost}`,
  `tasks?open=${books.task}`,
  'tasks?new=1',
  'selling?new=1',
  `selling?open=${books.event}`,
  'webhooks',
  'settings/people',
  'settings/bookkeepers',
];

/** Everything that has a name gets one of 200 letters without a space, which no line can be broken at. */
function lengthenNames(username: string): string {
  const name = `'${'Langanafnafélagið'.repeat(12).slice(0, 200)}'`;
  const mine = `where account_id = (select account_id from accounts where username = '${username}')`;
  const buyer = `buyer = (buyer::jsonb || jsonb_build_object('name', ${name}))`;
  return `
    update customers set name = ${name} ${mine};
    update items set description = ${name} ${mine};
    update costs set supplier_name = ${name}, description = ${name} ${mine};
    update tasks set name = ${name}, project_name = ${name} ${mine};
    update people set name = ${name} ${mine};
    update invoices set ${buyer}::json ${mine};
    update sales_documents set ${buyer} ${mine};
    update recurring_schedules set name = ${name} ${mine};
    update clients set name = ${name} where client_id in (select client_id from grants ${mine});
    update webhooks set description = ${name} ${mine};
    update accounts set name = ${name} ${mine}`;
}

describe('every screen of the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let seller: Client;
  let books: Books;
  before(async () => {
    await desk.open();
    seller = await desk.kvitt.account();
    books = await openBooks(seller);
    const sum = {
      amount: 12_400_000_000,
      items: [line({ item_number: 'SKU-9', qty: 10, unit_price: 1_000_000_000 })],
    };
    await seller.ok('create-invoice', { data: invoice({ ...sum, customer: { guid: books.customer } }) });
    const { db } = desk.kvitt.service.engine.kernel;
    await db.transaction((tx) => tx.script(lengthenNames(seller.username)));
  });
  after(() => desk.close());

  const looks = [
    { lang: 'is', dark: false, phone: false, by: 'its address' },
    { lang: 'en', dark: true, phone: true, by: 'a link' },
  ] as const;
  for (const look of looks) {
    const name = `${look.lang}, ${look.dark ? 'dark' : 'light'}, ${look.phone ? 'phone' : 'desktop'}, opened by ${look.by}`;
    test(`is accessible and tidy (${name})`, async () => {
      const page = await desk.signIn(seller.username, look);
      for (const screen of look.phone ? [...SCREENS, ...recordScreens(books)] : SCREENS) {
        const path = `/console/${screen}`;
        await (look.by === 'a link' ? visit(page, path) : page.goto(path));
        await settled(page);
        await assertTidy(page, screen);
        const { nameless, cards, figures } = await page.evaluate(findFaults);
        assert.equal(nameless, 0, `${screen} (${name}) has checkboxes without the name of their row`);
        assert.deepEqual(cards, [], `${screen} (${name}) cuts rows off`);
        assert.deepEqual(figures, [], `${screen} (${name}) has figures beyond their card`);
        await assertAccessible(page, `${screen} (${name})`);
      }
      await page.context().close();
    });
  }
  test('has the whole navigation in view on a laptop', async () => {
    const page = await desk.signIn(seller.username, { lang: 'is' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, '/console/settings');
    const navigation = page.getByRole('navigation', { name: 'Valmynd' });
    const hidden = await navigation.evaluate((one: any) => one.scrollHeight - one.clientHeight);
    assert.equal(hidden, 0, `${hidden} pixels of the navigation are out of view`);
    await page.context().close();
  });
  test('makes no request that the content security policy forbids', () =>
    assert.deepEqual(
      desk.complaints.filter((one) => !/404/.test(one)),
      [],
    ));
});

/** Runs in the page. */
function findFaults(): { nameless: number; cards: string[]; figures: string[] } {
  const { document } = globalThis as any;
  const all = (selector: string): any[] => [...document.querySelectorAll(selector)];
  // Rows of lists on a phone that reach beyond their card, which hides the rest of them.
  const cards = all('main ul[aria-label] > li > *, main ul[aria-label] > li > button > *').filter((part) => {
    const list = part.closest('ul').getBoundingClientRect();
    return part.getBoundingClientRect().right > list.right + 1 || part.scrollWidth > part.clientWidth + 1;
  });
  // The large figures of cards that are wider than their card.
  const figures = all('main a .figure, main dl .figure').filter(
    (figure) => figure.scrollWidth > figure.clientWidth + 1,
  );
  return {
    nameless: all('[aria-label="Velja: "], [aria-label="Choose "]').length,
    cards: cards.map((part) => part.textContent.slice(0, 60)),
    figures: figures.map((figure) => figure.textContent),
  };
}
