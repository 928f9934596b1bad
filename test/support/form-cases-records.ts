import { visit } from './desk.ts';
import { at, editor, type FormCase, filledEditor, menu } from './form-case.ts';

const DAY = '2026-03-20';
const LONG_DATE = { 'Issue date': 'abc' };
const WRONG_LINE = { 'Quantity 1': 'x', 'Unit price 1': 'y', Discount: 'z' };
const EMPTY_EDITOR = ['Customer', 'Item of line 1'];

/** Forms of documents, customers, items, costs, tasks, selling pages and programs. */
export const RECORD_FORMS: readonly FormCase[] = [
  {
    name: 'new invoice',
    of: 'invoices/editor#Editor',
    open: editor('invoices'),
    empty: EMPTY_EDITOR,
    wrong: LONG_DATE,
    right: DAY,
  },
  {
    name: 'invoice',
    of: 'invoices/editor#Editor',
    open: filledEditor('invoices'),
    wrong: { ...LONG_DATE, ...WRONG_LINE },
    right: DAY,
  },
  {
    name: 'free line without a price',
    of: 'invoices/editor#Editor',
    open: filledEditor('quotes'),
    wrong: { 'Unit price 1': '' },
    refusal: /^Line 1, unit price: missing/,
  },
  {
    name: 'quote',
    of: 'invoices/editor#Editor',
    open: filledEditor('quotes'),
    wrong: { 'Valid until': 'abc', 'Due, days from issue': '9999' },
    right: DAY,
  },
  { name: 'order', of: 'invoices/editor#Editor', open: filledEditor('orders'), wrong: WRONG_LINE },
  {
    name: 'recurring invoice',
    of: 'invoices/editor#Editor',
    open: filledEditor('recurring'),
    empty: ['Name', 'Start date'],
    wrong: { 'Start date': 'abc', 'Number of invoices': '-1' },
    marked: ['Name', 'Start date', 'Number of invoices'],
    right: DAY,
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
    empty: ['Name', 'E-mail'],
    wrong: { Kennitala: '1234567890', 'E-mail': 'x', 'Due, days from issue': '9999' },
    marked: ['Name', 'Kennitala', 'E-mail', 'Due, days from issue'],
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
    empty: ['Task', 'Customer', 'Sold as'],
    wrong: { Task: 'Verk' },
    marked: ['Customer', 'Sold as'],
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
    name: 'part of an order',
    of: 'documents/part-dialog#PartForm',
    open: at(({ order }) => `orders?open=${order}`, 'Invoice a part'),
    wrong: { 'Quantity: A thing': '999' },
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
    of: 'lists/saved-views#NameDialog',
    open: async (page) => {
      await visit(page, '/console/invoices?tab=paid');
      await page.getByRole('button', { name: 'Saved filters' }).click();
      await page.getByRole('menuitem', { name: /^Save/ }).click();
    },
    empty: ['Name'],
    wrong: {},
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
    name: 'answer to the sender of an e-invoice',
    of: 'costs/einvoice-answers#AnswerForm',
    open: at(({ einvoiceCost }) => `costs?open=${einvoiceCost}`),
    wrong: {},
    field: 'Answer',
    keepsTyped: true,
  },
  {
    name: 'file of transfers',
    of: 'costs/pay-dialog#PayDialog',
    open: async (page) => {
      await visit(page, '/console/costs');
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Pay by file…' }).click();
    },
    wrong: { 'Pay on': 'abc' },
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
    empty: ['Customer'],
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
    name: 'revocation of a program',
    of: 'apps/setups#RevokeDialog',
    open: at(() => 'apps', /^Revoke/),
    wrong: {},
    field: 'What becomes of them',
  },
  {
    name: 'open documents of a frozen program',
    of: 'apps/setups#FrozenDialog',
    open: at(() => 'apps', /^Freeze/),
    wrong: {},
    field: 'What becomes of them',
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
];
