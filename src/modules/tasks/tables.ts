import { TASK_STATUSES } from '../../domain/tasks/task-states.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const tasks = table('tasks', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  number: col.bigint(),
  name: col.text(),
  customer_id: col.bigint(),
  item_id: col.bigint(),
  status: col.oneOf(TASK_STATUSES).withDefault(),
  running_since: col.timestamp().nullable().withDefault(),
  /** Who started the timer; null where none runs, or where a key or a program started it. */
  running_by: col.bigint().nullable().withDefault(),
  project_name: col.text().withDefault(),
  created_at: col.timestamp(),
  updated_at: col.timestamp(),
});

export const taskLogs = table('task_logs', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  guid: col.uuid(),
  task_id: col.bigint(),
  manual: col.boolean(),
  advanced: col.boolean(),
  quantity: col.numeric(),
  hours_per_day: col.numeric().nullable(),
  start_minute: col.integer().nullable(),
  end_minute: col.integer().nullable(),
  from_date: col.date(),
  to_date: col.date(),
  description: col.text(),
  unit_price: col.numeric().nullable(),
  image: col.uuid().nullable(),
  invoice_id: col.bigint().nullable().withDefault(),
  created_at: col.timestamp(),
  person_id: col.bigint().nullable(),
});

export const taskImages = table('task_images', {
  account_id: col.bigint(),
  guid: col.uuid(),
  content_type: col.text(),
  size: col.integer(),
  sha256: col.bytea(),
  bytes: col.bytea(),
});
