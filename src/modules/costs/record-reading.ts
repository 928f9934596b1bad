import { fail } from '../../kernel/failures/failure.ts';
import { defineTransaction } from '../../kernel/operations/operation.ts';
import type { ReceiptReading } from '../../kernel/ports/receipt-reader.ts';
import { completeFields, toStoredReading } from './reading-fields.ts';
import { lockCostOrFail, resolveCostRate } from './rules.ts';
import { showCost } from './write-store.ts';

interface ReadReceipt {
  guid: string;
  reading?: ReceiptReading | undefined;
  /** Why it cannot be read. */
  problem?: string | undefined;
}

// Called by the job that reads receipts. The job may run twice: the second run finds the cost visible, and fails.
export const recordReading = defineTransaction({
  name: 'record-reading',
  isAllowedWhenClosed: true,
  events: ['cost.read'],
  async run(ctx, { guid: costGuid, reading, problem = '' }: ReadReceipt) {
    const cost = await lockCostOrFail(ctx, costGuid);
    if (cost.show_api) fail('cost_not_found');
    const fields = reading ? completeFields(cost, reading) : cost;
    const known = fields.currency === cost.currency ? cost.exchange_rate : null;
    const exchange_rate =
      known ?? (await resolveCostRate(ctx.tx, fields, { today: ctx.today, sent: undefined }));
    const stored = reading ? toStoredReading(reading) : { problem };
    ctx.emit('cost.read', { guid: cost.guid, found: reading !== undefined });
    return ctx.finish({
      target: cost.guid,
      ...showCost(ctx.account.id, cost.id, { ...fields, exchange_rate }, stored, ctx.now),
    });
  },
});
