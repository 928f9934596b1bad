import { z } from 'zod';
import { fail } from '../../../kernel/failures/failure.ts';
import { choice, integer, object, text } from '../../../kernel/fields/input-fields.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { recordMail } from './mail-in-store.ts';
import { MAIL_OUTCOMES } from './outcomes.ts';

export const recordReceiptMail = defineWrite({
  name: 'record-receipt-mail',
  summary: 'Adds a mail to the log of the address for receipts.',
  scope: null,
  events: [],
  input: object({
    message_digest: z.custom<Buffer>(),
    sender: text(200)(),
    subject: text(200)(),
    outcome: choice(MAIL_OUTCOMES)(),
    costs: integer(0, 100)(),
  }),
  output: z.object({
    outcome: out.code(MAIL_OUTCOMES, 'What became of it'),
    costs: out.integer('How many costs were made of it', 1),
  }),
  refusals: ['idempotency_key_reused'],
  async run(ctx, mail) {
    const end = recordMail(ctx.account.id, mail, ctx.now);
    // A mail that was delivered twice at the same moment is in the log once; its costs were replayed by their keys.
    return (await ctx.finishIf({ target: ctx.account.guid, ...end })) ?? fail('idempotency_key_reused');
  },
});
