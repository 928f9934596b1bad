import type { AnswerState } from '../../../domain/costs/einvoice-answers.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { settleStatement } from './answer-store.ts';

interface SentAnswer {
  guid: string;
  cost_guid: string;
  state: AnswerState;
  /** Why it was refused; empty where it was not. */
  problem: string;
}

/** Whether the network has taken an answer; the job that sends it calls this. */
export const recordEinvoiceAnswer = defineTransaction({
  name: 'record-einvoice-answer',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, { guid, cost_guid, ...outcome }: SentAnswer) {
    const end = settleStatement(ctx.account.id, guid, outcome);
    return (await ctx.finishIf({ target: cost_guid, ...end })) ?? fail('einvoice_answered');
  },
});
