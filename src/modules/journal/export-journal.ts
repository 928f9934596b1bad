import { z } from 'zod';
import {
  type BookedEntry,
  bookEntry,
  isSameEntry,
  takeBack,
  toStored,
} from '../../domain/journal/booked-entry.ts';
import { csvEntry, csvHeader } from '../../domain/journal/journal-csv.ts';
import { BUILT_IN_LAYOUTS, type JournalLayout } from '../../domain/journal/layout.ts';
import { exportName } from '../../domain/strings/export-name.ts';
import { toWire, ZERO } from '../../domain/values/money.ts';
import { keysOf } from '../../domain/values/records.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { digest } from '../../kernel/node/digest.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { countWithoutRate } from './bank-source-store.ts';
import {
  findLayout,
  insertExportStatement,
  type JournalMark,
  lastExportId,
  lockJournal,
  readChart,
} from './journal-store.ts';
import { type JournalItem, MAX_JOURNAL_LINES, readJournal } from './read-journal.ts';
import { exportedFile, exportInput } from './schema.ts';

export const exportJournal = defineWrite({
  name: 'export-journal',
  summary: 'Exports the journal of a period as CSV, in which debit equals credit, for a bookkeeping program.',
  description:
    'The file has invoices, credit notes, payments, reversals, write-offs, approved costs and lines of the bank by their days, in ISK. It is kept: get-journal-export reads it again with the same bytes. With only_new the next file has only what was added or changed since.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: [],
  input: exportInput,
  output: z.object({ export: exportedFile }),
  refusals: ['field_invalid', 'journal_layout_not_found', 'journal_too_long', 'journal_exported_meanwhile'],
  async prepare(ctx, input) {
    const { db, account, today } = ctx;
    const { from_date: from = null, to_date: to = today, only_new = false } = input;
    if (from && from > to) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
    const lastExport = await lastExportId(db, account.id);
    const layout = await resolveLayout(ctx, input.layout || 'general');
    const file = await writeFile(ctx, { from, to }, layout.layout, only_new);
    const without_rate = await countWithoutRate(db, account.id, { from, to });
    return { ...file, lastExport, layout: layout.name, from_date: from, to_date: to, only_new, without_rate };
  },
  async run(ctx, _input, { csv, marks, lastExport, ...facts }) {
    const { account, now } = ctx;
    await lockJournal(ctx.tx, account.id);
    // Another file may have had the same since: what is new would be in both.
    if ((await lastExportId(ctx.tx, account.id)) !== lastExport) fail('journal_exported_meanwhile');
    const guid = ctx.newGuid();
    const bytes = Buffer.from(csv);
    const file = {
      guid,
      created_at: now.toISOString().slice(0, 19).replace('T', ' '),
      file_name: `${exportName(account.name, 'dagbók', facts.from_date ?? undefined, facts.to_date)}.csv`,
      ...facts,
      sha256: digest(bytes).toString('hex'),
      file: bytes.toString('base64'),
    };
    const by = { now, personId: ctx.caller.person?.id ?? null };
    return ctx.finish({ target: guid, ...insertExportStatement(account.id, file, by, marks) });
  },
});

async function resolveLayout(
  { db, account }: ReadContext,
  called: string,
): Promise<{ name: string; layout: JournalLayout }> {
  const name = keysOf(BUILT_IN_LAYOUTS).find((one) => one === called.toLowerCase());
  if (name) return { name, layout: BUILT_IN_LAYOUTS[name] };
  const own = await findLayout(db, account.id, called);
  return own ?? fail('journal_layout_not_found');
}

/** The file, its figures, and what it has of each document. */
async function writeFile(
  { db, account }: ReadContext,
  period: { from: string | null; to: string },
  layout: JournalLayout,
  onlyNew: boolean,
) {
  const chart = await readChart(db, account.id);
  const parts = [csvHeader(layout)];
  const marks: JournalMark[] = [];
  let [entries, lines, debit] = [0, 0, ZERO];
  for await (const item of readJournal(db, account.id, period)) {
    const booked = item.entry && bookEntry(item.entry, chart);
    const written = onlyNew ? newEntries(item, booked) : booked ? [booked] : [];
    if (written.length === 0) continue;
    for (const entry of written) {
      const text = csvEntry(layout, entry, ++entries);
      parts.push(text.csv);
      lines += text.rows;
      debit = debit.plus(text.debit);
    }
    if (lines > MAX_JOURNAL_LINES) fail('journal_too_long', String(MAX_JOURNAL_LINES));
    const { kind, documentId: document_id, date } = item;
    marks.push({ kind, document_id, date, entry: booked && toStored(booked) });
  }
  return { csv: parts.join(''), marks, entries, lines, debit: toWire(debit) };
}

/** What no file had: the entry itself, and where a file had it in another way, what takes that back. */
function newEntries({ entry, stored }: JournalItem, booked: BookedEntry | null): BookedEntry[] {
  if (entry && stored && isSameEntry(entry, stored)) return [];
  return [...(stored ? [takeBack(stored)] : []), ...(booked ? [booked] : [])];
}
