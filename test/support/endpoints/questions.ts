import { UNKNOWN_GUID } from '../unknown-guid.ts';
import type { EndpointCase } from './case.ts';

const asked = (document_guid: string, kind = 'cost') => ({
  data: { kind, document_guid, question: 'What was bought here?' },
});

export const questionCases: readonly EndpointCase[] = [
  {
    path: 'get-questions',
    good: ({ invoice: document_guid }) => ({ document_guid, state: 'open', limit: 5 }),
    wrong: { state: 'asked' },
    unknown: { document_guid: UNKNOWN_GUID },
    guids: ['document_guid'],
  },
  {
    path: 'get-question',
    good: ({ question: guid }) => ({ guid }),
    required: ['guid'],
    wrong: { guid: 'one' },
    unknown: { guid: UNKNOWN_GUID },
    guids: ['guid'],
  },
  {
    path: 'ask-question',
    writes: true,
    good: ({ cost }) => asked(cost),
    required: ['data.kind', 'data.document_guid', 'data.question'],
    wrong: asked(UNKNOWN_GUID, 'task'),
    unknown: asked(UNKNOWN_GUID),
    guids: ['data.document_guid'],
  },
  {
    path: 'answer-question',
    writes: true,
    good: ({ question: guid }) => ({ guid, answer: 'Lunch with a customer' }),
    required: ['guid', 'answer'],
    wrong: { answer: 'x'.repeat(4001) },
    unknown: { guid: UNKNOWN_GUID },
    guids: ['guid'],
  },
  {
    path: 'close-question',
    writes: true,
    good: ({ question: guid }) => ({ guid }),
    required: ['guid'],
    wrong: { guid: 'one' },
    unknown: { guid: UNKNOWN_GUID },
    guids: ['guid'],
  },
];
