import { z } from 'zod';
import { object } from '../../kernel/fields/input-fields.ts';
import { out } from '../../kernel/fields/output-fields.ts';
import { defineRead } from '../../kernel/operations/operation.ts';
import { countProposals as countStored } from './store.ts';

export const countProposals = defineRead({
  name: 'count-proposals',
  summary: 'Counts the proposals that wait for a decision.',
  access: { scope: null },
  input: object({}),
  output: z.object({ waiting: out.integer('How many wait', 1) }),
  run: async ({ db, account }) => ({ waiting: await countStored(db, account.id, { state: 'waiting' }) }),
});
