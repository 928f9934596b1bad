import type { UploadedFile } from '../../../kernel/fields/uploaded-file.ts';
import { defineTransaction } from '../../../kernel/operations/operation.ts';
import { type PreparedAttachment, prepareAttachment } from '../attachment.ts';
import { storeCost } from '../create-cost.ts';

interface MailedReceipt {
  file: UploadedFile;
  description: string;
}

/** A file of a mail becomes a cost that waits for a person, whatever the mail says. */
export const receiveCost = defineTransaction({
  name: 'receive-cost',
  events: ['cost.created'],
  books: true,
  prepare: (ctx, { file }: MailedReceipt) => prepareAttachment(ctx, file),
  run: (ctx, { description }: MailedReceipt, attached: PreparedAttachment) =>
    storeCost(ctx, { description }, attached),
});
