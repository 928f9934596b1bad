import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser } from '../support/browser.ts';
import { Desk, visit } from '../support/desk.ts';
import { openBooks } from '../support/endpoints/books.ts';
import type { Books } from '../support/endpoints/case.ts';
import { type FormState, readForm } from '../support/form-state.ts';
import { PASSWORD } from '../support/person.ts';

/** Reads, and writes that only the person's own screen notices. */
const READS = /^(session|find-|get-|preview-|show-|start-second-factor)/;
/** What leaves the company, grants access or cannot be taken back. */
const IRREVERSIBLE =
  /^(create-invoice|issue-|accept-|approve-|resend-|remind-|send-|do-paid|delete-|stop-|invite-|rotate-|start-invoice-numbers|create-webhook)/;

interface FormCase {
  name: string;
  /** Opens the form; the books name the records. */
  open(page: Page, books: Books): Promise<void>;
  /** The fields that are marked when nothing was typed; left out where that is allowed. */
  empty?: readonly string[];
  /** Values that the server refuses, by the labels of their fields, which are then marked. */
  wrong: Readonly<Record<string, string>>;
  /** The marked fields, where they are not those with the wrong values. */
  marked?: readonly string[];
}

const at = (path: (books: Books) => string, ...presses: readonly (string | RegExp)[]) => {
  return async (page: Page, books: Books) => {
    await visit(page, `/console/${path(books)}`);
    for (const name of presses) await page.getByRole('button', { name, exact: true }).first().click();
  };
};
const chooseCustomer = async (page: Page) => {
  await page.getByRole('button', { name: /^Customer:/ }).click();
  await page.locator('[cmdk-item]').first().click();
};
const editor = (path: string) => async (page: Page) => {
  await visit(page, `/console/${path}/new`);
  await page.getByRole('button', { name: /^Item of line 1/ }).waitFor();
};
/** An editor with a customer and a free line, whose fields can be wrong. */
const filledEditor = (path: string) => async (page: Page) => {
  await editor(path)(page);
  await chooseCustomer(page);
  await page.getByRole('button', { name: /^Item of line 1/ }).click();
  await page.keyboard.type('Vinna');
  await page.getByRole('option', { name: 'Free line: Vinna' }).click();
  await page.getByLabel('Unit price 1').fill('1000');
};
const LONG_DATE = { 'Issue date': 'abc' };
const WRONG_LINE = { 'Quantity 1': 'x', 'Unit price 1': 'y', Discount: 'z' };
const EMPTY_EDITOR = ['Customer: Choose a customer', 'Item of line 1: Choose an item'];

