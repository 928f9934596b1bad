import { getEvents } from '../../../modules/events/get-events.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { type Parsed, sent, toolInput } from '../input/tool-input.ts';
import { DEFAULT_LIMIT, pageArguments } from './list-tool.ts';
import { answerSchema, READS, type Tool } from './tool.ts';

const input = {
  types: sent({ type: 'string', description: 'As "invoice.*,cost.approved"; all when left out' }),
  ...pageArguments('next_cursor or resume_cursor of an earlier answer', 'Always short'),
};

/** Its cursors are those of get-events, which no list of records has. */
export const eventList: Tool = {
  name: 'event_list',
  title: 'List events',
  description:
    'Lists the events of the books, oldest first and complete: documents issued, sent, paid, credited, costs approved and so on. Store resume_cursor, and send it later as cursor to get only new events. Events are kept for 90 days.',
  operations: [getEvents],
  annotations: READS,
  input: toolInput(input),
  outputSchema: answerSchema({
    result: { type: 'array', items: { type: 'object' } },
    next_cursor: { type: ['string', 'null'] },
    resume_cursor: { type: 'string' },
  }),
  async run(call: ToolCall, { types, limit: sentLimit, cursor: after }: Parsed<typeof input, never>) {
    const limit = sentLimit ?? DEFAULT_LIMIT;
    const { events, next } = await call.readMarked(getEvents, { types, limit, after }, { after: 'cursor' });
    return {
      status: true,
      result: events,
      next_cursor: events.length === limit ? next : null,
      resume_cursor: next,
    };
  },
};
