import { fail } from '../../../kernel/failures/failure.ts';
import { choice, object, text } from '../../../kernel/fields/input-fields.ts';
import { type CreatedRecord, createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operation.ts';
import { parsePublicToken, publicToken, type RecordRef } from '../../../kernel/security/public-token.ts';
import { insertBounceEvent, wasMailed } from './delivery-store.ts';

export interface DeliveryRef {
  invoice: RecordRef;
  series: string;
}

/** What a mail is called on its way, so that whoever sends it back can say which one it was. */
export function deliveryToken({ invoice, series }: DeliveryRef): string {
  return `${publicToken(invoice)}.${series}`;
}

/** Null for a text that names no delivery. */
export function parseDeliveryToken(name: string): DeliveryRef | null {
  const [, record = '', series = ''] = /^([\w-]{32})\.([\w-]{1,80})$/.exec(name) ?? [];
  const invoice = parsePublicToken(record);
  return invoice && { invoice, series };
}

export const recordBounce = defineWrite({
  name: 'record-return',
  summary: 'A mail that was sent came back, or is late.',
  scope: null,
  input: object({
    invoice_guid: text(36)(),
    series: text(80)(),
    event: choice(['bounced', 'delayed'])(),
    reason: text(500)(),
  }),
  output: createdRecord,
  async prepare({ db, account }, { invoice_guid, series }) {
    if (!(await wasMailed(db, account.id, invoice_guid, series))) fail('invoice_not_found');
  },
  async run(ctx, { invoice_guid, ...what }) {
    const ending = insertBounceEvent(ctx.account.id, invoice_guid, what, ctx.now);
    // Refused when it has been told before.
    return (await ctx.finishIf<CreatedRecord>({ target: invoice_guid, ...ending })) ?? fail('invoice_locked');
  },
});
