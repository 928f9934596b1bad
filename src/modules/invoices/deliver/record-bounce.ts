import { fail } from '../../../kernel/failures/failure.ts';
import { choice, object, text } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { emitBounced } from '../event-store.ts';
import { insertBounceEventStatement, wasMailed } from './delivery-store.ts';
import { deliveryFields } from './schema.ts';

export const recordBounce = defineWrite({
  name: 'record-return',
  summary: 'A mail that was sent came back, or is late.',
  scope: null,
  isAllowedWhenClosed: true,
  events: ['invoice.bounced'],
  input: object({
    ...deliveryFields,
    event: choice(['bounced', 'delayed'])(),
    reason: text(500)(),
  }),
  output: createdRecord,
  async prepare({ db, account }, { invoice_guid, series }) {
    if (!(await wasMailed(db, account.id, invoice_guid, series))) fail('invoice_not_found');
  },
  async run(ctx, { invoice_guid, ...bounce }) {
    if (bounce.event === 'bounced') emitBounced(ctx, invoice_guid, bounce.reason);
    const end = insertBounceEventStatement(ctx.account.id, invoice_guid, bounce, ctx.now);
    // A repeated report is refused.
    return (await ctx.finishIf({ target: invoice_guid, ...end })) ?? fail('invoice_locked');
  },
});
