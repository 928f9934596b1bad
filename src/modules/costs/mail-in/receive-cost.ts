import { object, text, upload } from '../../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { type PreparedAttachment, prepareAttachment } from '../attachment.ts';
import { storeCost } from '../create-cost.ts';
import { queuedCost } from '../schema.ts';

/** A file of a mail becomes a cost that waits for a person, whatever the mail says. */
export const receiveCost = defineWrite({
  name: 'receive-cost',
  summary: 'Creates a cost from a receipt that came by mail.',
  access: { scope: null },
  events: ['cost.created'],
  input: object({ file: upload(), description: text(1000).optional() }),
  output: queuedCost,
  refusals: ['file_refused'],
  prepare: (ctx, { file }) => prepareAttachment(ctx, file),
  run: (ctx, { description }, attached: PreparedAttachment) => storeCost(ctx, { description }, attached),
});
