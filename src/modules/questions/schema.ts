import { z } from 'zod';
import { longText } from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { ANSWER_WAYS, DOCUMENT_KINDS, QUESTION_STATES } from './tables.ts';

export const MAX_ANSWER = 4000;

export const questionText = longText(4000);
export const answerText = longText(MAX_ANSWER);

const stateField = out.code(
  QUESTION_STATES,
  'open: it waits for an answer; answered: whoever asked has not closed it yet',
);

export const questionState = component('QuestionState', {
  guid: out.guid('The question'),
  state: stateField,
});

const document = z.object({
  kind: out.code(DOCUMENT_KINDS, 'What it is'),
  guid: out.guid('The document; it may have been deleted since'),
  number: out.outside('Its number, or empty', '17'),
  name: out.outside('Customer, supplier or payer, or empty', 'Jón Jónsson'),
  date: out.date('Its day; null where it was deleted').nullable(),
  amount: out.number('Its amount; null where it has none or was deleted', 46500).nullable(),
  currency: out.own('Its currency; null where it was deleted', 'ISK').nullable(),
});

export const questionOutput = component('Question', {
  guid: out.guid('The question'),
  state: stateField,
  document: document.describe('What the question is about'),
  question: out.own('What was asked', 'What was bought here?'),
  asked_at: out.time('When it was asked'),
  asked_by: out.own('Who has asked; empty: the key of the account', 'Anna Björnsdóttir'),
  answers: out.list('The oldest first', {
    answer: out.outside('What was answered', 'Lunch with a customer'),
    answered_at: out.time('When it was answered'),
    answered_by: out.own('Who was asked and has answered; empty: the key', 'Jón Jónsson'),
    via: out.code(ANSWER_WAYS, 'How the answer came; link: by the link of the mail'),
    sender: out.outside('The address of a mail that came from another one than was asked', ''),
  }),
  closed_at: out.time('When it was closed; null: it is not').nullable(),
  closed_by: out.own('Who has closed it; empty: the key, or nobody', 'Anna Björnsdóttir'),
});
