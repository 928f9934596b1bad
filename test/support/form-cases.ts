import type { Page } from 'playwright-core';
import { visit } from './desk.ts';
import type { Books } from './endpoints/case.ts';
import { PASSWORD } from './person.ts';

export interface FormCase {
  name: string;
  /** The file and the component of the console that render the form. */
  of: string;
  /** Opens the form; the books name the records. */
  open(page: Page, books: Books): Promise<void>;
  /** The fields that are marked when nothing was typed; left out where that is allowed. */
  empty?: readonly string[];
  /** Values that the server refuses, by the labels of their fields, which are then marked. */
  wrong: Readonly<Record<string, string>>;
  /** The marked fields, where they are not those with the wrong values. */
  marked?: readonly string[];
  /** How the refusal of the wrong values begins, where a field is labelled otherwise than usual. */
  refusal?: RegExp;
  /** A field by which the form is found, where none can be wrong. */
  field?: string;
  /** What was typed is there again when the form is opened the next time. */
  keepsTyped?: true;
  /** The person has a second factor. */
  hasSecondFactor?: true;
}

const at = (path: (books: Books) => string, ...presses: readonly (string | RegExp)[]) => {
  return async (page: Page, books: Books) => {
    await visit(page, `/console/${path(books)}`);
    for (const name of presses) await page.getByRole('button', { name, exact: true }).first().click();
  };
};
const menu =
  (path: string, trigger: string | RegExp, item: string) =>
  async (page: Page): Promise<void> => {
    await visit(page, `/console/${path}`);
    await page.getByRole('button', { name: trigger }).first().click();
    await page.getByRole('menuitem', { name: item }).click();
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

const OWN_PASSWORD = ['Your password'];

export const FORMS: readonly FormCase[] = [
  {
    name: 'new invoice',
    of: 'invoices/editor#Editor',
    open: editor('invoices'),
    empty: EMPTY_EDITOR,
    wrong: LONG_DATE,
  },
  {
    name: 'invoice',
    of: 'invoices/editor#Editor',
    open: filledEditor('invoices'),
    wrong: { ...LONG_DATE, ...WRONG_LINE },
  },
  {
    name: 'quote',
    of: 'invoices/editor#Editor',
    open: filledEditor('quotes'),
    wrong: { 'Valid until': 'abc', 'Due, days from issue': '9999' },
  },
  { name: 'order', of: 'invoices/editor#Editor', open: filledEditor('orders'), wrong: WRONG_LINE },
  {
    name: 'recurring invoice',
    of: 'invoices/editor#Editor',
    open: filledEditor('recurring'),
    empty: ['Name', 'Start date'],
    wrong: { 'Start date': 'abc', 'Number of invoices': '-1' },
    marked: ['Name', 'Start date', 'Number of invoices'],
  },
  {
    name: 'change of a draft',
    of: 'invoices/editor#Editor',
    open: at(({ orderDraft }) => `drafts/${orderDraft}`),
    wrong: { 'Quantity 1': 'x' },
  },
  {
    name: 'customer',
    of: 'customers/customer-dialog#CustomerDialog',
    open: at(() => 'customers?new=1'),
    empty: ['Name'],
    wrong: { Name: 'x', Kennitala: '1234567890', 'E-mail': 'x' },
    marked: ['Kennitala', 'E-mail'],
  },
  {
    name: 'item',
    of: 'items/item-dialog#ItemDialog',
    open: at(() => 'items?new=1'),
    empty: ['Description', 'Unit price excl. VAT'],
    wrong: { 'Unit price excl. VAT': 'x', 'Cost price': 'y' },
    marked: ['Description', 'Unit price excl. VAT', 'Cost price'],
  },
  {
    name: 'task',
    of: 'tasks/task-dialog#TaskDialog',
    open: at(() => 'tasks?new=1'),
    empty: ['Task'],
    wrong: { Task: 'Verk' },
    marked: ['Customer: Choose a customer', 'Sold as: Choose an item'],
  },
  {
    name: 'time',
    of: 'tasks/log-dialog#LogDialog',
    open: at(({ task }) => `tasks?open=${task}`, 'Log time'),
    empty: ['Hours'],
    wrong: { Hours: '26' },
    refusal: /^Hours: /,
  },
  {
    name: 'selling page',
    of: 'selling/sale-editor#SaleEditor',
    open: at(() => 'selling?new=1'),
    empty: ['Name', 'Price incl. VAT'],
    wrong: { 'Price incl. VAT': 'x', 'Date of the event': 'abc', 'Starts at': '99:99', 'Days to pay': '99' },
    marked: ['Name', 'Price incl. VAT', 'Date of the event', 'Starts at', 'Days to pay'],
  },
  {
    name: 'credit note',
    of: 'invoices/credit-dialog#CreditForm',
    open: at(({ invoice }) => `invoices?open=${invoice}&ask=credit`),
    wrong: { 'Quantity: A thing': '999' },
  },
  {
    name: 'sending an invoice again',
    of: 'invoices/resend-dialog#ResendDialog',
    open: at(({ invoice }) => `invoices?open=${invoice}&ask=resend`),
    wrong: { 'Another address': 'x' },
  },
  {
    name: 'sending a quote',
    of: 'documents/quote-actions#SendDialog',
    open: at(({ quote }) => `quotes?open=${quote}`, 'Send quote'),
    wrong: { 'Another address': 'x' },
  },
  {
    name: 'contact',
    of: 'customers/notes#ContactDialog',
    open: at(({ customer }) => `customers/${customer}`, 'Add contact'),
    empty: ['Name'],
    wrong: { 'E-mail': 'x' },
    marked: ['Name', 'E-mail'],
  },
  {
    name: 'saved view',
    of: 'saved-views#NameDialog',
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
    of: 'settings/company#Details',
    open: at(() => 'settings/company'),
    wrong: { 'E-mail': 'x' },
  },
  {
    name: 'bank',
    of: 'settings/bank#Details',
    open: at(() => 'settings/bank'),
    wrong: { 'Bank account': '123' },
  },
  {
    name: 'new customers',
    of: 'settings/documents#NewCustomers',
    open: at(() => 'settings/documents'),
    wrong: { 'Days to the due date': '-1', 'Days to the final due date': '9999' },
  },
  {
    name: 'reminders',
    of: 'settings/delivery#Reminders',
    open: at(() => 'settings/delivery'),
    wrong: { 'Reminder before the due date, days': '99', 'Reminder after the due date, days': '-1' },
  },
  {
    name: 'signature',
    of: 'settings/mail#SignatureForm',
    open: at(() => 'settings/mail'),
    wrong: { 'Address for replies': 'x' },
  },
  {
    name: 'mail text',
    of: 'settings/mail#MailTextEditor',
    open: at(() => 'settings/mail'),
    wrong: { Subject: '{nothing}' },
  },
  {
    name: 'profile',
    of: 'settings/profile#ProfileForm',
    open: at(() => 'settings'),
    wrong: { 'Your password': 'wrong' },
  },
  {
    name: 'password',
    of: 'settings/profile#PasswordForm',
    open: at(() => 'settings'),
    empty: ['Your password'],
    wrong: { 'New password': 'a long enough password', 'Your password': 'wrong' },
    marked: ['Your password'],
  },
  {
    name: 'next number',
    of: 'settings/number-series#SetNextNumber',
    open: at(() => 'settings/documents', 'Set the next invoice number'),
    wrong: { 'Next number': 'x' },
  },
  {
    name: 'invitation',
    of: 'settings/invite-dialog#InviteDialog',
    open: at(() => 'settings/people', 'Invite'),
    wrong: { 'E-mail': 'x', 'Your password': PASSWORD },
    marked: ['E-mail'],
  },
  {
    name: 'new api_key',
    of: 'apps/api-key#NewKey',
    open: at(() => 'apps', 'Create a new key'),
    empty: ['Your password'],
    wrong: { 'Your password': 'wrong' },
  },
  {
    name: 'bookkeeper',
    of: 'settings/bookkeepers#Add',
    open: at(() => 'settings/bookkeepers', 'Add bookkeeper'),
    empty: ['Username of the bookkeeper in Kvitt'],
    wrong: {},
  },
  {
    name: 'webhook',
    of: 'webhooks/webhook-dialog#WebhookDialog',
    open: at(() => 'webhooks', 'New webhook'),
    empty: ['Address'],
    wrong: { Address: 'x' },
  },
  {
    name: 'receipt',
    of: 'costs/review-form#ReviewForm',
    open: async (page, { cost }) => {
      await visit(page, `/console/costs?open=${cost}`);
      await page.getByRole('button', { name: 'Reopen' }).or(page.getByLabel('Supplier')).first().waitFor();
    },
    wrong: { Date: 'abc', Amount: 'x', 'VAT 24%': 'y' },
    keepsTyped: true,
  },
  {
    name: 'change of a task',
    of: 'tasks/edit-task-dialog#EditTaskDialog',
    open: at(({ task }) => `tasks?open=${task}`, 'Edit'),
    wrong: { Task: '' },
  },
  {
    name: 'change of a time log',
    of: 'tasks/log-dialog#LogDialog',
    open: async (page, { task }) => {
      await visit(page, `/console/tasks?open=${task}`);
      await page
        .getByRole('button', { name: /^Edit ./ })
        .first()
        .click();
    },
    wrong: { Hours: '26' },
  },
  {
    name: 'change of a selling page',
    of: 'selling/sale-editor#SaleEditor',
    open: at(({ event }) => `selling?open=${event}`, 'Edit'),
    wrong: { 'Price incl. VAT': 'x', 'Days to pay': '99' },
  },
  {
    name: 'sending a statement',
    of: 'customers/statement-mail-dialog#StatementMailDialog',
    open: at(({ customer }) => `customers/${customer}`, 'Statement', 'Send by e-mail'),
    wrong: { 'Another address': 'x' },
  },
  {
    name: 'note',
    of: 'customers/notes#NotesCard',
    open: at(({ customer }) => `customers/${customer}`, 'Notes'),
    wrong: {},
    field: 'New note, for your company only',
  },
  {
    name: 'merging of customers',
    of: 'customers/unverified#Merge',
    open: at(({ otherCustomer }) => `customers/${otherCustomer}`, 'Merge with a customer'),
    empty: ['Customer: Choose a customer'],
    wrong: {},
  },
  {
    name: 'limits of a program',
    of: 'apps/limits-dialog#LimitsDialog',
    open: at(() => 'apps', /^Limits/),
    wrong: { 'Maximum amount of one document': 'x', 'Maximum number of documents per day': '-1' },
  },
  {
    name: 'a call as a program makes it',
    of: 'apps/try-dialog#TryDialog',
    open: at(() => 'apps', /^Try it/),
    wrong: {},
    field: 'Query, as JSON',
  },
  {
    name: 'decline of a proposal',
    of: 'proposals/decision-dialogs#Decline',
    open: at(() => 'proposals', 'Decline'),
    wrong: {},
    field: 'Reason',
  },
  {
    name: 'webhook deliveries',
    of: 'webhooks/webhook-questions#ResendMany',
    open: menu('webhooks', /^More: /, 'Send several again'),
    wrong: { From: 'abc' },
  },
  {
    name: 'delivery to new customers',
    of: 'settings/delivery#Sending',
    open: at(() => 'settings/delivery'),
    wrong: {},
    field: 'Delivery to new customers',
  },
  {
    name: 'terms',
    of: 'settings/documents#Terms',
    open: at(() => 'settings/documents'),
    wrong: {},
    field: 'In Icelandic',
  },
  {
    name: 'approval of costs',
    of: 'settings/documents#Costs',
    open: at(() => 'settings/documents'),
    wrong: {},
    field: 'Approve complete costs automatically',
  },
  {
    name: 'requests of companies',
    of: 'settings/tenants#AutoAccept',
    open: at(() => 'settings/bookkeepers'),
    wrong: {},
    field: 'Accept requests at once',
  },
  {
    name: 'key of a tenant',
    of: 'settings/tenants#ShowKey',
    open: at(() => 'settings/bookkeepers', /^Show key/),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'key for a bookkeeper',
    of: 'settings/bookkeepers#GrantKey',
    open: menu('settings/bookkeepers', /^More: /, 'Give a key'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'role of a person',
    of: 'settings/people#SetRole',
    open: menu('settings/people', 'More: Anna', 'Make owner'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'reset of a second factor',
    of: 'settings/people#ResetFactor',
    open: menu('settings/people', 'More: Anna', 'Reset two-step sign-in'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'second factor for everybody',
    of: 'settings/factor-requirement#FactorRequirement',
    open: at(() => 'settings/people', 'Require two steps of everyone'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'senders of receipts',
    of: 'costs/receipt-address#AddressDialog',
    open: at(() => 'costs', 'Receipts by e-mail'),
    wrong: { 'Others who may send receipts': 'x' },
  },
  {
    name: 'password before a second factor',
    of: 'settings/second-factor#Enrol',
    open: at(() => 'settings', 'Set up two-step sign-in'),
    empty: OWN_PASSWORD,
    wrong: {},
  },
  {
    name: 'first code of a second factor',
    of: 'settings/second-factor#Enrol',
    open: async (page, books) => {
      await at(() => 'settings', 'Set up two-step sign-in')(page, books);
      await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    empty: ['Code'],
    wrong: { Code: '12' },
  },
  {
    name: 'new recovery codes',
    of: 'settings/second-factor#NewCodes',
    open: at(() => 'settings', 'New recovery codes'),
    hasSecondFactor: true,
    empty: OWN_PASSWORD,
    wrong: { 'Your password': PASSWORD, Code: '12' },
    marked: ['Code'],
  },
  {
    name: 'end of a second factor',
    of: 'settings/second-factor#Remove',
    open: at(() => 'settings', 'Turn off'),
    hasSecondFactor: true,
    empty: OWN_PASSWORD,
    wrong: {},
  },
];
