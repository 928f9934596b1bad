import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { type NewReceiptMail, recordMail } from './mail-in-store.ts';

/** Adds a mail to the log of the address for receipts. */
export const recordReceiptMail = defineTransaction({
  name: 'record-receipt-mail',
  events: [],
  async run(ctx, mail: NewReceiptMail) {
    const end = recordMail(ctx.account.id, mail, ctx.now);
    // A mail that was delivered twice at the same moment is in the log once; its costs were replayed by their keys.
    return (await ctx.finishIf({ target: ctx.account.guid, ...end })) ?? fail('idempotency_key_reused');
  },
});
