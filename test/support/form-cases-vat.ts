import { at, type FormCase } from './form-case.ts';

/** Forms of VAT returns, and of the questions of an accountant. */
export const VAT_FORMS: readonly FormCase[] = [
  {
    name: 'unlocking a VAT period',
    of: 'vat/unlock-dialog#UnlockDialog',
    open: at(() => 'vat?period=2025-02', 'Unlock the period'),
    empty: ['Reason'],
    wrong: {},
  },
  {
    name: 'submission of a VAT return',
    of: 'vat/submit-dialog#SubmitDialog',
    open: at(() => 'vat?period=2025-04', 'Submit to the tax office'),
    field: 'A return of this period was filed elsewhere, and this one corrects it',
    wrong: {},
  },
  {
    name: 'password of the tax office',
    of: 'vat/tax-login-dialog#TaxLoginDialog',
    open: at(() => 'vat?period=2025-04', 'Password of the tax office'),
    empty: ['Password (veflykill)'],
    wrong: { 'Password (veflykill)': 'x', Kennitala: '12' },
    marked: ['Kennitala'],
    right: '5501234520',
  },
  {
    name: 'question about a document',
    of: 'records/document-questions#AskForm',
    open: at(({ invoice }) => `invoices?open=${invoice}`, 'Ask'),
    wrong: {},
    field: 'Question',
    keepsTyped: true,
  },
  {
    name: 'answer to a question',
    of: 'records/question-thread#AnswerForm',
    open: at(({ question }) => `questions?open=${question}`),
    wrong: {},
    field: 'Answer',
    keepsTyped: true,
  },
  {
    name: 'account of the journal',
    of: 'journal/account-dialog#AccountForm',
    open: at(() => 'journal', 'Accounts'),
    wrong: { 'Account number': 'x'.repeat(21) },
    right: '1011',
  },
];
