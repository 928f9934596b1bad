import type { StoredEntry } from '../../domain/journal/booked-entry.ts';
import { ENTRY_KINDS } from '../../domain/journal/entry.ts';
import type { JournalLayout } from '../../domain/journal/layout.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { ExportFacts } from './schema.ts';

export const journalAccounts = table('journal_accounts', {
  account_id: col.bigint(),
  key: col.text(),
  account: col.text(),
  name: col.text(),
});

export const journalLayouts = table('journal_layouts', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  name: col.text(),
  layout: col.jsonb<JournalLayout>(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
});

export const journalExports = table('journal_exports', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  created_at: col.timestamp(),
  created_by: col.bigint().nullable(),
  facts: col.jsonb<ExportFacts>(),
  file: col.bytea(),
});

/** Each entry as a file last had it. */
export const journalEntries = table('journal_entries', {
  account_id: col.bigint(),
  kind: col.oneOf(ENTRY_KINDS),
  document_id: col.bigint(),
  date: col.date(),
  entry: col.jsonb<StoredEntry>(),
  export_id: col.bigint(),
});
