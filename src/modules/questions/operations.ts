import { answerQuestion } from './answer-question.ts';
import { askQuestion } from './ask-question.ts';
import { closeQuestion } from './close-question.ts';
import { getQuestion, getQuestions } from './read.ts';

export const questionOperations = {
  'get-questions': getQuestions,
  'get-question': getQuestion,
  'ask-question': askQuestion,
  'answer-question': answerQuestion,
  'close-question': closeQuestion,
};
