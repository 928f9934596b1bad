import { z } from 'zod';
import { bookEntry, isSameEntry, type StoredEntry, toStored } from '../../domain/journal/booked-entry.ts';
import { ENTRY_KINDS } from '../../domain/journal/entry.ts';
import { type Decimal, decimal, isNegative, sum, toWire, ZERO } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { date, flag, integer, object } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { readChart } from './journal-store.ts';
import { type JournalItem, MAX_JOURNAL_LINES, readJournal } from './read-journal.ts';

/** Whether files have the entry: as it is now, otherwise, or not; `gone`: they have one of which nothing is left. */
const FATES = ['new', 'sent', 'changed', 'gone'] as const;
type Fate = (typeof FATES)[number];

const MAX_PAGE = 200;

const entry = z.object({
  kind: out.code(ENTRY_KINDS, 'What was posted'),
  date: out.date('Its day'),
  number: out.own('The number of the voucher', '1043'),
  text: out.outside('What it is for'),
  currency: out.own('The currency of the document; amounts are in ISK', 'ISK'),
  fate: out.code(
    FATES,
    'Whether files have it: as it is now, otherwise, or not; gone: nothing is left of what they have',
  ),
  lines: out.list('Its lines, which balance', {
    account: out.own('The account', '7600'),
    name: out.own('Name of the account', 'Viðskiptakröfur'),
    party: out.outside('The customer or supplier'),
    vat_code: out.own('The VAT code of sales, purchases and their VAT', 'S'),
    debit: out.number('Debit, in ISK', 12400),
    credit: out.number('Credit, in ISK'),
  }),
});

export const getJournal = defineRead({
  name: 'get-journal',
  summary: 'Reads the double entries of a period by day, and whether each was exported.',
  description: 'Use it to see what export-journal would export. The sums are those of the whole period.',
  access: { scope: null },
  input: object({
    from_date: date.optional('First day; the beginning of the books when left out'),
    to_date: date.optional('Last day; today when left out'),
    only_new: flag.optional('1: only entries that were not exported, or were changed since'),
    limit: integer(1, MAX_PAGE).optional(`How many entries at most, ${MAX_PAGE} when left out`),
    page: integer(1, 1_000_000).optional('Which page of that many; 1 when left out'),
  }),
  output: component('Journal', {
    rows: z.array(entry).describe('The entries of the page'),
    count: out.integer('How many entries the period has', 120),
    unsent: out.integer('Number of them that were not exported, or were changed since', 12),
    debit: out.number('The sum of debit, in ISK', 1_240_000),
    credit: out.number('The sum of credit, which is the same', 1_240_000),
  }),
  refusals: ['field_invalid', 'journal_too_long'],
  async run({ db, account, today }, input) {
    const {
      from_date: from = null,
      to_date: to = today,
      only_new = false,
      limit = MAX_PAGE,
      page = 1,
    } = input;
    if (from && from > to) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
    const chart = await readChart(db, account.id);
    const rows: z.infer<typeof entry>[] = [];
    let [count, unsent, lines, debit, credit] = [0, 0, 0, ZERO, ZERO];
    for await (const item of readJournal(db, account.id, { from, to })) {
      const fate = fateOf(item);
      if (fate === null || (only_new && fate === 'sent')) continue;
      const shown = item.entry ? toStored(bookEntry(item.entry, chart)) : item.stored;
      if (!shown) continue;
      count += 1;
      lines += shown.lines.length;
      if (lines > MAX_JOURNAL_LINES) fail('journal_too_long', String(MAX_JOURNAL_LINES));
      if (fate !== 'sent') unsent += 1;
      const row = { kind: item.kind, fate, ...toRow(shown) };
      if (fate !== 'gone') {
        debit = debit.plus(sum(row.lines.map((one) => decimal(one.debit))));
        credit = credit.plus(sum(row.lines.map((one) => decimal(one.credit))));
      }
      if (count > (page - 1) * limit && rows.length < limit) rows.push(row);
    }
    return { rows, count, unsent, debit: toWire(debit), credit: toWire(credit) };
  },
});

function fateOf({ entry: now, stored }: JournalItem): Fate | null {
  if (!now) return stored ? 'gone' : null;
  if (!stored) return 'new';
  return isSameEntry(now, stored) ? 'sent' : 'changed';
}

function toRow({ date: day, number, text, currency, lines }: StoredEntry) {
  return {
    ...{ date: day, number, text, currency },
    lines: lines.map(({ account, accountName, party, vatCode, amount }) => {
      const posted: Decimal = decimal(amount);
      return {
        ...{ account, name: accountName, party: party?.name ?? '', vat_code: vatCode },
        debit: toWire(isNegative(posted) ? ZERO : posted),
        credit: toWire(isNegative(posted) ? posted.neg() : ZERO),
      };
    }),
  };
}
