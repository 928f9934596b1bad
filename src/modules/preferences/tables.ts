import { bigint, boolean, jsonb, text, timestamp, uuid } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { NotificationChoices } from './notification-choices.ts';

export const personPreferences = table('person_preferences', {
  account_id: bigint(),
  person_id: bigint(),
  undo_delay: boolean().withDefault(),
  first_steps_hidden: boolean().withDefault(),
});

export const savedViews = table('saved_views', {
  account_id: bigint(),
  guid: uuid(),
  person_id: bigint(),
  screen: text(),
  name: text(),
  filters: jsonb<Record<string, string>>(),
  created_at: timestamp(),
});

export const notificationChoices = table('notification_choices', {
  account_id: bigint(),
  person_id: bigint(),
  choices: jsonb<NotificationChoices>(),
});
