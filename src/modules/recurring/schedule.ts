import { occurrenceDate } from '../../domain/recurrence.ts';
import { canApply, type RecurringEvent } from '../../domain/recurrence-states.ts';
import type { WriteContext } from '../../kernel/context.ts';
import { recordRow } from '../../kernel/database/row.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import type { Effect } from '../../kernel/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { CreatedRecord } from '../../kernel/fields/output-fields.ts';
import type { CurrentBuyer, LockedSalesDocument } from '../sales-documents/store.ts';
import { lockSchedule, type ScheduleRow, updateSchedule } from './store.ts';

export const byGuid = object({ guid: guid().describe('The recurring invoice') });

/** Locks a schedule that the event can happen to. */
export async function lockScheduleFor(
  { tx, account }: WriteContext,
  requested: string,
  event: RecurringEvent,
): Promise<ScheduleRow> {
  const schedule = (await lockSchedule(tx, account.id, requested)) ?? fail('recurring_invoice_not_found');
  if (!canApply(schedule.state, event)) fail('recurring_locked', schedule.state);
  return schedule;
}

export interface NextState {
  state: ScheduleRow['state'];
  /** Index of the occurrence that comes next. */
  next: number;
  reason?: string;
}

/** The statement that moves a locked schedule on. */
export function moveSchedule(accountId: number, schedule: ScheduleRow, to: NextState): Sql {
  return updateSchedule(accountId, schedule.sales_document_id, {
    state: to.state,
    reason: to.reason ?? '',
    nextIndex: to.next,
    nextDate: occurrenceDate(schedule.start_date, schedule.interval, to.next),
  });
}

export function finishMove(
  ctx: WriteContext,
  schedule: ScheduleRow,
  to: NextState,
  effect?: Effect,
): Promise<CreatedRecord> {
  const result = moveSchedule(ctx.account.id, schedule, to);
  return ctx.finish({ target: schedule.guid, row: recordRow, result, ...(effect && { effect }) });
}

/** The schedule as the rules of the domain take it. */
export function toRecurrence({ start_date, interval, next_index, max_invoices }: ScheduleRow) {
  return { start: start_date, interval, next: next_index, max: max_invoices };
}

/** The schedule as a person sees it who approves a template, by the names of the fields that set it. */
export function scheduleTerms({
  interval,
  start_date,
  max_invoices,
}: Pick<ScheduleRow, 'interval' | 'start_date' | 'max_invoices'>) {
  return {
    recurring_interval: interval,
    recurring_start_date: start_date,
    ...(max_invoices !== null && { recurring_max_invoice: max_invoices }),
  };
}

/** Who receives the invoices of a template: the profile as it is now, or the copy that the template keeps. */
export function templateBuyer(
  { link_national }: ScheduleRow,
  { current, buyer: snapshot, tax_exempt }: LockedSalesDocument,
): Pick<CurrentBuyer, 'snapshot' | 'tax_exempt'> {
  return link_national ? current : { snapshot, tax_exempt };
}
