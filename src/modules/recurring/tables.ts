import { INTERVALS, PERIODS } from '../../domain/sales/recurrence.ts';
import { RECURRING_STATES } from '../../domain/sales/recurrence-states.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const recurringSchedules = table('recurring_schedules', {
  account_id: col.bigint(),
  sales_document_id: col.bigint(),
  name: col.text(),
  interval: col.oneOf(INTERVALS),
  period: col.oneOf(PERIODS).withDefault(),
  start_date: col.date(),
  max_invoices: col.integer().nullable(),
  link_national: col.boolean(),
  state: col.oneOf(RECURRING_STATES),
  reason: col.text().withDefault(),
  next_index: col.integer().withDefault(),
  next_date: col.date(),
  held: col.boolean().withDefault(),
});
