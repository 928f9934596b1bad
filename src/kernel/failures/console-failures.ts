/** The part of the catalogue in `failure.ts` about what people in the console have. */
export const CONSOLE_FAILURES = {
  note_not_found: { kind: 'not_found', message: 'No note found' },
  contact_not_found: { kind: 'not_found', message: 'No contact found' },
  question_not_found: { kind: 'not_found', message: 'No question found' },
  document_not_found: { kind: 'not_found', message: 'No document found' },
  view_not_found: { kind: 'not_found', message: 'No view found' },
  changed_meanwhile: {
    kind: 'conflict',
    message: (fields: string) =>
      `Somebody else has changed this record since you opened it (${fields}); look at both before you save`,
  },
  action_waiting: {
    kind: 'conflict',
    message: 'Something is about to happen to this record already; undo that, or wait until it has happened',
  },
  action_over: { kind: 'conflict', message: 'It has happened already, or was undone before' },
  action_failed: {
    kind: 'conflict',
    message: 'The action failed several times and was given up; start it again',
  },
} as const;
