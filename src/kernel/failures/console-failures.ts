import { conflict, notFound } from './entry.ts';

/** The part of the catalogue in `failure.ts` about what people in the console have. */
export const CONSOLE_FAILURES = {
  note_not_found: notFound('No note found'),
  contact_not_found: notFound('No contact found'),
  question_not_found: notFound('No question found'),
  document_not_found: notFound('No document found'),
  view_not_found: notFound('No view found'),
  changed_meanwhile: conflict(
    (fields: string) =>
      `Somebody else has changed this record since you opened it (${fields}); look at both before you save`,
  ),
  action_waiting: conflict(
    'Something is about to happen to this record already; undo that, or wait until it has happened',
  ),
  action_over: conflict('It has happened already, or was undone before'),
  action_failed: conflict('The action failed several times and was given up; start it again'),
} as const;
