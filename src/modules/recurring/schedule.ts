import { occurrenceDate } from '../../domain/sales/recurrence.ts';
import { canApply, type RecurringEvent } from '../../domain/sales/recurrence-states.ts';
import { recordRow } from '../../kernel/database/row.ts';
import type { Sql } from '../../kernel/database/sql.ts';
import { changedFields } from '../../kernel/effects/changed-fields.ts';
import { changeOf, type Effect, type EffectField, type EffectRecord } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import type { CreatedRecord } from '../../kernel/fields/output-fields.ts';
import type { FinalStep, WriteContext } from '../../kernel/operations/context.ts';
import type { CurrentBuyer, LockedSalesDocument } from '../sales-documents/store.ts';
import { lockSchedule, type ScheduleRow, updateSchedule } from './store.ts';
import { recurringSchedules } from './tables.ts';

export const byGuid = object({ guid: guid('The recurring invoice') });

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

/** The effect of a move after which no more invoices are made, or none for now. */
function moveEffect(schedule: ScheduleRow, { state, reason = '' }: NextState): Effect {
  return changeOf(templateRecord(schedule), scheduleFields(schedule, { state, reason }));
}

export function finishMove(
  ctx: WriteContext,
  schedule: ScheduleRow,
  to: NextState,
  { effect = moveEffect(schedule, to), ...also }: Pick<FinalStep, 'effect' | 'ctes' | 'bookedOn'> = {},
): Promise<CreatedRecord> {
  const result = moveSchedule(ctx.account.id, schedule, to);
  return ctx.finish({ target: schedule.guid, row: recordRow, result, effect, ...also });
}

/** The schedule as the rules of the domain take it. */
export function toRecurrence({ start_date, interval, next_index, max_invoices }: ScheduleRow) {
  return { start: start_date, interval, next: next_index, max: max_invoices };
}

/** The names under which the columns of a schedule are sent. */
const SENT_AS: Readonly<Record<string, string>> = {
  name: 'recurring_name',
  interval: 'recurring_interval',
  period: 'recurring_period',
  start_date: 'recurring_start_date',
  max_invoices: 'recurring_max_invoice',
  link_national: 'recurring_link_national',
};

/** When the invoices of a template are made, which is on no document; `before`: what is changed. */
export function scheduleFields(before: ScheduleRow | null, after: Partial<ScheduleRow>): EffectField[] {
  const fields = changedFields(recurringSchedules, before, after, ['next_index', 'next_date']);
  return fields.map((field) => ({ ...field, name: SENT_AS[field.name] ?? field.name }));
}

export function templateRecord({ guid: id, name }: ScheduleRow): EffectRecord {
  return { kind: 'recurring', guid: id, number: '', name };
}

/** Who receives the invoices of a template: the profile as it is now, or the copy that the template keeps. */
export function templateBuyer(
  { link_national }: ScheduleRow,
  { current, buyer: snapshot, tax_exempt }: LockedSalesDocument,
): Pick<CurrentBuyer, 'snapshot' | 'tax_exempt'> {
  return link_national ? current : { snapshot, tax_exempt };
}
