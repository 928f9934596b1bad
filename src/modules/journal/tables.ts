import type { StoredEntry } from '../../domain/journal/booked-entry.ts';
import { ENTRY_KINDS } from '../../domain/journal/entry.ts';
import type { JournalLayout } from '../../domain/journal/layout.ts';
import { bigint, bytea, date, jsonb, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { ExportFacts } from './schema.ts';

export const journalAccounts = table('journal_accounts', {
  account_id: bigint(),
  key: text(),
  account: text(),
  name: text(),
});

export const journalLayouts = table('journal_layouts', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  name: text(),
  layout: jsonb<JournalLayout>(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const journalExports = table('journal_exports', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  created_at: timestamp(),
  created_by: bigint().nullable(),
  facts: jsonb<ExportFacts>(),
  file: bytea(),
});

/** Each entry as a file last had it. */
export const journalEntries = table('journal_entries', {
  account_id: bigint(),
  kind: oneOf(ENTRY_KINDS),
  document_id: bigint(),
  date: date(),
  entry: jsonb<StoredEntry>(),
  export_id: bigint(),
});
