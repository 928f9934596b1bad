import { z } from 'zod';
import { COST_STATUSES } from '../../domain/costs/cost-states.ts';
import { bookedVat, deductibleShare } from '../../domain/costs/deductible-vat.ts';
import { paymentOfCost } from '../../domain/costs/payable.ts';
import { needsTwoApprovals } from '../../domain/costs/second-approval.ts';
import { AUTO_FILL_THRESHOLD } from '../../domain/receipts/fields.ts';
import { addDays } from '../../domain/values/dates.ts';
import { type Decimal, decimal, toWire } from '../../domain/values/money.ts';
import { MAX_COUNTED } from '../../kernel/database/search-sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, date, flag, guid, integer, number, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { settingsOf } from '../accounts/settings.ts';
import { cost } from './schema.ts';
import { type FoundCostRow, findCostPage, findReading } from './search-store.ts';

/** When something is to be paid: before today, from today until the end of seven days, or later. */
const DUE_BANDS = ['overdue', 'soon', 'later'] as const;
const SOON_DAYS = 7;

export const COST_STATES = ['Reading', ...COST_STATUSES] as const;
const APPROVALS = ['', 'one', 'first', 'second'] as const;
const MAX_LIMIT = 200;
const searchedAmount = number({ places: 2, min: '0', max: '1000000000000' });

const foundCost = cost
  .pick({
    guid: true,
    supplier_name: true,
    supplier_id: true,
    description: true,
    issue_date: true,
    created_date: true,
    due_date: true,
    amount: true,
    remaining: true,
    currency: true,
    cost_code: true,
    credit_note: true,
  })
  .extend({
    issue_date: cost.shape.issue_date.nullable().describe('Day of the document; null while it is not known'),
    state: out.code(COST_STATES, 'How far it has come; Reading while its receipt is being read'),
    is_imported: out.flag('Whether it was approved and reported in another account'),
    needs: out.code(
      APPROVALS,
      'Whose approval it waits for: of one person, of the first or second of two; empty where it is approved, or being read',
    ),
    has_file: out.flag('Whether there is a receipt'),
    invoice_number: out.own('Number of the document', 'A-1029'),
    how_paid: out.integer('How it was paid, 1 to 4; null while it is not known', 3).nullable(),
    net: out.number(
      'Expense without the VAT that is deducted; negative on a credit note, as the next three',
      10000,
    ),
    vat_24: out.number('VAT at 24 % that is deducted', 2400),
    vat_11: out.number('VAT at 11 % that is deducted'),
    vat_abroad: out.number('VAT that the company owes for a service from abroad, beside the amount'),
    exchange_rate: out.number('ISK for one unit of its currency; null while it is not known', 1).nullable(),
    effect: out.number('The signed amount: negative on a credit note', 12400),
  });

export const findCosts = defineRead({
  name: 'find-costs',
  summary:
    'Searches costs without their attachments: returns one page, and how many costs are in each state.',
  access: { scope: 'cost' },
  input: object({
    state: choice(COST_STATES).optional('Only those in this state'),
    payable: flag.optional('1: only approved costs that are not paid in full, the earliest due date first'),
    due_to: date.optional('Only those that are due by this day'),
    search: text(200).optional('A part of supplier or description, an amount, a kennitala, or a number'),
    cost_code: text(10).optional('Only with this code'),
    without_code: flag.optional('Only those without a code'),
    supplier: text(200).optional('Only of this supplier: its kennitala, or its name where it has none'),
    from_date: date.optional('First day of the document'),
    to_date: date.optional('Last day of the document'),
    min_amount: searchedAmount.optional('Smallest amount with VAT'),
    max_amount: searchedAmount.optional('Largest amount'),
    limit: integer(1, MAX_LIMIT).optional('How many at most; 50 when left out'),
    page: integer(1, 1_000_000).optional('Which page of that many'),
  }),
  output: z.object({
    rows: z.array(foundCost).describe('The page, newest first'),
    states: out.list('Number in each state, with the same search', {
      state: out.code(COST_STATES, 'Their state'),
      count: out.integer('How many', 2),
    }),
    payable: out.integer('Number that match the search and are not paid in full', 3),
    due: out.list('Amounts to pay by due date, with the same search', {
      band: out.code(DUE_BANDS, 'Before today, within seven days from today, or later'),
      count: out.integer('How many', 2),
      isk: out.number('Remainder of them, in ISK; credit notes of suppliers are subtracted', 12400),
      without_rate: out.integer('How many of them have no exchange rate, and are not in the sum', 0),
      due_to: out.date('The last day of the band; null of the last one').nullable(),
    }),
    total: out
      .integer(
        `How many match the filters, in any state; null, and states empty, where filters other than days leave more than ${MAX_COUNTED}`,
        12,
      )
      .nullable(),
    count: out.integer('Number of records on all pages; null where they are not counted', 12).nullable(),
  }),
  async run({ db, account, today }, { state, payable, search, limit: take = 50, page = 1, ...input }) {
    const soon = addDays(today, SOON_DAYS);
    const query = {
      state,
      isPayable: payable ?? false,
      dueTo: input.due_to,
      ...{ today, soon },
      search,
      code: input.cost_code,
      hasNoCode: input.without_code ?? false,
      supplier: input.supplier,
      from: input.from_date,
      to: input.to_date,
      minAmount: input.min_amount?.toFixed(),
      maxAmount: input.max_amount?.toFixed(),
      take,
      skip: (page - 1) * take,
    };
    const { rows, ...sums } = await findCostPage(db, account.id, query);
    const lastDays = { overdue: addDays(today, -1), soon, later: null };
    const { cost_second_approval_above: above } = settingsOf(account);
    return {
      rows: rows.map((row) => toFoundCost(row, above)),
      states: sums.states,
      total: sums.total,
      payable: sums.due.reduce((sum, { count }) => sum + count, 0),
      due: DUE_BANDS.map((band) => {
        const found = sums.due.find((one) => one.band === band);
        const { count = 0, isk = '0', without_rate = 0 } = found ?? {};
        return { band, due_to: lastDays[band], count, isk: toWire(isk), without_rate };
      }),
      count: sums.count,
    };
  },
});

