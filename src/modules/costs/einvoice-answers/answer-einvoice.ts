import { isFinalAnswer, needsReason } from '../../../domain/costs/einvoice-answers.ts';
import { isInvoiceType } from '../../../domain/receipts/check-einvoice.ts';
import type { Einvoice } from '../../../domain/receipts/einvoice.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { networkAddressOf, readCostEinvoice, toDay } from '../read-einvoice.ts';
import { lockCostOrFail } from '../rules.ts';
import { insertAnswer, listAnswers } from './answer-store.ts';
import { answerState, newAnswer } from './schema.ts';

export const answerEinvoice = defineWrite({
  name: 'answer-einvoice',
  summary: 'Answers the sender of a received e-invoice over the network: accepted, rejected or in query.',
  description:
    'The cost itself does not change: approve or delete it as well. `accepted` and `rejected` are final, unless the network has refused to deliver them; `in_query` may be followed by another answer. get-cost-einvoice has the answers with their states.',
  access: { scope: null },
  isUndoable: true,
  events: ['cost.answered'],
  input: newAnswer,
  output: answerState,
  refusals: ['cost_not_found', 'einvoice_not_answerable', 'einvoice_answered'],
  async prepare(ctx, { guid }) {
    const { einvoice } = await readCostEinvoice(ctx, guid);
    return (einvoice && toAddressee(einvoice)) ?? fail('einvoice_not_answerable');
  },
  async run(ctx, { guid: cost_guid, answer, reason = '' }, addressee) {
    if (needsReason(answer) && reason === '') fail('field_required', 'reason');
    // Of several answers at once, each sees those before it.
    await lockCostOrFail(ctx, cost_guid);
    const given = await listAnswers(ctx.tx, ctx.account.id, cost_guid);
    if (given.some(isFinalAnswer)) fail('einvoice_answered');
    const guid = ctx.newGuid();
    ctx.emit('cost.answered', { guid: cost_guid, answer });
    ctx.enqueue('send-einvoice-answer', { guid });
    const by = { answered_by: ctx.caller.person?.id ?? null, answered_at: ctx.now };
    const stored = insertAnswer(ctx.account.id, { guid, cost_guid, answer, reason, ...addressee, ...by });
    return ctx.finish({ target: cost_guid, ...stored });
  },
});

/** The document as its sender knows it, and where its sender is reached. Null where one of them is not known. */
function toAddressee(einvoice: Einvoice) {
  const { number, issue_date, seller } = einvoice;
  const receiver = networkAddressOf(seller);
  if (receiver === '' || number === '') return null;
  return {
    number,
    issue_date: toDay(issue_date),
    type_code: answeredType(einvoice),
    receiver,
    receiver_name: seller.name,
  };
}

/** Kinds of document that an e-invoice may be, but that the edition of UNCL 1001 for answers does not have yet. */
const NEW_TYPES = new Set('471 472 473 500 501 502 503 817 875 876 877 880'.split(' '));

/** That of the document itself, unless the network would refuse the answer for it. Older documents state none. */
function answeredType({ kind, type_code }: Einvoice): string {
  if (isInvoiceType(type_code) && !NEW_TYPES.has(type_code)) return type_code;
  return kind === 'credit_note' ? '381' : '380';
}
