import { getEvents } from '../../../modules/events/get-events.ts';
import { choiceArgument, integerArgument, MAX_TEXT, textArgument } from '../arguments.ts';
import { DETAILS } from '../list-tool.ts';
import { answerSchema, inputSchema, READS, type Tool } from '../tool.ts';

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

const properties = {
  types: { type: 'string', description: 'As "invoice.*,cost.approved"; all when left out' },
  limit: { type: 'integer', description: `1 to ${MAX_LIMIT}; ${DEFAULT_LIMIT} when left out` },
  cursor: {
    type: 'string',
    maxLength: MAX_TEXT,
    description: 'next_cursor or resume_cursor of an earlier answer',
  },
  detail: { type: 'string', enum: [...DETAILS], description: 'Events are always short' },
};

/** Its cursors are those of get-events, which no list of records has. */
export const eventList: Tool = {
  name: 'event_list',
  title: 'List events',
  description:
    'Lists the events of the books, oldest first and complete: documents issued, sent, paid, credited, costs approved and so on. Store resume_cursor, and send it later as cursor to get only new events. Events are kept for 90 days.',
  operations: [getEvents],
  annotations: READS,
  inputSchema: inputSchema(properties, []),
  outputSchema: answerSchema({
    result: { type: 'array', items: { type: 'object' } },
    next_cursor: { type: ['string', 'null'] },
    resume_cursor: { type: 'string' },
  }),
  async run(call, args) {
    const limit = integerArgument(args, 'limit', [1, MAX_LIMIT]) ?? DEFAULT_LIMIT;
    choiceArgument(args, 'detail', DETAILS);
    const after = textArgument(args, 'cursor');
    const input = { types: args.types, limit, ...(after !== undefined && { after }) };
    const { events, next } = await call.readMarked(getEvents, input, { after: 'cursor' });
    return {
      status: true,
      result: events,
      next_cursor: events.length === limit ? next : null,
      resume_cursor: next,
    };
  },
};
