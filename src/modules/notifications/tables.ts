import { bigint, oneOf, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const notifications = table('notifications', {
  account_id: bigint(),
  id: bigint().identity(),
  person_id: bigint(),
  what: text(),
  guid: uuid(),
  mode: oneOf(['now', 'daily']),
  created_at: timestamp(),
  sent_at: timestamp().nullable().withDefault(),
});

export const notificationCursors = table('notification_cursors', {
  account_id: bigint(),
  position: bigint(),
});
