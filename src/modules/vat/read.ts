import { z } from 'zod';
import { firstOfMonth, lastOfMonth } from '../../domain/values/dates.ts';
import { decimal, toWire, ZERO } from '../../domain/values/money.ts';
import { type BoxSums, LISTED_BOXES, wholeBeside, wholeBoxes, wholeKronur } from '../../domain/vat/boxes.ts';
import { type VatPeriod, YEARLY_LIMIT, yearOf } from '../../domain/vat/periods.ts';
import { MISSING_TEXTS } from '../../domain/vat/return-texts.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, integer, object } from '../../kernel/fields/input-fields.ts';
import { fileAnswer } from '../../kernel/fields/output-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { type LockRow, listVatLocks } from '../accounts/vat-periods-store.ts';
import { type AccountPeriods, readAccountPeriods } from './account-periods.ts';
import { type DocumentRow, listBoxDocuments, type MonthRow } from './box-store.ts';
import type { MissingRow } from './missing-store.ts';
import { boxesOf, readBuyersAbroad, readMonths } from './period-boxes.ts';
import { PERIOD_MEANING, periodName, vatDocument, vatPeriod, vatReturn } from './schema.ts';
import { findReceipt, listSubmissions, type SubmissionRow } from './submission-store.ts';
import { toSubmission } from './submit-vat-return.ts';
import { countUnstatedDocuments } from './unstated-store.ts';
import { currentLock, currentSubmission, readVatReturn } from './vat-return.ts';

const READERS = { scope: 'dashboard_data' } as const;

export const getVatPeriods = defineRead({
  name: 'get-vat-periods',
  summary: 'Lists the settlement periods of VAT of a year, with the amount to pay for each and its due date.',
  description:
    'The setting `vat_periods` of the company decides how long the periods are. get-vat-return has the boxes of one of them.',
  access: READERS,
  input: object({
    year: integer(1990, 2998)
      .optional()
      .meta({ description: 'Which year; this one when left out', examples: [2026] }),
  }),
  output: z.array(vatPeriod),
  async run({ db, account, today }, { year = yearOf(today) }) {
    const periods = (await readAccountPeriods(db, account.id)).ofYear(year);
    const days = { from: firstOfMonth(year, 1), to: lastOfMonth(year, 12) };
    const [sums, locks, submissions] = await Promise.all([
      readMonths(db, account.id, days),
      listVatLocks(db, account.id, days),
      listSubmissions(db, account.id, days),
    ]);
    return periods.map((period) => ({
      ...toPeriodFields(period, locks, submissions),
      to_pay: wholeBoxes(boxesOf(sums, period)).to_pay,
    }));
  },
});

export const getVatReturn = defineRead({
  name: 'get-vat-return',
  summary: 'Computes the boxes of the VAT return of a settlement period, in whole krónur.',
  description:
    'The boxes can be typed into the form of the tax office as they are. `missing` lists what should be done before the return is filed; get-vat-documents has the documents of a box.',
  access: READERS,
  input: object({ period: periodName(PERIOD_MEANING) }),
  output: vatReturn,
  refusals: ['field_invalid'],
  async run(ctx, { period: name }) {
    const read = await readVatReturn(ctx, name);
    const { period, sums, months, locks, submissions } = read;
    const fields = toPeriodFields(period, locks, submissions);
    const unstated =
      fields.state === 'open' ? await countUnstatedDocuments(ctx.db, ctx.account.id, period) : 0;
    return {
      ...fields,
      boxes: wholeBoxes(sums),
      ...wholeBeside(sums),
      missing: read.missing.map(toMissing),
      warnings: [
        ...turnoverWarnings(read.periods, yearOf(period.to), months),
        ...abroadWarnings(sums),
        ...unstatedWarnings(unstated),
      ],
      locks: locks.map(({ locked_at, unlocked_at, unlock_reason: reason }) => ({
        locked_at,
        unlocked_at,
        reason,
      })),
      submissions: submissions
        .filter(({ state }) => state === 'submitted')
        .map((row) => ({ ...toSubmission(row, period), at: row.submitted_at ?? row.begun_at })),
      is_submitting: submissions.some(({ state }) => state !== 'submitted'),
      last_period: { ...daysOf(read.last), boxes: wholeBoxes(read.lastSums) },
      last_year: { ...daysOf(read.yearBefore), boxes: wholeBoxes(read.yearBeforeSums) },
    };
  },
});