const FORMS: readonly FormCase[] = [
  { name: 'new invoice', open: editor('invoices'), empty: EMPTY_EDITOR, wrong: LONG_DATE },
  {
    name: 'invoice',
    open: filledEditor('invoices'),
    wrong: { ...LONG_DATE, ...WRONG_LINE },
  },
  {
    name: 'quote',
    open: filledEditor('quotes'),
    wrong: { 'Valid until': 'abc', 'Due, days from issue': '9999' },
  },
  { name: 'order', open: filledEditor('orders'), wrong: WRONG_LINE },
  {
    name: 'recurring invoice',
    open: filledEditor('recurring'),
    empty: ['Name', 'Start date'],
    wrong: { 'Start date': 'abc', 'Number of invoices': '-1' },
    marked: ['Name', 'Start date', 'Number of invoices'],
  },
  {
    name: 'change of a draft',
    open: at(({ orderDraft }) => `drafts/${orderDraft}`),
    wrong: { 'Quantity 1': 'x' },
  },
  {
    name: 'customer',
    open: at(() => 'customers?new=1'),
    empty: ['Name'],
    wrong: { Name: 'x', Kennitala: '1234567890', 'E-mail': 'x' },
    marked: ['Kennitala', 'E-mail'],
  },
  {
    name: 'item',
    open: at(() => 'items?new=1'),
    empty: ['Description', 'Unit price excl. VAT'],
    wrong: { 'Unit price excl. VAT': 'x', 'Cost price': 'y' },
    marked: ['Description', 'Unit price excl. VAT', 'Cost price'],
  },
  {
    name: 'task',
    open: at(() => 'tasks?new=1'),
    empty: ['Task'],
    wrong: { Task: 'Verk' },
    marked: ['Customer: Choose a customer', 'Sold as: Choose an item'],
  },
  {
    name: 'time',
    open: at(({ task }) => `tasks?open=${task}`, 'Log time'),
    empty: ['Hours'],
    wrong: { Hours: '26' },
  },
  {
    name: 'selling page',
    open: at(() => 'selling?new=1'),
    empty: ['Name', 'Price incl. VAT'],
    wrong: { 'Price incl. VAT': 'x', 'Date of the event': 'abc', 'Starts at': '99:99', 'Days to pay': '99' },
    marked: ['Name', 'Price incl. VAT', 'Date of the event', 'Starts at', 'Days to pay'],
  },
  {
    name: 'credit note',
    open: at(({ invoice }) => `invoices?open=${invoice}&ask=credit`),
    wrong: { 'Quantity: A thing': '999' },
  },
  {
    name: 'sending an invoice again',
    open: at(({ invoice }) => `invoices?open=${invoice}&ask=resend`),
    wrong: { 'Another address': 'x' },
  },
  {
    name: 'sending a quote',
    open: at(({ quote }) => `quotes?open=${quote}`, 'Send quote'),
    wrong: { 'Another address': 'x' },
  },
  {
    name: 'contact',
    open: at(({ customer }) => `customers/${customer}`, 'Add contact'),
    empty: ['Name'],
    wrong: { 'E-mail': 'x' },
    marked: ['Name', 'E-mail'],
  },
  {
    name: 'saved view',
    open: async (page) => {
      await visit(page, '/console/invoices?tab=paid');
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: /^Save/ }).click();
    },
    empty: ['Name'],
    wrong: {},
  },
  {
    name: 'company',
    open: at(() => 'settings/company'),
    wrong: { 'E-mail': 'x' },
  },
  { name: 'bank', open: at(() => 'settings/bank'), wrong: { 'Bank account': '123' } },
  {
    name: 'new customers',
    open: at(() => 'settings/documents'),
    wrong: { 'Days to the due date': '-1', 'Days to the final due date': '9999' },
  },
  {
    name: 'reminders',
    open: at(() => 'settings/delivery'),
    wrong: { 'Reminder before the due date, days': '99', 'Reminder after the due date, days': '-1' },
  },
  {
    name: 'signature',
    open: at(() => 'settings/mail'),
    wrong: { 'Address for replies': 'x' },
  },
  {
    name: 'mail text',
    open: at(() => 'settings/mail'),
    wrong: { Subject: '{nothing}' },
  },
  {
    name: 'profile',
    open: at(() => 'settings'),
    wrong: { 'Your password': 'wrong' },
  },
  {
    name: 'password',
    open: at(() => 'settings'),
    empty: ['Your password'],
    wrong: { 'New password': 'a long enough password', 'Your password': 'wrong' },
    marked: ['Your password'],
  },
  {
    name: 'next number',
    open: at(() => 'settings/documents', 'Set the next invoice number'),
    wrong: { 'Next number': 'x' },
  },
  {
    name: 'invitation',
    open: at(() => 'settings/people', 'Invite'),
    wrong: { 'E-mail': 'x', 'Your password': PASSWORD },
    marked: ['E-mail'],
  },
  {
    name: 'new api_key',
    open: at(() => 'apps', 'Create a new key'),
    empty: ['Your password'],
    wrong: { 'Your password': 'wrong' },
  },
  {
    name: 'bookkeeper',
    open: at(() => 'settings/bookkeepers', 'Add bookkeeper'),
    empty: ['Username of the bookkeeper in Kvitt'],
    wrong: {},
  },
  {
    name: 'webhook',
    open: at(() => 'webhooks', 'New webhook'),
    empty: ['Address'],
    wrong: { Address: 'x' },
  },
  {
    name: 'receipt',
    open: async (page, { cost }) => {
      await visit(page, `/console/costs?open=${cost}`);
      await page.getByRole('button', { name: 'Reopen' }).or(page.getByLabel('Supplier')).first().waitFor();
    },
    wrong: { Date: 'abc', Amount: 'x', 'VAT 24%': 'y' },
  },
];

