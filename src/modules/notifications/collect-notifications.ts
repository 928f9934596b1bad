import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operation.ts';
import { type PendingNotification, savePendingNotifications } from './notification-store.ts';

export const collectNotifications = defineWrite({
  name: 'collect-notifications',
  summary:
    'Notes what people are to be told of by mail, and queues the mails of those who want them at once.',
  scope: null,
  events: [],
  input: object({ pending: z.custom<PendingNotification[]>(), notify_now: z.custom<string[]>() }),
  output: z.object({ added: z.number() }),
  async run(ctx, { pending, notify_now }) {
    for (const person_guid of notify_now) ctx.enqueue('send-notifications', { person_guid, mode: 'now' });
    return ctx.finish({
      target: ctx.account.guid,
      ...savePendingNotifications(ctx.account.id, pending, ctx.now),
    });
  },
});
