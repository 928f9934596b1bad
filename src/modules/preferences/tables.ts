import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { NotificationChoices } from './notification-choices.ts';

export const personPreferences = table('person_preferences', {
  account_id: col.bigint(),
  person_id: col.bigint(),
  undo_delay: col.boolean().withDefault(),
  first_steps_hidden: col.boolean().withDefault(),
});

export const savedViews = table('saved_views', {
  account_id: col.bigint(),
  guid: col.uuid(),
  person_id: col.bigint(),
  screen: col.text(),
  name: col.text(),
  filters: col.jsonb<Record<string, string>>(),
  created_at: col.timestamp(),
});

export const notificationChoices = table('notification_choices', {
  account_id: col.bigint(),
  person_id: col.bigint(),
  choices: col.jsonb<NotificationChoices>(),
});
