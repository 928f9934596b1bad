import { toWire } from '../../domain/values/money.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, object } from '../../kernel/fields/input-fields.ts';
import { defineList, defineRead } from '../../kernel/operations/operation.ts';
import { batches, mapBatches, pageFields } from '../../kernel/operations/paging.ts';
import { findQuestion, isKnownDocument, listQuestions, type QuestionRow } from './question-store.ts';
import { questionOutput } from './schema.ts';
import { QUESTION_STATES } from './tables.ts';

export const getQuestions = defineList({
  name: 'get-questions',
  summary: 'Lists the questions about documents with their answers, newest first.',
  description: 'ask-question creates them. Closed questions are kept, also when their document was deleted.',
  access: { scope: 'dashboard_data' },
  input: object({
    state: choice(QUESTION_STATES).optional('Only those in this state'),
    document_guid: guid.optional('Only those about this document'),
    ...pageFields,
  }),
  output: questionOutput,
  refusals: ['document_not_found'],
  async *run({ db, account }, { limit, page, ...filter }) {
    if (filter.document_guid && !(await isKnownDocument(db, account.id, filter.document_guid)))
      fail('document_not_found');
    const rows = batches<QuestionRow>({ limit, page }, (range) =>
      listQuestions(db, account.id, filter, range),
    );
    yield* mapBatches(rows, toQuestion);
  },
});

export const getQuestion = defineRead({
  name: 'get-question',
  summary: 'Reads a question about a document, with its answers.',
  description: 'The events `question.asked` and `question.answered` have its guid.',
  access: { scope: 'dashboard_data' },
  input: object({ guid: guid('The question') }),
  output: questionOutput,
  refusals: ['question_not_found'],
  run: async ({ db, account }, { guid: question }) =>
    toQuestion((await findQuestion(db, account.id, question)) ?? fail('question_not_found')),
});

function toQuestion({ id: _, document_kind, document_guid, ...row }: QuestionRow) {
  const { number, name, date, amount, currency, ...question } = row;
  const document = {
    kind: document_kind,
    guid: document_guid,
    number: number ?? '',
    name: name ?? '',
    date,
    amount: amount === null ? null : toWire(amount),
    currency,
  };
  return { ...question, document };
}
