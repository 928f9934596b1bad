import { z } from 'zod';
import { canApply, type RecurringEvent, type RecurringState } from '../../domain/sales/recurrence-states.ts';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { extendListForConsole } from '../../kernel/operations/console-view.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { SEARCH_FIELDS } from '../sales-documents/read.ts';
import { defineTemplateList } from './read.ts';
import { listSetupsOf, SETUP_KINDS } from './store.ts';

const actions = z.object({
  may: out.record('The operations that are possible now', {
    change: out.flag('Whether update-recurring-invoice is possible', true),
    pause: out.flag('Whether pause-recurring-invoice is possible', true),
    resume: out.flag('Whether resume-recurring-invoice is possible'),
    stop: out.flag('Whether stop-recurring-invoice is possible', true),
  }),
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

/** What stops, or may be closed, when a program is frozen or disconnected. */
export const findAgentSetups = defineRead({
  name: 'find-agent-setups',
  summary: 'Lists the open recurring invoices, quotes and orders that a program has created.',
  access: { scope: null },
  input: object({ agent_id: text(100)('The program') }),
  output: z.object({
    rows: out.list('Templates first', {
      kind: out.code(SETUP_KINDS, 'What it is'),
      guid: out.guid('The document'),
      number: out.own('Its number; null where it has none', '12').nullable(),
      name: out.own('Name of the customer', 'Jón Jónsson'),
      amount: out.number('Its sum with VAT', 46500),
      currency: out.own('Its currency', 'ISK'),
      next_date: out.date('The day of the next invoice of a template').nullable(),
    }),
  }),
  run: async ({ db, account }, { agent_id }) => ({ rows: await listSetupsOf(db, account.id, agent_id) }),
});
