import { ANSWER_STATES, EINVOICE_ANSWERS } from '../../../domain/costs/einvoice-answers.ts';
import { choice, guid, longText, object } from '../../../kernel/fields/input-fields.ts';
import { component, out } from '../../../kernel/fields/output-fields.ts';

export const newAnswer = object({
  guid: guid('The cost'),
  answer: choice(EINVOICE_ANSWERS)(
    'accepted: it will be paid; rejected: it will not be paid; in_query: a question must be answered first',
  ),
  reason: longText(1000)
    .optional()
    .meta({
      description: 'Why, for the sender; required for rejected and in_query',
      examples: ['The goods have not arrived'],
    }),
});

export const answerState = component('EinvoiceAnswerState', {
  guid: out.guid('The answer'),
  answer: out.code(EINVOICE_ANSWERS, 'What was answered'),
  state: out.code(
    ANSWER_STATES,
    'queued: it is on its way; sent: the network has taken it; refused: the network has not',
  ),
});

/** An answer as it is shown beside the e-invoice. */
export const givenAnswer = answerState
  .extend({
    reason: out.own('Why, for the sender, or empty', 'The goods have not arrived'),
    problem: out.outside('Why the network has refused it; empty where it has not'),
    answered_at: out.time('When it was given'),
    answered_by: out.own('Who has answered; empty: the key of the account', 'Anna Björnsdóttir'),
  })
  .meta({ id: 'EinvoiceAnswer' });
