import { remaining } from '../../domain/invoices/invoice-status.ts';
import { isPaidUp } from '../../domain/payments/settlement.ts';
import { fixed2, toWire } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import type { Effect } from '../../kernel/effects/effect.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { date, guid, longText, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { writeOffStatement } from '../invoices/records/ledger-write-store.ts';
import { invoiceSubject } from '../invoices/records/settle.ts';
import { invoiceRecord } from '../invoices/save/invoice-effect.ts';
import { invoiceOutput, invoiceResult } from './invoice-answer.ts';
import { invoiceAnswer } from './payment-store.ts';

export const writeOffInvoice = defineWrite({
  name: 'write-off-invoice',
  summary: 'Writes off the remainder of an invoice as lost; the invoice keeps its status and owes nothing.',
  description:
    'The customer is not reminded of it any more, and its claim at the bank is cancelled. undo-write-off reverses it.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  books: true,
  events: ['invoice.written_off'],
  input: object({
    guid: guid('The invoice'),
    data: object({
      reason: longText(500)('Why it is written off'),
      written_off_on: date.optional('Day of the write-off; today when left out'),
    }).meta({ id: 'WriteOff', examples: [{ reason: 'The company is bankrupt' }] }),
  }),
  output: invoiceOutput,
  refusals: ['period_locked', 'invoice_not_found', 'invoice_not_payable'],
  async run(ctx, { guid: target, data }) {
    const [invoice] = await lockInvoicesByGuid(ctx.tx, ctx.account.id, [target]);
    if (!invoice) fail('invoice_not_found');
    const left = remaining(invoice);
    if (invoice.kind === 'credit' || isPaidUp(left, invoice.currency))
      fail('invoice_not_payable', violation('nothing_to_write_off', String(invoice.number)));
    const writtenOffOn = data.written_off_on ?? ctx.today;
    if (writtenOffOn > ctx.today) fail('field_invalid', 'written_off_on', violation('before', ctx.today));
    if (writtenOffOn < invoice.issue_date)
      fail('field_invalid', 'written_off_on', violation('after_field', 'issue_date', invoice.issue_date));
    const amount = fixed2(left);
    ctx.emit('invoice.written_off', {
      ...invoiceSubject(invoice),
      amount: toWire(left),
      currency: invoice.currency,
      written_off_on: writtenOffOn,
    });
    if (invoice.is_claim && (invoice.claim_status === '' || invoice.claim_status === 'sent'))
      ctx.enqueue('cancel-claim', { invoice_guid: target });
    if (invoice.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: target });
    const effect: Effect = {
      ...writeOffEffect(invoice, { from: null, to: writtenOffOn }),
      amount,
      rate: invoice.exchange_rate,
      fields: [
        { name: 'written_off_amount', to: amount },
        { name: 'reason', to: data.reason },
      ],
      dates: { written_off_on: writtenOffOn },
      defaults: data.written_off_on === undefined ? ['written_off_on'] : [],
    };
    return ctx.finish({
      target,
      row: invoiceAnswer,
      ctes: writeOffStatement(ctx.account.id, invoice.id, {
        writtenOffOn,
        amount,
        reason: data.reason,
        now: ctx.now,
      }),
      result: await invoiceResult(ctx, target, { written_off_on: writtenOffOn, written_off_amount: amount }),
      bookedOn: [writtenOffOn],
      effect,
    });
  },
});

export const undoWriteOff = defineWrite({
  name: 'undo-write-off',
  summary: 'Reverses a write-off; the remainder of the invoice is owed again.',
  description: 'Use it when the customer pays after all. A claim that was cancelled is not created again.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  books: true,
  events: ['invoice.write_off_undone'],
  input: object({ guid: guid('The invoice') }),
  output: invoiceOutput,
  refusals: ['period_locked', 'invoice_not_found', 'not_written_off'],
  async run(ctx, { guid: target }) {
    const [invoice] = await lockInvoicesByGuid(ctx.tx, ctx.account.id, [target]);
    if (!invoice) fail('invoice_not_found');
    if (invoice.written_off_on === null) fail('not_written_off');
    ctx.emit('invoice.write_off_undone', invoiceSubject(invoice));
    const undone = { writtenOffOn: null, amount: '0', reason: '', now: ctx.now };
    return ctx.finish({
      target,
      row: invoiceAnswer,
      ctes: writeOffStatement(ctx.account.id, invoice.id, undone),
      result: await invoiceResult(ctx, target, { written_off_on: null, written_off_amount: '0' }),
      bookedOn: [invoice.written_off_on],
      effect: writeOffEffect(invoice, { from: invoice.written_off_on, to: null }),
    });
  },
});

function writeOffEffect(invoice: LedgerInvoice, change: { from: string | null; to: string | null }): Effect {
  return {
    kind: 'change',
    record: invoiceRecord(invoice),
    amount: null,
    currency: invoice.currency,
    deliver: [],
    claim: false,
    fields: [
      { name: 'written_off_on', ...change },
      { name: 'written_off_amount', from: invoice.written_off_amount, to: '0' },
    ],
  };
}
