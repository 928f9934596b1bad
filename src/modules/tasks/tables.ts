import { TASK_STATUSES } from '../../domain/tasks/task-states.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  integer,
  numeric,
  oneOf,
  text,
  timestamp,
  uuid,
} from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const tasks = table('tasks', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  number: bigint(),
  name: text(),
  customer_id: bigint(),
  item_id: bigint(),
  status: oneOf(TASK_STATUSES).withDefault(),
  running_since: timestamp().nullable().withDefault(),
  /** Who started the timer; null where none runs, or where a key or a program started it. */
  running_by: bigint().nullable().withDefault(),
  project_name: text().withDefault(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

export const taskLogs = table('task_logs', {
  account_id: bigint(),
  id: bigint().identity(),
  guid: uuid(),
  task_id: bigint(),
  manual: boolean(),
  advanced: boolean(),
  quantity: numeric(),
  hours_per_day: numeric().nullable(),
  start_minute: integer().nullable(),
  end_minute: integer().nullable(),
  from_date: date(),
  to_date: date(),
  description: text(),
  unit_price: numeric().nullable(),
  image: uuid().nullable(),
  invoice_id: bigint().nullable().withDefault(),
  created_at: timestamp(),
  person_id: bigint().nullable(),
});

export const taskImages = table('task_images', {
  account_id: bigint(),
  guid: uuid(),
  content_type: text(),
  size: integer(),
  sha256: bytea(),
  bytes: bytea(),
});
