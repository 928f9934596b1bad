import { conflict, input, notFound } from './entry.ts';

/** The failures of the journal; see `failure.ts`. */
export const JOURNAL_FAILURES = {
  journal_layout_not_found: notFound('No journal layout found'),
  journal_layout_taken: conflict((name: string) => `There is a layout ${name} already; send another name`),
  journal_layouts_full: conflict(
    (max: string) => `There are ${max} layouts, which is the most there can be; delete one first`,
  ),
  journal_export_not_found: notFound('No journal export found'),
  journal_too_long: input(
    (max: string) => `The file would have more than ${max} rows; ask for a shorter period`,
  ),
  journal_exported_meanwhile: conflict(
    'Another journal was written at the same time; nothing was written now, so call again',
  ),
} as const;
