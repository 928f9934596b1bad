import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { closeStatement, findAnswerable, lockQuestions, selectState } from './question-store.ts';
import { questionState } from './schema.ts';

export const closeQuestion = defineWrite({
  name: 'close-question',
  summary: 'Closes a question about a document, with or without an answer; it stays on record.',
  description:
    '`missing` of the VAT return no longer lists a closed question. To close it again changes nothing.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: ['question.closed'],
  input: object({ guid: guid('The question') }),
  output: questionState,
  refusals: ['question_not_found'],
  async run(ctx, { guid: question }) {
    await lockQuestions(ctx.tx, ctx.account.id);
    const found = (await findAnswerable(ctx.tx, ctx.account.id, question)) ?? fail('question_not_found');
    if (found.state === 'closed')
      return ctx.finish({ target: question, ...selectState(ctx.account.id, question) });
    const { document_kind: kind, document_guid } = found;
    ctx.emit('question.closed', { guid: question, kind, document_guid });
    const by = { person: ctx.caller.person?.id ?? null, now: ctx.now };
    return ctx.finish({ target: question, ...closeStatement(ctx.account.id, question, by) });
  },
});
