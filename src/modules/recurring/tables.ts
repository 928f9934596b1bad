import { INTERVALS, PERIODS } from '../../domain/sales/recurrence.ts';
import { RECURRING_STATES } from '../../domain/sales/recurrence-states.ts';
import { bigint, boolean, date, integer, oneOf, text } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';

export const recurringSchedules = table('recurring_schedules', {
  account_id: bigint(),
  sales_document_id: bigint(),
  name: text(),
  interval: oneOf(INTERVALS),
  period: oneOf(PERIODS).withDefault(),
  start_date: date(),
  max_invoices: integer().nullable(),
  link_national: boolean(),
  state: oneOf(RECURRING_STATES),
  reason: text().withDefault(),
  next_index: integer().withDefault(),
  next_date: date(),
  held: boolean().withDefault(),
});
