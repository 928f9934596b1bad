import { fail } from '../../kernel/failure.ts';
import { choice, object, text } from '../../kernel/fields.ts';
import { write } from '../../kernel/operation.ts';
import { type Named, namedIn, publicName } from '../../kernel/public-name.ts';
import { type Made, made } from '../../kernel/shown.ts';
import { tellReturn, wasMailed } from './delivery-store.ts';

export interface NamedDelivery {
  invoice: Named;
  series: string;
}

/** What a mail is called on its way, so that whoever sends it back can say which one it was. */
export function deliveryName({ invoice, series }: NamedDelivery): string {
  return `${publicName(invoice)}.${series}`;
}

/** Null for a text that names no delivery. */
export function readDeliveryName(name: string): NamedDelivery | null {
  const [, record = '', series = ''] = /^([\w-]{32})\.([\w-]{1,80})$/.exec(name) ?? [];
  const invoice = namedIn(record);
  return invoice && { invoice, series };
}

export const recordReturn = write({
  name: 'record-return',
  summary: 'A mail that was sent came back, or is late.',
  scope: null,
  input: object({
    invoice_guid: text(36)(),
    series: text(80)(),
    event: choice(['bounced', 'delayed'])(),
    reason: text(500)(),
  }),
  output: made,
  async prepare({ db, account }, { invoice_guid, series }) {
    if (!(await wasMailed(db, account.id, invoice_guid, series))) fail('invoice_not_found');
  },
  async run(ctx, { invoice_guid, ...what }) {
    const ending = tellReturn(ctx.account.id, invoice_guid, what, ctx.now);
    // Refused when it has been told before.
    return (await ctx.finish<Made>({ target: invoice_guid, ...ending })) ?? fail('invoice_locked');
  },
});
