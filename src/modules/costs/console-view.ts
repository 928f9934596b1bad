import { z } from 'zod';
import { type CostStatus, costCase, mayCost } from '../../domain/costs/cost-states.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { extendReadForConsole } from '../../kernel/operations/console-view.ts';
import { getCost } from './read.ts';
import { toCostState } from './rules.ts';
import { COST_STATES } from './search.ts';

const consoleFields = z.object({
  read_date: out.date('Day of the document; null while it is not known').nullable(),
  state: out.code(COST_STATES, 'How far it has come; Reading while its receipt is being read'),
  may: out.record('The operations that are possible now', {
    approve: out.flag('Whether approve-cost is possible', true),
    reopen: out.flag('Whether move-cost-to-new is possible'),
    delete: out.flag('Whether delete-cost is possible', true),
  }),
});

/** `get-cost` with fields for the console: its state, and which actions are allowed. */
export const getCostForConsole = extendReadForConsole(
  getCost,
  consoleFields,
  ({ accounting_status, show_api, is_imported = false, issue_date, issue_date_known }) => {
    const state = toCostState({ accounting_status: accounting_status as CostStatus, show_api, is_imported });
    return {
      read_date: issue_date_known ? issue_date : null,
      state: costCase(state).state,
      may: {
        approve: mayCost(state, 'approve'),
        reopen: mayCost(state, 'move_to_new'),
        delete: mayCost(state, 'delete'),
      },
    };
  },
);
