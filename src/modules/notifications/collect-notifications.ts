import { defineTransaction } from '../../kernel/operations/operation.ts';
import { type PendingNotification, savePendingNotifications } from './notification-store.ts';

interface NewNotifications {
  pending: readonly PendingNotification[];
  /** The guids of people who want the mail at once. */
  notify_now: readonly string[];
}

/** Stores the notifications that people get by mail, and queues the mails of those who want them at once. */
export const collectNotifications = defineTransaction({
  name: 'collect-notifications',
  events: [],
  async run(ctx, { pending, notify_now }: NewNotifications) {
    for (const person_guid of notify_now) ctx.enqueue('send-notifications', { person_guid, mode: 'now' });
    return ctx.finish({
      target: ctx.account.guid,
      ...savePendingNotifications(ctx.account.id, pending, ctx.now),
    });
  },
});
