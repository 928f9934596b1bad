import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const DOCUMENT_KINDS = ['invoice', 'cost', 'bank_line', 'payment'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** An answered question waits for whoever has asked to look at the answer and close it. */
export const QUESTION_STATES = ['open', 'answered', 'closed'] as const;

export const ANSWER_WAYS = ['console', 'api', 'link', 'mail'] as const;

export const questions = table('questions', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  document_kind: col.oneOf(DOCUMENT_KINDS),
  document_guid: col.uuid(),
  question: col.text(),
  state: col.oneOf(QUESTION_STATES),
  asked_by: col.bigint().nullable(),
  asked_at: col.timestamp(),
  closed_by: col.bigint().nullable().withDefault(),
  closed_at: col.timestamp().nullable().withDefault(),
});

export const questionAnswers = table('question_answers', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  question_id: col.bigint(),
  answer: col.text(),
  via: col.oneOf(ANSWER_WAYS),
  sender: col.text().withDefault(),
  answered_by: col.bigint().nullable(),
  answered_at: col.timestamp(),
});
