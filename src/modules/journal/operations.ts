import { exportJournal } from './export-journal.ts';
import { getJournal } from './get-journal.ts';
import { createJournalLayout, deleteJournalLayout, updateJournalLayout } from './journal-layouts.ts';
import { getJournalAccounts, getJournalExport, getJournalExports, getJournalLayouts } from './read.ts';
import { getSystemDescription } from './system-description.ts';
import { updateJournalAccounts } from './update-journal-accounts.ts';

export const journalOperations = {
  'export-journal': exportJournal,
  'get-journal': getJournal,
  'get-journal-exports': getJournalExports,
  'get-journal-export': getJournalExport,
  'create-journal-layout': createJournalLayout,
  'update-journal-layout': updateJournalLayout,
  'delete-journal-layout': deleteJournalLayout,
  'get-journal-layouts': getJournalLayouts,
  'get-journal-accounts': getJournalAccounts,
  'update-journal-accounts': updateJournalAccounts,
  'get-system-description': getSystemDescription,
};
