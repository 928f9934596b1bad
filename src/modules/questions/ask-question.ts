import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import type { FailureCode } from '../../kernel/failures/failure.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { choice, guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { findDocumentDay, findSame, insertQuestion, lockQuestions, selectState } from './question-store.ts';
import { questionState, questionText } from './schema.ts';
import { DOCUMENT_KINDS, type DocumentKind } from './tables.ts';

const NOT_FOUND = {
  invoice: 'invoice_not_found',
  cost: 'cost_not_found',
  bank_line: 'bank_line_not_found',
  payment: 'payment_not_found',
} as const satisfies Record<DocumentKind, FailureCode>;

export const askQuestion = defineWrite({
  name: 'ask-question',
  summary: 'Asks the people of the company about an invoice, a cost, a bank line or a payment.',
  description:
    'Owners and members get the question by mail and see it in their inbox; they answer with answer-question, by the link of the mail or by a reply. get-questions has the answers, and close-question closes it. The same question about the same document is not asked again before it is closed.',
  access: { scope: null, roles: BOOKING_ROLES },
  events: ['question.asked'],
  input: object({
    kind: choice(DOCUMENT_KINDS)('What it is about; credit notes are invoices'),
    document_guid: guid('The document'),
    question: questionText().meta({ description: 'What is asked', examples: ['What was bought here?'] }),
  }),
  output: questionState,
  refusals: Object.values(NOT_FOUND),
  async run(ctx, { kind: document_kind, document_guid, question }) {
    await lockQuestions(ctx.tx, ctx.account.id);
    if ((await findDocumentDay(ctx.tx, ctx.account.id, document_kind, document_guid)) === null)
      fail(NOT_FOUND[document_kind]);
    const asked_by = ctx.caller.person?.id ?? null;
    const asked = { document_kind, document_guid, question, asked_by, asked_at: ctx.now };
    const same = await findSame(ctx.tx, ctx.account.id, asked);
    if (same) return ctx.finish({ target: same.guid, ...selectState(ctx.account.id, same.guid) });
    const newGuid = ctx.newGuid();
    ctx.emit('question.asked', { guid: newGuid, kind: document_kind, document_guid });
    ctx.enqueue('send-question-mail', { guid: newGuid, about: 'question' });
    return ctx.finish({ target: newGuid, ...insertQuestion(ctx.account.id, { guid: newGuid, ...asked }) });
  },
});
