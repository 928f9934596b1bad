import { z } from 'zod';
import { buyerAbroad } from '../../domain/invoices/foreign-buyer.ts';
import { addMonthsAnchored, type DateRange, firstOfMonth, lastOfMonth } from '../../domain/values/dates.ts';
import { decimal, toWire, ZERO } from '../../domain/values/money.ts';
import { type BoxSums, LISTED_BOXES, sumBoxes, wholeBoxes, wholeKronur } from '../../domain/vat/boxes.ts';
import { type VatPeriod, YEARLY_LIMIT, yearOf } from '../../domain/vat/periods.ts';
import type { Queryable } from '../../kernel/database/queryable.ts';
import { choice, integer, object } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { type LockRow, listVatLocks } from '../accounts/vat-periods-store.ts';
import { type AccountPeriods, readAccountPeriods } from './account-periods.ts';
import {
  type BuyerRow,
  type DocumentRow,
  listBoxDocuments,
  listBuyersWithoutVat,
  type MonthRow,
  sumBoxesByMonth,
} from './box-store.ts';
import { listMissing, type MissingRow } from './missing-store.ts';
import { PERIOD_MEANING, periodName, vatDocument, vatPeriod, vatReturn } from './schema.ts';

const READERS = { scope: 'dashboard_data' } as const;

export const getVatPeriods = defineRead({
  name: 'get-vat-periods',
  summary: 'Lists the settlement periods of VAT of a year, with what is to pay for each and when it is due.',
  description:
    'How long the periods are follows `vat_periods` of the company. get-vat-return has the boxes of one of them.',
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
    const [sums, locks] = await Promise.all([
      readMonths(db, account.id, days),
      listVatLocks(db, account.id, days),
    ]);
    return periods.map((period) => ({
      ...toPeriodFields(period, locks),
      to_pay: wholeBoxes(boxesOf(sums, period)).to_pay,
    }));
  },
});

export const getVatReturn = defineRead({
  name: 'get-vat-return',
  summary: 'Computes the boxes of the VAT return of a settlement period, in whole krónur.',
  description:
    'The boxes can be typed into the form of the tax office as they are. `missing` lists what should be done before; get-vat-documents has the documents of a box.',
  access: READERS,
  input: object({ period: periodName().describe(PERIOD_MEANING) }),
  output: vatReturn,
  refusals: ['field_invalid'],
  async run({ db, account }, { period: name }) {
    const periods = await readAccountPeriods(db, account.id);
    const period = periods.named(name);
    const [last, yearBefore] = [periods.before(period), periods.named(previousYear(periods, period))];
    const [months, missing, locks] = await Promise.all([
      readMonths(db, account.id, { from: yearBefore.from, to: lastOfMonth(yearOf(period.to), 12) }),
      listMissing(db, account.id, period),
      listVatLocks(db, account.id, { from: period.to, to: period.to }),
    ]);
    const sums = boxesOf(months, period);
    return {
      ...toPeriodFields(period, locks),
      boxes: wholeBoxes(sums),
      outside_vat: toWire(wholeKronur(sums.outside_vat)),
      missing: missing.map(toMissing),
      warnings: turnoverWarnings(periods, yearOf(period.to), months),
      locks: locks.map(({ locked_at, unlocked_at, unlock_reason: reason }) => ({
        locked_at,
        unlocked_at,
        reason,
      })),
      last_period: { period: last.period, boxes: wholeBoxes(boxesOf(months, last)) },
      last_year: { period: yearBefore.period, boxes: wholeBoxes(boxesOf(months, yearBefore)) },
    };
  },
});

export const getVatDocuments = defineList({
  name: 'get-vat-documents',
  summary:
    'Lists the documents of a box of the VAT return, oldest first; their sum, rounded once, is the box.',
  description:
    'Use it to check a box of get-vat-return. `to_pay` has no documents of its own, because it comes from the other boxes.',
  access: READERS,
  input: object({
    period: periodName().describe(PERIOD_MEANING),
    box: choice(LISTED_BOXES)().describe('Which box; outside_vat: turnover that is in none'),
    ...pageFields,
  }),
  output: vatDocument,
  refusals: ['field_invalid'],
  async *run({ db, account }, { period, box, ...page }) {
    const days = (await readAccountPeriods(db, account.id)).named(period);
    const abroad = await readBuyersAbroad(db, account.id, days);
    const rows = batches<DocumentRow>(page, (take, skip, after) =>
      listBoxDocuments(db, account.id, { days, box, abroad }, { take, skip, after }),
    );
    yield* mapBatches(rows, ({ amount, ...row }) => ({ ...row, box_amount: toWire(amount) }));
  },
});

async function readMonths(db: Queryable, accountId: number, days: DateRange): Promise<MonthRow[]> {
  return sumBoxesByMonth(db, accountId, days, await readBuyersAbroad(db, accountId, days));
}

async function readBuyersAbroad(db: Queryable, accountId: number, days: DateRange): Promise<BuyerRow[]> {
  const buyers = await listBuyersWithoutVat(db, accountId, days);
  return buyers.filter(({ trading_partner_id, ...buyer }) => buyerAbroad({ trading_partner_id, buyer }));
}

function boxesOf(months: readonly MonthRow[], { from, to }: DateRange): BoxSums {
  return sumBoxes(months.filter(({ month }) => month >= from.slice(0, 7) && month <= to.slice(0, 7)));
}

function toPeriodFields({ period, from, to, due }: VatPeriod, locks: readonly LockRow[]) {
  const isLocked = locks.some(({ to_date, unlocked_at }) => to_date === to && unlocked_at === null);
  return { period, from_date: from, to_date: to, due_on: due, state: isLocked ? 'locked' : 'open' };
}

/** Of a year with periods of another length it is the one that has the same last month, or the first one after it. */
function previousYear(periods: AccountPeriods, { to }: VatPeriod): string {
  const ended = addMonthsAnchored(to.slice(0, 8).concat('01'), -12).slice(0, 7);
  const found = periods.ofYear(yearOf(ended)).find(({ period }) => period >= ended);
  return found?.period ?? ended;
}

const MISSING_TEXTS: Readonly<Record<MissingRow['kind'], string>> = {
  cost_not_approved: 'Approve or delete this cost',
  rate_missing: 'Give this cost an exchange rate, by move-cost-to-new and a new approval',
  draft: 'Issue or delete this saved invoice',
};

function toMissing({ kind, guid, name, date }: MissingRow) {
  return { kind, guid, text: `${MISSING_TEXTS[kind]}: ${name || 'without a name'}, ${date}` };
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
