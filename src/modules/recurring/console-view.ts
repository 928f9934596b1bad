import { z } from 'zod';
import { canApply, type RecurringEvent, type RecurringState } from '../../domain/recurrence-states.ts';
import { extendListForConsole } from '../../kernel/console-view.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { SEARCH_FIELDS } from '../sales-documents/read.ts';
import { defineTemplateList } from './read.ts';

const actions = z.object({
  may: z
    .object({
      change: out.flag('Whether update-recurring-invoice would be taken', true),
      pause: out.flag('Whether pause-recurring-invoice would be taken', true),
      resume: out.flag('Whether resume-recurring-invoice would be taken'),
      stop: out.flag('Whether stop-recurring-invoice would be taken', true),
    })
    .describe('What can be done with it now'),
});

/** The list of the API, with the actions that the console offers for each template. */
export const getRecurringForConsole = extendListForConsole(
  defineTemplateList(SEARCH_FIELDS),
  actions,
  (row) => {
    const may = (event: RecurringEvent) => canApply(row.status as RecurringState, event);
    return { may: { change: may('change'), pause: may('pause'), resume: may('resume'), stop: may('stop') } };
  },
);
