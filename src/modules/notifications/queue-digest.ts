import { defineTransaction } from '../../kernel/operations/operation.ts';
import { emptyQueueResult } from './notification-store.ts';

/** Queues the daily mail of a person. */
export const queueDigest = defineTransaction({
  name: 'queue-digest',
  events: [],
  async run(ctx, { person_guid }: { person_guid: string }) {
    ctx.enqueue('send-notifications', { person_guid, mode: 'daily' });
    return ctx.finish({ target: ctx.account.guid, ...emptyQueueResult() });
  },
});
