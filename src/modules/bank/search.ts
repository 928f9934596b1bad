import { z } from 'zod';
import { LINE_STATES } from '../../domain/bank/line-states.ts';
import { CURRENCIES } from '../../domain/values/codes.ts';
import { decimal, sum, toWire } from '../../domain/values/money.ts';
import { MAX_COUNTED } from '../../kernel/database/search-sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, integer, object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { countLines, findLine, type LineRow, listOldestLines } from './line-store.ts';
import { proposeForLines } from './proposals.ts';
import { toBankLine } from './read.ts';
import { type ActionOutput, type BankLine, bankLine, missing } from './schema.ts';
import {
  type ComparedAccount,
  compareAccounts,
  listNamedRecords,
  listSameLines,
  NAMED_KINDS,
  type NamedRecord,
} from './search-store.ts';

const MAX_LIMIT = 200;
const MAX_SAME = 500;

const namedRecord = z.object({
  guid: out.guid('The record'),
  kind: out.code(NAMED_KINDS, 'What it is'),
  number: out.outside('Its number', '17'),
  name: out.outside('Name of the customer or supplier, or of the record', 'Jón Jónsson'),
  amount: out.number('The remainder of an invoice, else the amount of the record', 46500).nullable(),
  currency: out.own('Its currency', 'ISK'),
  day: out.date('Its due date, or its day').nullable(),
});

const boundedCount = (state: string) =>
  out.integer(`How many are ${state}; null where a search finds more than ${MAX_COUNTED}`, 3).nullable();
const stateCounts = z.object({
  open: out.integer('How many are open', 3),
  booked: boundedCount('booked'),
  ignored: boundedCount('ignored'),
});

export const findBankLines = defineRead({
  name: 'find-bank-lines',
  summary:
    'Searches the lines of bank statements, oldest first, with the names of the records in their proposals.',
  access: { scope: 'payment' },
  input: object({
    bank_account_guid: guid.optional('Lines of this account'),
    state: choice(LINE_STATES).optional('Only those that wait, are booked, or are ignored'),
    search: text(100).optional('Part of the text, reference, name or kennitala, or an amount'),
    limit: integer(1, MAX_LIMIT).optional('How many at most; 50 when left out'),
    page: integer(1, 1_000_000).optional('Which page of that many'),
  }),
  output: z.object({
    rows: z.array(bankLine).describe('The page, oldest first; booked and ignored ones newest first'),
    states: stateCounts.describe('Number in each state, with the same search'),
    count: out.integer('Number of records on all pages; null where they are not counted', 12).nullable(),
    named: z.array(namedRecord).describe('The records that proposals and bookings of these rows name'),
  }),
  async run({ db, account }, { bank_account_guid, state, search, limit = 50, page = 1 }) {
    const filter = { bankAccountGuid: bank_account_guid, state, from: undefined, to: undefined, search };
    const rows = await listOldestLines(db, account.id, filter, limit, (page - 1) * limit);
    const states = await countLines(db, account.id, filter);
    const lines = await withProposals(rows, (open) => proposeForLines(db, account.id, open));
    const guids = [...new Set(lines.flatMap(guidsOf))];
    const named = guids.length === 0 ? [] : await listNamedRecords(db, account.id, guids);
    const { open, booked, ignored } = states;
    const all = booked === null || ignored === null ? null : open + booked + ignored;
    const count = state ? states[state] : all;
    return { rows: lines, states, count, named: named.map(toNamed) };
  },
});

async function withProposals(
  rows: readonly LineRow[],
  propose: (rows: readonly LineRow[]) => ReturnType<typeof proposeForLines>,
): Promise<BankLine[]> {
  const proposals = await propose(rows);
  return rows.map((row) => toBankLine(row, proposals.get(row.guid)));
}

function guidsOf({ proposals, booking }: BankLine): string[] {
  return [...proposals.flatMap(({ actions }) => actions), ...(booking?.actions ?? [])].flatMap(guidsIn);
}

function guidsIn({ customer_guid, allocations, cost_guid, bank_account_guid, payments }: ActionOutput) {
  const invoices = allocations?.map(({ invoice_guid }) => invoice_guid) ?? [];
  return [customer_guid, cost_guid, bank_account_guid, ...invoices, ...(payments ?? [])].filter(
    (one) => one !== undefined,
  );
}

function toNamed({ amount, ...record }: NamedRecord): z.infer<typeof namedRecord> {
  return { ...record, amount: amount === null ? null : toWire(amount) };
}

export const getSameBankLines = defineRead({
  name: 'get-same-bank-lines',
  summary: 'Lists the open bank lines whose text equals that of a given line except for the digits.',
  access: { scope: 'payment' },
  input: object({ guid: guid('The line') }),
  output: z.object({
    guids: z.array(out.guid('A line')).describe('The lines, oldest first, with the one that was named'),
    amount: out.number('Their sum', -3500),
  }),
  refusals: ['bank_line_not_found'],
  async run({ db, account }, input) {
    if (!(await findLine(db, account.id, input.guid))) fail('bank_line_not_found');
    const rows = await listSameLines(db, account.id, input.guid, MAX_SAME);
    return {
      guids: rows.map((row) => row.guid),
      amount: toWire(sum(rows.map((row) => decimal(row.amount)))),
    };
  },
});

const money = (what: string) => out.number(what, 46500);

const comparison = z.object({
  guid: out.guid('The bank account'),
  name: out.own('What it is called', 'Veltureikningur'),
  currency: out.code(CURRENCIES, 'Its currency'),
  statement: money('What the bank says is on it').nullable(),
  balance_on: out.date('Day of its last line').nullable(),
  books: money('What the books say: what was there before the first line, and all that is booked').nullable(),
  open: z.object({
    count: out.integer('How many lines wait', 12),
    in: money('What came in by them'),
    out: money('What went out by them, negative'),
  }),
  ignored: z.object({ count: out.integer('How many are ignored', 1), amount: money('Their sum') }),
  missing,
  untied: out.record(
    'Transfers of the last three months that are recorded in the books and on no line of any account yet',
    { count: out.integer('How many', 2), amount: money('Their sum') },
  ),
  unexplained: money('What statement and books differ by besides; 0 unless something is wrong').nullable(),
});

export const compareBankAccounts = defineRead({
  name: 'compare-bank-accounts',
  summary: 'Compares the balance of each account at the bank with the books, and explains the difference.',
  access: { scope: 'payment' },
  input: object({}),
  output: z.object({ accounts: z.array(comparison) }),
  run: async ({ db, account }) => ({
    accounts: (await compareAccounts(db, account.id)).map(toComparison),
  }),
});

function toComparison(row: ComparedAccount): z.infer<typeof comparison> {
  const { opening, statement } = row;
  const books = opening === null ? null : decimal(opening).plus(row.booked);
  const explained = sum(
    [row.open_in, row.open_out, row.ignored, ...row.gaps.map(({ amount }) => amount)].map((one) =>
      decimal(one),
    ),
  );
  const unexplained = books && statement !== null ? decimal(statement).minus(books).minus(explained) : null;
  return {
    guid: row.guid,
    name: row.name,
    currency: row.currency as (typeof CURRENCIES)[number],
    statement: statement === null ? null : toWire(statement),
    balance_on: row.balance_on,
    books: books && toWire(books),
    open: { count: row.open_count, in: toWire(row.open_in), out: toWire(row.open_out) },
    ignored: { count: row.ignored_count, amount: toWire(row.ignored) },
    missing: row.gaps,
    untied: { count: row.untied_count, amount: toWire(row.untied) },
    unexplained: unexplained && toWire(unexplained),
  };
}
