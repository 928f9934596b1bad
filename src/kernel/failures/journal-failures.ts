/** The failures of the journal; see `failure.ts`. */
export const JOURNAL_FAILURES = {
  journal_layout_not_found: { kind: 'not_found', message: 'No journal layout found' },
  journal_layout_taken: {
    kind: 'conflict',
    message: (name: string) => `There is a layout ${name} already; send another name`,
  },
  journal_layouts_full: {
    kind: 'conflict',
    message: (max: string) => `There are ${max} layouts, which is the most there can be; delete one first`,
  },
  journal_export_not_found: { kind: 'not_found', message: 'No journal export found' },
  journal_too_long: {
    kind: 'input',
    message: (max: string) => `The file would have more than ${max} rows; ask for a shorter period`,
  },
  journal_exported_meanwhile: {
    kind: 'conflict',
    message: 'Another journal was written at the same time; nothing was written now, so call again',
  },
} as const;