export const getVatDocuments = defineList({
  name: 'get-vat-documents',
  summary: 'Lists the documents that add up to a box of the VAT return, oldest first.',
  description:
    'Use it to check a box of get-vat-return, which is the sum of the documents, rounded once. `to_pay` has no documents of its own, because it is computed from the other boxes.',
  access: READERS,
  input: object({
    period: periodName(PERIOD_MEANING),
    box: choice(LISTED_BOXES)(
      'Which box; outside_vat: turnover that is in none; abroad_24, abroad_11: VAT on services from abroad',
    ),
    ...pageFields,
  }),
  output: vatDocument,
  refusals: ['field_invalid'],
  async *run({ db, account }, { period, box, ...page }) {
    const days = (await readAccountPeriods(db, account.id)).named(period);
    const abroad = await readBuyersAbroad(db, account.id, days);
    const rows = batches<DocumentRow>(page, (range) =>
      listBoxDocuments(db, account.id, { days, box, abroad }, range),
    );
    yield* mapBatches(rows, ({ amount, ...row }) => ({ ...row, box_amount: toWire(amount) }));
  },
});

export const getVatReceipt = defineRead({
  name: 'get-vat-receipt',
  summary: 'Reads the receipt of the tax office for a submitted VAT return, as a PDF.',
  description: 'The answer has the file in base64. `submissions` of get-vat-return has the guids.',
  access: { scope: null },
  input: object({ guid: guid('The submission') }),
  output: fileAnswer('VatReceipt', 'The submission', 'vsk-kvittun-2026-10.pdf'),
  refusals: ['submission_not_found'],
  async run({ db, account }, { guid: submission }) {
    const found = await findReceipt(db, account.id, submission);
    if (!found?.receipt) fail('submission_not_found');
    const file_name = `vsk-kvittun-${found.to_date.slice(0, 7)}.pdf`;
    return { guid: submission, file_name, file: found.receipt.toString('base64') };
  },
});

function toPeriodFields(period: VatPeriod, locks: readonly LockRow[], submissions: readonly SubmissionRow[]) {
  const lock = currentLock(period, locks);
  const state = currentSubmission(lock, submissions) ? 'submitted' : lock ? 'locked' : 'open';
  return { ...daysOf(period), due_on: period.due, state };
}

function toMissing({ kind, guid, name, date }: MissingRow) {
  const text = `${MISSING_TEXTS.en[kind]}: ${name || 'without a name'}, ${date}`;
  return { kind, guid, text, name, date };
}

/** An account with yearly periods whose turnover passes the limit must settle by two months, at the next due date. */
function turnoverWarnings(periods: AccountPeriods, year: number, months: readonly MonthRow[]) {
  if (periods.lengthIn(year) !== 'year') return [];
  const days = { from: firstOfMonth(year, 1), to: lastOfMonth(year, 12) };
  const { turnover_24 = ZERO, turnover_11 = ZERO } = boxesOf(months, days);
  const turnover = turnover_24.plus(turnover_11);
  if (turnover.lt(decimal(YEARLY_LIMIT))) return [];
  const message = `Taxable turnover of ${year} is ${wholeKronur(turnover).toFixed()} kr.; from ${YEARLY_LIMIT} kr. a year on, VAT is settled by two months: settle at the next due date, and set vat_periods to two_months`;
  return [{ code: 'turnover_limit', message }];
}

/** VAT on services from abroad is due by periods of two months, whatever those of the account are. */
function abroadWarnings(sums: BoxSums) {
  const { abroad_24, abroad_11 } = wholeBeside(sums);
  if (abroad_24 === 0 && abroad_11 === 0) return [];
  const message = `VAT on services from abroad, ${abroad_24 + abroad_11} kr., is not in the boxes: declare it on the form for it, by the fifth of the second month after each two months`;
  return [{ code: 'vat_abroad', message }];
}

/** Documents whose lines without VAT do not say why. They count by a rule, which may be wrong for what was sold. */
function unstatedWarnings(documents: number) {
  if (documents === 0) return [];
  const message = `Documents with lines without VAT that do not say why: ${documents}. They count by where the buyer is; get-unstated-vat-kinds lists them, and decide-vat-kind decides`;
  return [{ code: 'vat_kind_unstated', message }];
}

function daysOf({ period, from, to }: VatPeriod) {
  return { period, from_date: from, to_date: to };
}
