import { z } from 'zod';
import { mayBecome, type RecurringEvent, type RecurringState } from '../../domain/recurrence-states.ts';
import { extendedList } from '../../kernel/extended.ts';
import { shown } from '../../kernel/shown.ts';
import { getRecurringInvoices } from './crud.ts';

const standing = z.object({
  may: z
    .object({
      pause: shown.flag('Whether pause-recurring-invoice would be taken', true),
      resume: shown.flag('Whether resume-recurring-invoice would be taken'),
      stop: shown.flag('Whether stop-recurring-invoice would be taken', true),
    })
    .describe('What can be done with it now'),
});

/** For a person to look at: what programs get, and what can be done with each. */
export const lookAtRecurring = extendedList(getRecurringInvoices, standing, (row) => {
  const may = (event: RecurringEvent) => mayBecome(row.status as RecurringState, event);
  return { may: { pause: may('pause'), resume: may('resume'), stop: may('stop') } };
});
