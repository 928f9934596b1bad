import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { WriteContext } from '../../kernel/operations/context.ts';
import { defineTransaction, defineWrite } from '../../kernel/operations/operation.ts';
import { findAnswerable, insertAnswer, lockQuestions, selectState } from './question-store.ts';
import { answerText, questionState } from './schema.ts';
import type { ANSWER_WAYS } from './tables.ts';

/** A link in a mail answers as often as it likes, until then. */
const MAX_ANSWERS = 50;

export const answerQuestion = defineWrite({
  name: 'answer-question',
  summary: 'Answers a question about a document.',
  description:
    'The person who asked gets the answer by mail and closes the question. An answer to a closed question is kept with it, and does not open it again.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: ['question.answered'],
  input: object({
    guid: guid('The question'),
    answer: answerText().meta({ description: 'The answer', examples: ['Lunch with a customer'] }),
  }),
  output: questionState,
  refusals: ['question_not_found', 'field_invalid'],
  run(ctx, { guid: question, answer }) {
    const by = { person: ctx.caller.person?.id ?? null, sender: '' };
    return storeAnswer(ctx, { question, answer, via: ctx.caller.person ? 'console' : 'api', ...by });
  },
});

export interface OutsideAnswer {
  /** The guid of the question. */
  question: string;
  answer: string;
  via: (typeof ANSWER_WAYS)[number];
  /** Who was asked. */
  person: number | null;
  /** The address of a mail that is not that of the person. */
  sender: string;
}

/** What a person answers by the link of the mail, or by a reply to it. */
export const receiveAnswer = defineTransaction({
  name: 'receive-answer',
  events: ['question.answered'],
  run: (ctx, answer: OutsideAnswer) => storeAnswer(ctx, answer),
});

/** The last answer once more is the same answer: a mail that came twice, or a button that was pressed twice. */
async function storeAnswer(ctx: WriteContext, { question, person, ...given }: OutsideAnswer) {
  await lockQuestions(ctx.tx, ctx.account.id);
  const found = (await findAnswerable(ctx.tx, ctx.account.id, question)) ?? fail('question_not_found');
  if (found.last_answer === given.answer)
    return ctx.finish({ target: question, ...selectState(ctx.account.id, question) });
  if (found.answers >= MAX_ANSWERS) fail('field_invalid', 'answer', violation('entries', MAX_ANSWERS));
  const { document_kind: kind, document_guid } = found;
  ctx.emit('question.answered', { guid: question, kind, document_guid });
  ctx.enqueue('send-question-mail', { guid: question, about: 'answer' });
  const answer = { ...given, answered_by: person, answered_at: ctx.now };
  const stored = insertAnswer(ctx.account.id, { id: found.id, guid: question }, answer);
  return ctx.finish({ target: question, ...stored });
}
