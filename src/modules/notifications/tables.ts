import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const notifications = table('notifications', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  person_id: col.bigint(),
  what: col.text(),
  guid: col.uuid(),
  mode: col.oneOf(['now', 'daily']),
  created_at: col.timestamp(),
  sent_at: col.timestamp().nullable().withDefault(),
});

export const notificationCursors = table('notification_cursors', {
  account_id: col.bigint(),
  position: col.bigint(),
});
