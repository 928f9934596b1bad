import { addDays, addMonthsAnchored, daysBetween, type PlainDate } from '../values/dates.ts';
import { type Decimal, fixed2, isZero } from '../values/money.ts';

export const WARNING_CODES = [
  'issue_date_before_last',
  'issue_date_long_ago',
  'exchange_rate_old',
  'credit_moved',
  'task_hours_differ',
] as const;

/** Something unusual about an invoice that is issued all the same. The console asks the person first. */
export interface InvoiceWarning {
  code: (typeof WARNING_CODES)[number];
  message: string;
  /** The variable parts of the message, for its translation. */
  values: readonly string[];
}

/** The months for which an issue date in the past is usual: one period of VAT. */
const USUAL_MONTHS = 2;
/** The days for which a rate may be used without a word: banks publish none on holidays and weekends. */
const RATE_DAYS = 7;

/** The last day on which a document may be dated. */
export function lastIssueDate(today: PlainDate): PlainDate {
  return addMonthsAnchored(today, 12);
}

/** `lastIssued`: the date of the document with the highest number; null before the first. */
export function dateWarnings(
  issueDate: PlainDate,
  lastIssued: PlainDate | null,
  today: PlainDate,
): InvoiceWarning[] {
  const warnings: InvoiceWarning[] = [];
  if (lastIssued !== null && issueDate < lastIssued)
    warnings.push({
      code: 'issue_date_before_last',
      message: `The issue date ${issueDate} is before that of the last issued document, ${lastIssued}: numbers and dates do not rise together`,
      values: [issueDate, lastIssued],
    });
  if (issueDate < addMonthsAnchored(today, -USUAL_MONTHS))
    warnings.push({
      code: 'issue_date_long_ago',
      message: `The issue date ${issueDate} is more than ${USUAL_MONTHS} months back: its VAT may have been filed already`,
      values: [issueDate, String(USUAL_MONTHS)],
    });
  return warnings;
}

/** For a rate that comes from the table; `rateDate` is its day. */
export function rateWarnings(
  currency: string,
  rateDate: PlainDate | null,
  issueDate: PlainDate,
): InvoiceWarning[] {
  if (rateDate === null || rateDate >= addDays(issueDate, -RATE_DAYS)) return [];
  const days = daysBetween(rateDate, issueDate);
  return [
    {
      code: 'exchange_rate_old',
      message: `The ${currency} rate is that of ${rateDate}, ${days} days before the issue date; send exchange_rate to use another`,
      values: [currency, rateDate, String(days)],
    },
  ];
}

/** Hours of a task on the lines of an invoice, and those that are on no invoice yet. */
export interface BilledHours {
  task: string;
  billed: Decimal;
  unbilled: Decimal;
}

/** Issuing bills all time of a task, whatever quantity its lines have. */
export function hourWarnings(hours: readonly BilledHours[]): InvoiceWarning[] {
  return hours
    .filter(({ billed, unbilled }) => !billed.eq(unbilled))
    .map(({ task, billed, unbilled }) => ({
      code: 'task_hours_differ',
      message: `The invoice has ${billed.toFixed()} hours of task ${task}, which has ${unbilled.toFixed()} hours that are on no invoice; all of them count as billed by it`,
      values: [billed.toFixed(), task, unbilled.toFixed()],
    }));
}

/** For a credit note whose free lines took something from other VAT rates than their own. */
export function creditWarnings(note: { moved?: Decimal } | null): InvoiceWarning[] {
  if (!note?.moved || isZero(note.moved)) return [];
  const sum = fixed2(note.moved);
  const message = `${sum} with VAT was taken from other VAT rates, because too little was left to credit at the rate that was sent`;
  return [{ code: 'credit_moved', message, values: [sum] }];
}

/** What was done in another way than it was sent is said in the message of the answer, which people see. */
export function noticeOf(warnings: readonly { code: string; message: string }[]): string | undefined {
  return warnings.find(({ code }) => code === 'credit_moved')?.message;
}