describe('every form of the console', { skip: noBrowser() ?? false }, () => {
  const desk = new Desk();
  let page: Page;
  let books: Books;
  const sent: string[] = [];
  let isBlocked = false;

  before(async () => {
    await desk.open();
    const seller = await desk.kvitt.account({ vat_no: '145678' });
    books = await openBooks(seller);
    page = await desk.signIn(seller.username);
    page.setDefaultTimeout(5000);
    await page.route('**/console/api/*', (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
      if (!isBlocked || READS.test(name)) return route.fallback();
      sent.push(name);
      return route.fulfill({ status: 503, json: { error: 'busy', message: 'x', request_id: 'x' } });
    });
  });
  after(() => desk.close());

  const openForm = async ({ open, wrong, empty = [] }: FormCase): Promise<Locator> => {
    await open(page, books);
    const [label = ''] = [...Object.keys(wrong), ...empty];
    const field = page.getByLabel(labelled(label));
    const form = page.locator('form').filter({ has: field }).last();
    await form.waitFor();
    return form;
  };
  /** The button of a dialog stands outside of the form. */
  const submit = async (form: Locator) => {
    const id = await form.getAttribute('id');
    const button = id
      ? page.locator(`button[type=submit][form="${id}"]`)
      : form.locator('button[type=submit]');
    await button.click();
  };

  const pressEnterEverywhere = async (form: Locator) => {
    sent.length = 0;
    isBlocked = true;
    const fields = form.locator('input:not([type=checkbox],[type=radio],[type=file],[type=date]):enabled');
    for (const field of await fields.all()) await field.press('Enter');
    isBlocked = false;
    return sent.filter((name) => IRREVERSIBLE.test(name));
  };

  /** Waits for these marks; what is wrong with them afterwards is reported. */
  const assertRefused = async (form: Locator, marked: readonly string[], how: string) => {
    let state: FormState;
    const deadline = performance.now() + 4000;
    do state = await readForm(form);
    while (!isComplete(state, marked) && performance.now() < deadline);
    const labels = state.marked.map(({ label }) => label);
    assert.deepEqual(labels, marked, `${how}: fields that are marked, with the refusal ${state.alert?.text}`);
    const mute = state.marked.filter(({ description }) => description === '');
    assert.deepEqual(mute, [], `${how}: marked without a text`);
    const [first] = state.marked;
    assert.ok(first?.isFocused, `${how}: ${first?.label} has not the focus`);
    assert.ok(first.isInView, `${how}: ${first.label} is out of view`);
    assert.ok(state.alert?.isInView, `${how}: the refusal is out of view`);
    assert.ok(state.gap < 120, `${how}: the refusal stands ${state.gap} pixels from its button`);
  };

  for (const one of FORMS) {
    test(`${one.name}: Enter sends nothing for good, and each problem is shown at its field`, async () => {
      const form = await openForm(one);
      assert.deepEqual(await pressEnterEverywhere(form), []);
      if (one.empty) {
        await submit(form);
        await assertRefused(form, one.empty, 'empty');
      }
      if (Object.keys(one.wrong).length === 0) return;
      for (const [label, value] of Object.entries(one.wrong))
        await form.getByLabel(labelled(label)).fill(value);
      await submit(form);
      await assertRefused(form, one.marked ?? Object.keys(one.wrong), 'wrong');
    });
  }
});

function isComplete({ marked, alert }: FormState, labels: readonly string[]): boolean {
  const [first] = marked;
  return (
    marked.length === labels.length && first?.isFocused === true && first.isInView && alert?.isInView === true
  );
}

/** The label of a field that may be left out says so. */
function labelled(label: string): RegExp {
  return new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}( ?optional)?$`);
}