function toFoundCost(found: FoundCostRow, above: number | undefined) {
  const { vat_s, vat_aa, vat_deductible, vat_charged_by: charger, paid_amount, ...rest } = found;
  const { first_approved_at, known_rate, ...row } = rest;
  const { share } = deductibleShare(row.cost_code, vat_deductible);
  const [standard, reduced] = [
    bookedVat(decimal(vat_s), share, charger),
    bookedVat(decimal(vat_aa), share, charger),
  ];
  const owed = standard.owed.plus(reduced.owed);
  const net = decimal(row.amount).plus(owed).minus(standard.deducted).minus(reduced.deducted);
  const signed = (figure: Decimal | string) => toWire(row.credit_note ? decimal(figure).neg() : figure);
  return {
    ...row,
    needs: neededApproval(found, above),
    amount: toWire(row.amount),
    remaining: toWire(paymentOfCost({ ...row, paid_amount }).remaining),
    effect: signed(row.amount),
    net: signed(net),
    vat_24: signed(standard.deducted),
    vat_11: signed(reduced.deducted),
    vat_abroad: signed(owed),
    exchange_rate: row.exchange_rate === null ? null : toWire(row.exchange_rate),
  };
}

function neededApproval(cost: FoundCostRow, above: number | undefined): (typeof APPROVALS)[number] {
  if (cost.state !== 'New') return '';
  if (!needsTwoApprovals(cost, above)) return 'one';
  return cost.first_approved_at === null ? 'first' : 'second';
}

const place = z.object({
  page: out.integer('Which page, from 1', 1),
  x0: out.number('Left edge, as a fraction of the width', 0.62),
  y0: out.number('Upper edge, as a fraction of the height', 0.71),
  x1: out.number('Right edge', 0.8),
  y1: out.number('Lower edge', 0.74),
});

/** The quotation without the name of its source: `ocr line 12: Samtals 12.400` becomes `Samtals 12.400`. */
function quotedText(found: string): string {
  return /^[\w ]+ line \d+: (.*)$/s.exec(found)?.[1] ?? '';
}

/** For the review of a cost by a person: the reader's confidence in each field, and the text behind it. */
export const getCostReading = defineRead({
  name: 'get-cost-reading',
  summary: 'Reads the values that were recognised on the receipt of a cost, with the certainty of each.',
  access: { scope: 'cost' },
  input: object({ guid: guid('The cost') }),
  output: z.object({
    problem: out.own('Why it could not be read; empty when it was'),
    fields: out.list('The values that were read, the least certain first', {
      name: out.own('Which field', 'amount'),
      value: out.own('What was read', '12400'),
      confidence: out.number('Certainty of the reader, from 0 to 1', 0.92),
      found: out.own(
        'The line that it was read from; empty if it comes from the data of an electronic invoice',
        'Samtals 12.400',
      ),
      place: place.nullable().describe('Position on the receipt; null where it is not known'),
      sure: out.flag('Whether it is certain enough that no person must check it', true),
    }),
  }),
  refusals: ['cost_not_found'],
  async run({ db, account }, input) {
    const reading = (await findReading(db, account.id, input.guid)) ?? fail('cost_not_found');
    const fields = Object.entries(reading.fields ?? {}).map(([name, { value, confidence, found, box }]) => ({
      name,
      value: String(value ?? ''),
      confidence,
      found: quotedText(found),
      place: box ?? null,
      sure: confidence >= AUTO_FILL_THRESHOLD,
    }));
    return { problem: reading.problem ?? '', fields: fields.sort((a, b) => a.confidence - b.confidence) };
  },
});
