import { z } from 'zod';
import {
  allowedActions,
  PAST_DUE_TABS,
  remaining,
  STATUS_TABS,
  statusTab,
} from '../../../domain/invoice-status.ts';
import type { LineFigures } from '../../../domain/line-figures.ts';
import { currencyPlaces, decimal, isZero, round2, roundTo, toWire, ZERO } from '../../../domain/money.ts';
import { netBeforeInvoiceDiscount } from '../../../domain/totals.ts';
import type { VatCode } from '../../../domain/vat.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operation.ts';
import { findInvoice, type LineRow } from './invoice-store.ts';
import { getInvoice, toInvoice } from './read.ts';
import { toTimeline } from './timeline.ts';

const consoleFields = z.object({
  tab: z.enum(STATUS_TABS).describe('Where it stands today'),
  partly_credited: out.flag('Whether a part of it has been credited'),
  remaining: out.number('What is left to pay; 0 where nothing is owed', 46500),
  net: out.number('Total without VAT, in whole krónur as it is printed', 37500),
  vat: out.number('VAT of all rates, likewise', 9000),
  discount: out.number('Discount on the whole invoice without VAT, likewise; 0 without one', 0),
  line_nets: z
    .array(z.number())
    .describe('Of each line: without VAT, after its own discount and before the one on the whole invoice'),
  credit_notes: z
    .array(z.object({ guid: out.guid('The credit note'), number: out.text('Its number', '111') }))
    .describe('The credit notes on it, oldest first'),
  may: z
    .object({
      issue: out.flag('Whether issue-invoice would be taken'),
      pay: out.flag('Whether do-paid-invoice would be taken', true),
      cancels_claim: out.flag('Whether paying cancels a claim at the bank'),
      credit: out.flag('Whether a credit note would be taken', true),
      refund: out.flag('Whether that credit note may be marked as paid back'),
      resend: out.flag('Whether it can be sent again', true),
      remind: out.flag('Whether it is late, so that remind-invoice is of use'),
      print_reminder: out.flag(
        'Whether it is late, in collection or not, so that get-reminder-pdf is of use',
      ),
      copy: out.flag('Whether a new invoice can be begun from it', true),
    })
    .describe('What can be done with it now'),
});

/** `get-invoice` with fields for the console: tab, printed totals, and which actions are allowed. */
export const getInvoiceForConsole = defineRead({
  ...getInvoice,
  output: z.intersection(getInvoice.output, consoleFields),
  async run(ctx, input) {
    const row = (await findInvoice(ctx.db, ctx.account.id, input.guid)) ?? fail('invoice_not_found');
    const tab = statusTab(row, ctx.today);
    const places = currencyPlaces(row.currency);
    const vat = roundTo(decimal(row.vat_s), places).plus(roundTo(decimal(row.vat_aa), places));
    const net = roundTo(decimal(row.amount), places).minus(vat);
    const beforeDiscount = roundTo(netBeforeInvoiceDiscount(row.lines.map(toLineFigures)), places);
    return {
      ...toInvoice(ctx, row),
      timeline: toTimeline(row),
      tab,
      partly_credited: isPartlyCredited(tab, row.credited_amount),
      remaining: toWire(remaining(row)),
      net: toWire(net),
      vat: toWire(vat),
      discount: toWire(row.is_discount ? beforeDiscount.minus(net) : ZERO),
      line_nets: row.lines.map((line) => toWire(round2(netBeforeInvoiceDiscount([toLineFigures(line)])))),
      credit_notes: row.notes.map(({ guid, number }) => ({ guid, number })),
      may: {
        ...allowedActions(row),
        remind: tab === 'overdue',
        print_reminder: PAST_DUE_TABS.includes(tab),
      },
    };
  },
});

function toLineFigures(line: LineRow): LineFigures {
  return {
    qty: decimal(line.qty),
    unitPrice: decimal(line.unit_price),
    tax: line.tax as VatCode,
    discount: decimal(line.discount),
    discountIsPercent: line.discount_is_percent,
  };
}

export function isPartlyCredited(tab: string, creditedAmount: string): boolean {
  return tab !== 'cancelled' && !isZero(decimal(creditedAmount));
}
