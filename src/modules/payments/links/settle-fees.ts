import { recordRow } from '../../../kernel/database/row.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { type ProviderFees, settleFeesStatement } from '../../invoices/records/ledger-write-store.ts';

/** The provider has computed what it keeps of payments, or has sent them to the bank. */
export const settleFees = defineTransaction({
  name: 'settle-fees',
  isAllowedWhenClosed: true,
  events: [],
  async run(ctx, fees: ProviderFees) {
    const settled = await ctx.finishIf({
      target: fees.payout || (fees.payments[0]?.reference ?? null),
      row: recordRow,
      ...settleFeesStatement(ctx.account.id, fees),
    });
    return settled ?? fail('invoice_locked');
  },
});
