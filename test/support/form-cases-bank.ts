import { visit } from './desk.ts';
import { at, type FormCase } from './form-case.ts';

/** Forms of bank accounts and of the lines of their statements. */
export const BANK_FORMS: readonly FormCase[] = [
  {
    name: 'bank account',
    of: 'bank/account-dialog#AccountDialog',
    open: at(() => 'bank/accounts?new=1'),
    empty: ['Name'],
    wrong: { Name: 'Velta', 'Account number or IBAN': '12' },
    marked: ['Account number or IBAN'],
  },
  {
    name: 'statement of a bank',
    of: 'bank/import-dialog#ImportDialog',
    open: at(() => 'bank?import=1'),
    field: 'Choose a file',
    wrong: {},
  },
  {
    name: 'what a bank line is',
    of: 'bank/book-dialog#BookDialog',
    open: at(() => 'bank', 'Find or split…'),
    wrong: { Amount: 'x' },
  },
  {
    name: 'bank line set aside',
    of: 'bank/ignore-dialog#IgnoreDialog',
    open: at(() => 'bank', 'Set aside…'),
    field: 'Reason',
    wrong: {},
  },
  {
    name: 'bank line that is unbooked',
    of: 'bank/line-sheet#UnbookDialog',
    open: async (page) => {
      await visit(page, '/console/bank?state=booked');
      await page.getByRole('row').nth(1).click();
      await page.getByRole('button', { name: 'Unbook' }).click();
    },
    empty: ['Reason'],
    wrong: {},
  },
];
