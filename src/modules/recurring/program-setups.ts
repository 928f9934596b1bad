import { dueOccurrences, occurrenceDate, resumeIndex } from '../../domain/sales/recurrence.ts';
import type { ProgramSetups, WriteContext } from '../../kernel/operations/context.ts';
import { closeOpenDocuments } from '../sales-documents/program-documents.ts';
import { toRecurrence } from './schedule.ts';
import { forgetHeld, holdSchedules, lockSchedulesOf, moveSchedules, type ScheduleRow } from './store.ts';

const REASONS = {
  frozen: 'The program that set it up is frozen',
  revoked: 'The program that set it up was disconnected',
};

/** What programs have set up: templates, which issue by themselves, and quotes and orders that are open. */
export const programSetups: ProgramSetups = {
  async stop(ctx, agentId, { why, closesDocuments }) {
    const { tx, account } = ctx;
    const active = await lockSchedulesOf(tx, account.id, agentId, 'active');
    const ids = active.map(({ sales_document_id }) => sales_document_id);
    if (ids.length > 0)
      await holdSchedules(tx, account.id, ids, { reason: REASONS[why], held: why === 'frozen' });
    for (const { guid } of active) ctx.emit('recurring.paused', { guid });
    // A program that comes back finds nothing of its own resumed.
    if (why === 'revoked') await forgetHeld(tx, account.id, agentId);
    if (closesDocuments) await closeOpenDocuments(ctx, agentId, REASONS[why]);
  },
  async resume(ctx, agentId) {
    const held = await lockSchedulesOf(ctx.tx, ctx.account.id, agentId, 'held');
    if (held.length === 0) return;
    await moveSchedules(
      ctx.tx,
      ctx.account.id,
      held.map((one) => resumed(ctx, one)),
    );
    for (const { guid } of held) ctx.emit('recurring.resumed', { guid });
  },
};

/** A template goes on with its next day; those that have passed are left out. */
function resumed({ today }: WriteContext, schedule: ScheduleRow) {
  const recurrence = toRecurrence(schedule);
  const next = resumeIndex(today, recurrence);
  const isFinished = dueOccurrences(today, { ...recurrence, next }).kind === 'finished';
  return {
    id: schedule.sales_document_id,
    state: isFinished ? ('finished' as const) : ('active' as const),
    nextIndex: next,
    nextDate: occurrenceDate(schedule.start_date, schedule.interval, next),
  };
}
