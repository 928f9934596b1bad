import { z } from 'zod';
import {
  allowedActions,
  PAST_DUE_TABS,
  remaining,
  type SettledAmounts,
  STATUS_TABS,
  statusTab,
} from '../../../domain/invoices/invoice-status.ts';
import { decimal, isZero, sum, toWire, ZERO } from '../../../domain/values/money.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { out } from '../../../kernel/fields/output-fields.ts';
import { defineRead } from '../../../kernel/operations/operation.ts';
import { documentFigures, type FigureRecord } from '../../../rendering/document-figures.ts';
import { printedFigures, printedSettlement } from '../../../rendering/printed-figures.ts';
import { findInvoice } from './invoice-store.ts';
import { getInvoice, toInvoice } from './read.ts';
import { toTimeline } from './timeline.ts';

const consoleFields = z.object({
  tab: z.enum(STATUS_TABS).describe('Its status today'),
  partly_credited: out.flag('Whether a part of it has been credited'),
  remaining: out.number('The remainder; 0 where nothing is owed', 46500),
  printed: out.record('The figures as they are printed', {
    decimals: out.integer('The decimals of these figures but `amount`', 0),
    lines: z.array(z.number()).describe('Of each line: quantity times price less its discount'),
    discount: out.number('Discount on the whole invoice without VAT; 0 without one', 0),
    net: out.number('Total without VAT', 37500),
    vat: out.number('VAT of all rates', 9000),
    rounding: out.number('Difference between the sum of net and VAT and the amount', 0),
    amount: out.number('The amount as it is paid', 46500),
    settled: out.record('How the amount was settled since', {
      credited: out.number('The amount that credit notes took off', 0),
      paid: out.number('The amount of it that was paid', 0),
      written_off: out.number('The amount that was written off', 0),
      rounding: out.number('Difference between these and the remainder', 0),
      left: out.number('The remainder', 46500),
    }),
  }),
  credit_notes: out.list('The credit notes on it, oldest first', {
    guid: out.guid('The credit note'),
    number: out.own('Its number', '111'),
  }),
  may: out.record('The operations that are possible now', {
    issue: out.flag('Whether issue-invoice is possible'),
    pay: out.flag('Whether do-paid-invoice is possible', true),
    cancels_claim: out.flag('Whether paying cancels a claim at the bank'),
    credit: out.flag('Whether a credit note is possible', true),
    write_off: out.flag('Whether write-off-invoice is possible', true),
    undo_write_off: out.flag('Whether undo-write-off is possible'),
    resend: out.flag('Whether it can be sent again', true),
    remind: out.flag('Whether it is overdue, so that remind-invoice is useful'),
    print_reminder: out.flag(
      'Whether it is overdue, in collection or not, so that get-reminder-pdf is useful',
    ),
    copy: out.flag('Whether a new invoice can be started as a copy of it', true),
  }),
});

/** `get-invoice` with fields for the console: tab, printed totals, and which actions are allowed. */
export const getInvoiceForConsole = defineRead({
  ...getInvoice,
  output: z.intersection(getInvoice.output, consoleFields),
  async run(ctx, input) {
    const row = (await findInvoice(ctx.db, ctx.account.id, input.guid)) ?? fail('invoice_not_found');
    const tab = statusTab(row, ctx.today);
    return {
      ...toInvoice(ctx, row),
      timeline: toTimeline(row),
      tab,
      partly_credited: isPartlyCredited(tab, row.credited_amount),
      remaining: toWire(remaining(row)),
      printed: toPrinted(row),
      credit_notes: row.notes.map(({ guid, number }) => ({ guid, number })),
      may: {
        ...allowedActions(row),
        remind: tab === 'overdue',
        print_reminder: PAST_DUE_TABS.includes(tab),
      },
    };
  },
});

export function toPrinted(
  row: Omit<FigureRecord, 'refer_issue_date'> & SettledAmounts & { written_off_amount: string },
): z.infer<typeof consoleFields>['printed'] {
  // The rates are not named here, so the day of the credited invoice, by which they would be found, is not needed.
  const figures = printedFigures(documentFigures({ ...row, refer_issue_date: null }));
  const settled = printedSettlement({
    currency: row.currency,
    amount: decimal(row.amount),
    credited: decimal(row.credited_amount),
    paid: decimal(row.paid_amount),
    writtenOff: decimal(row.written_off_amount),
  });
  return {
    decimals: figures.places,
    lines: figures.lines.map(toWire),
    discount: toWire(figures.discount ?? ZERO),
    net: toWire(figures.net),
    vat: toWire(sum(figures.rates.map(({ vat }) => vat))),
    rounding: toWire(figures.rounding),
    amount: toWire(figures.amount),
    settled: {
      credited: toWire(settled.credited),
      paid: toWire(settled.paid),
      written_off: toWire(settled.writtenOff),
      rounding: toWire(settled.rounding),
      left: toWire(settled.left),
    },
  };
}

export function isPartlyCredited(tab: string, creditedAmount: string): boolean {
  return tab !== 'cancelled' && !isZero(decimal(creditedAmount));
}
