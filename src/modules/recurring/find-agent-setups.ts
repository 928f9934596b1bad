import { z } from 'zod';
import { object, text } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operation.ts';
import { listSetupsOf, SETUP_KINDS } from './store.ts';

export const findAgentSetups = defineRead({
  name: 'find-agent-setups',
  summary:
    'Lists what a program has set up and what is still open: templates that issue by themselves, quotes and orders.',
  scope: null,
  input: object({ agent_id: text(100)().describe('The program') }),
  output: z.object({
    rows: z
      .array(
        z.object({
          kind: out.code(SETUP_KINDS, 'What it is'),
          guid: out.guid('The document'),
          number: out.text('Its number; null where it has none', '12').nullable(),
          name: out.text('Name of the customer', 'Jón Jónsson'),
          amount: out.number('Its sum with VAT', 46500),
          currency: out.text('Its currency', 'ISK'),
          next_date: out.date('The day of the next invoice of a template').nullable(),
        }),
      )
      .describe('Templates first'),
  }),
  run: async ({ db, account }, { agent_id }) => ({ rows: await listSetupsOf(db, account.id, agent_id) }),
});
