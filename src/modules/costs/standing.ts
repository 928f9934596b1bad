import { z } from 'zod';
import { type CostStatus, canApprove, canDelete, canMoveToNew } from '../../domain/cost-states.ts';
import { extendedRead } from '../../kernel/extended.ts';
import { shown } from '../../kernel/shown.ts';
import { COST_STATES } from './find.ts';
import { getCost } from './read.ts';
import { stateOf } from './rules.ts';

const standing = z.object({
  state: shown.code(COST_STATES, 'How far it has come; Reading while its receipt is being read'),
  may: z
    .object({
      approve: shown.flag('Whether approve-cost would be taken', true),
      reopen: shown.flag('Whether move-cost-to-new would be taken'),
      delete: shown.flag('Whether delete-cost would be taken', true),
    })
    .describe('What can be done with it now'),
});

/** For a person to look at: what programs get, where it stands, and what can be done with it. */
export const lookAtCost = extendedRead(getCost, standing, ({ accounting_status, show_api }) => {
  const state = stateOf({ accounting_status: accounting_status as CostStatus, show_api });
  return {
    state: state.processing ? 'Reading' : state.status,
    may: { approve: canApprove(state), reopen: canMoveToNew(state), delete: canDelete(state) },
  };
});
