import { bigint, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const DOCUMENT_KINDS = ['invoice', 'cost', 'bank_line', 'payment'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** An answered question waits for whoever has asked to look at the answer and close it. */
export const QUESTION_STATES = ['open', 'answered', 'closed'] as const;

export const ANSWER_WAYS = ['console', 'api', 'link', 'mail'] as const;

export const questions = table('questions', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  document_kind: oneOf(DOCUMENT_KINDS),
  document_guid: uuid(),
  question: text(),
  state: oneOf(QUESTION_STATES),
  asked_by: bigint().nullable(),
  asked_at: timestamp(),
  closed_by: bigint().nullable().withDefault(),
  closed_at: timestamp().nullable().withDefault(),
});

export const questionAnswers = table('question_answers', {
  account_id: bigint(),
  id: bigint().identity(),
  question_id: bigint(),
  answer: text(),
  via: oneOf(ANSWER_WAYS),
  sender: text().withDefault(),
  answered_by: bigint().nullable(),
  answered_at: timestamp(),
});
