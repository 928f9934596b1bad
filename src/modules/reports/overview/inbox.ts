import { toWire } from '../../../domain/values/money.ts';
import { choice, integer, object } from '../../../kernel/fields/input-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { NEEDS, needCounts, needs } from './inbox-schema.ts';
import { countNeeds as countStored, readNeeds } from './inbox-store.ts';

/** How many records of each kind are listed. */
const LISTED_EACH = 25;

export const getNeeds = defineRead({
  name: 'get-needs',
  summary:
    'Lists the records that wait for a person: for example overdue and undelivered invoices, receipts and paused templates.',
  access: { scope: null },
  input: object({
    what: choice(NEEDS).optional().describe('Only records that wait for this reason'),
    limit: integer(1, 200).optional().describe(`How many of each kind; ${LISTED_EACH} when left out`),
    page: integer(1, 1_000_000).optional().describe('Which page of that many'),
  }),
  output: needs,
  async run({ db, account, today }, { what, limit: take = LISTED_EACH, page: number = 1 }) {
    const page = { what, take, skip: (number - 1) * take };
    const { rows, counts } = await readNeeds(db, account.id, today, page);
    return { rows: rows.map((row) => ({ ...row, amount: toWire(row.amount) })), counts };
  },
});

export const countNeeds = defineRead({
  name: 'count-needs',
  summary: 'Counts the records that wait for a person.',
  access: { scope: null },
  input: object({}),
  output: needCounts,
  async run({ db, account, today }) {
    const counts = await countStored(db, account.id, today);
    return { counts, total: counts.reduce((all, { count }) => all + count, 0) };
  },
});
