import { z } from 'zod';
import { shownTotals } from '../../documents/sums.ts';
import { decimal, isZero, toWire } from '../../domain/money.ts';
import { mayDo, type Standing, TABS, tabOf } from '../../domain/standing.ts';
import { fail } from '../../kernel/failure.ts';
import { read } from '../../kernel/operation.ts';
import { shown } from '../../kernel/shown.ts';
import { getInvoice, shownInvoice } from './read.ts';
import { findInvoice, type InvoiceDetailRow } from './store.ts';
import { timelineOf } from './timeline.ts';

const standing = z.object({
  tab: z.enum(TABS).describe('Where it stands today'),
  partly_credited: shown.flag('Whether a part of it has been credited'),
  net: shown.number('Total without VAT, in whole krónur as it is printed', 37500),
  vat: shown.number('VAT of all rates, likewise', 9000),
  may: z
    .object({
      issue: shown.flag('Whether issue-invoice would be taken'),
      pay: shown.flag('Whether do-paid-invoice would be taken', true),
      cancels_claim: shown.flag('Whether paying cancels a claim at the bank'),
      credit: shown.flag('Whether a credit note would be taken', true),
      refund: shown.flag('Whether that credit note may be marked as paid back'),
      resend: shown.flag('Whether it can be sent again', true),
      copy: shown.flag('Whether a new invoice can be begun from it', true),
    })
    .describe('What can be done with it now'),
});

/** An invoice for a person to look at: what programs get, where it stands, and what can be done with it. */
export const lookAtInvoice = read({
  ...getInvoice,
  output: z.intersection(getInvoice.output, standing),
  async run(ctx, input) {
    const row = (await findInvoice(ctx.db, ctx.account.id, input.guid)) ?? fail('invoice_not_found');
    const stands = standingOf(row);
    const tab = tabOf(stands, ctx.today);
    const rates = [decimal(row.vat_24), decimal(row.vat_11)];
    const { net, vat } = shownTotals(decimal(row.amount), rates, row.currency);
    return {
      ...shownInvoice(ctx, row),
      timeline: timelineOf(row),
      tab,
      partly_credited: isPartlyCredited(tab, row.credited_amount),
      net: toWire(net),
      vat: toWire(vat),
      may: mayDo(stands),
    };
  },
});

export function isPartlyCredited(tab: string, creditedAmount: string): boolean {
  return tab !== 'cancelled' && !isZero(decimal(creditedAmount));
}

function standingOf(row: InvoiceDetailRow): Standing {
  const { status, kind, due_date: dueDate, credited, claim_status: claimStatus } = row;
  return { status, kind, dueDate, credited, claimStatus };
}
