import { z } from 'zod';
import { text } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { DOCUMENT_KINDS } from './box-store.ts';
import { MISSING_KINDS } from './missing-store.ts';

export const periodName = text(7, { examples: ['2025-10'] });
export const PERIOD_MEANING = 'The last month of the period: 2026-10 is September and October';

const PERIOD_STATES = ['open', 'locked', 'submitted'] as const;

const periodFields = {
  period: out.own('The last month of the period, which names it', '2026-10'),
  from_date: out.date('First day', '2026-09-01'),
  to_date: out.date('Last day', '2026-10-31'),
  due_on: out.date('When the return and the payment are due', '2026-12-07'),
  state: out.code(
    PERIOD_STATES,
    'Whether documents can still be dated into it; submitted: it is locked, and the tax office has its return as it is',
  ),
};

export const periodState = component('VatPeriodState', {
  period: periodFields.period,
  state: periodFields.state,
});

export const vatPeriod = component('VatPeriod', {
  ...periodFields,
  to_pay: out.integer('Amount to pay for it, in whole krónur; negative: to be paid back', 6600),
});

export const vatSubmission = component('VatSubmission', {
  guid: out.guid('The submission'),
  at: out.time('When the tax office accepted it'),
  kind: out.code(['first', 'correction'], 'Whether it corrects an earlier return of the period'),
  assessment: out.integer('Assessment of the tax office, in whole krónur', 6600),
  to_pay: out.integer('Amount to pay; negative: to be paid back', 6600),
  due_on: out.date('When it is due'),
  ocr: out
    .outside('The line for payment at a bank; null where the answer of the office was lost', '')
    .nullable(),
  claim_no: out.outside('The claim by which it is paid; null as ocr', '264001').nullable(),
});

const boxes = component('VatBoxes', {
  turnover_24: out.integer('Taxable turnover at 24 %, without VAT', 37500),
  turnover_11: out.integer('Taxable turnover at 11 %, without VAT'),
  zero_rated: out.integer('Turnover that is exempt by article 12, such as exports'),
  output_24: out.integer('VAT of sales at 24 %', 9000),
  output_11: out.integer('VAT of sales at 11 %'),
  input_24: out.integer('VAT at 24 % of approved costs, as far as it is deductible', 2400),
  input_11: out.integer('VAT at 11 % of approved costs, as far as it is deductible'),
  bad_debt_24: out.integer('VAT at 24 % of invoices that were written off'),
  bad_debt_11: out.integer('VAT at 11 % of invoices that were written off'),
  to_pay: out.integer('Output VAT minus input VAT and the VAT of bad debts; negative: to be paid back', 6600),
});

const comparison = out.record('The same boxes of another period', {
  period: periodFields.period,
  from_date: periodFields.from_date,
  to_date: periodFields.to_date,
  boxes: boxes.describe('Its boxes as they are now'),
});

export const vatReturn = component('VatReturn', {
  ...periodFields,
  boxes: boxes.describe('The boxes of the return, in whole krónur'),
  outside_vat: out.integer('Turnover that is outside of VAT by article 2 and in no box, such as rent'),
  abroad_24: out.integer(
    'VAT at 24 % that the company owes on services from abroad. It is in no box: it is declared on a form of its own',
  ),
  abroad_11: out.integer('The same at 11 %'),
  missing: out.list(
    'What may be missing: costs that wait for approval or an exchange rate, saved invoices, open lines of the bank, questions about documents that are not closed',
    {
      kind: out.code(MISSING_KINDS, 'What it is'),
      guid: out.guid('The cost, the saved invoice, the line of the bank or the question'),
      text: out.outside('Task, with the name and the day of the document', ''),
      name: out.outside('Customer, supplier or payer, or empty', 'Jón Jónsson'),
      date: out.date('The day of the document', '2026-09-30'),
    },
  ),
  warnings: out.list('Requirements of the tax office, and documents that may count in the wrong box', {
    code: out.code(['turnover_limit', 'vat_abroad', 'vat_kind_unstated'], 'What it is about'),
    message: out.own('The task', ''),
  }),
  locks: out.list('When the period was locked and unlocked, oldest first', {
    locked_at: out.time('When it was locked'),
    unlocked_at: out.time('When it was unlocked again; null: it is locked').nullable(),
    reason: out.own('Why it was unlocked', 'A bill of the period came late'),
  }),
  submissions: z.array(vatSubmission).describe('Returns that the tax office has accepted, oldest first'),
  is_submitting: out.flag(
    'A return is on its way, or its answer was lost and the tax office will be asked',
    false,
  ),
  last_period: comparison.describe('The period before it'),
  last_year: comparison.describe('The period that ended a year before'),
});

export const vatDocument = component('VatDocument', {
  kind: out.code(DOCUMENT_KINDS, 'What the document is'),
  guid: out.guid('The invoice, credit note or cost'),
  number: out.outside('Its number, or empty', '1'),
  date: out.date('The day by which it is in the period'),
  text: out.outside('Name of the customer or supplier', 'Jón Jónsson'),
  box_amount: out.number('Its share of the box, in ISK with aurar', 37500),
});
