import { z } from 'zod';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { emptyQueueResult } from './notification-store.ts';

export const queueDigest = defineWrite({
  name: 'queue-digest',
  summary: 'Queues the daily mail of a person.',
  scope: null,
  events: [],
  input: object({ person_guid: guid() }),
  output: z.object({ added: z.number() }),
  async run(ctx, { person_guid }) {
    ctx.enqueue('send-notifications', { person_guid, mode: 'daily' });
    return ctx.finish({ target: ctx.account.guid, ...emptyQueueResult() });
  },
});
