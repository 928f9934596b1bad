import { z } from 'zod';
import { decimal, fixed2, isZero, sum, toWire, ZERO } from '../../domain/values/money.ts';
import { joinCtes } from '../../kernel/database/sql.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { emitEach } from '../invoices/records/event-store.ts';
import { type LedgerInvoice, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { replaceAllocationsCtes } from '../invoices/records/ledger-write-store.ts';
import { followSettlement, settlementCtes } from '../invoices/records/settle.ts';
import { allocationOutputs, moneyMoved, principalOf, shareEvent, toAllocations } from './book-payment.ts';
import { openPayment, resettle, shareOf, takenOf } from './change-payment.ts';
import { settledFields } from './payment-effect.ts';
import { findPayment, paymentAnswer, selectPayment } from './payment-store.ts';
import { lockRequested, spreadOver } from './plan-payment.ts';
import { toPayment } from './read.ts';
import { allocationList, type Payment, payment } from './schema.ts';

export const allocatePayment = defineWrite({
  name: 'allocate-payment',
  summary:
    'Moves a payment to other invoices: replaces all that it settles, and what is not named is owed again.',
  description: 'Send all allocations of the payment. What they leave of it is credit of the customer.',
  access: { scope: 'payment' },
  isUndoable: true,
  events: [
    'payment.allocated',
    'invoice.payment_recorded',
    'invoice.payment_reversed',
    'invoice.paid',
    'invoice.reopened',
    'sale.paid',
  ],
  input: object({
    guid: guid().describe('The payment'),
    data: object({ allocations: allocationList.describe('What it settles; empty: nothing') }).meta({
      id: 'PaymentAllocations',
      examples: [{ allocations: [{ invoice_guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90' }] }],
    }),
  }),
  output: z.object({ payment }),
  refusals: [
    'payment_not_found',
    'invoice_not_found',
    'payment_reversed',
    'payment_from_bank_line',
    'allocation_exceeds_remaining',
    'allocations_exceed_payment',
    'currency_mismatch',
    'invoice_not_payable',
    'credit_already_used',
    'exchange_rate_missing',
  ],
  async run(ctx, { guid: target, data }) {
    const { tx, account } = ctx;
    const before = (await findPayment(tx, account.id, target)) ?? fail('payment_not_found');
    if (before.direction === 'out' || before.source === 'credit')
      fail('invoice_not_payable', violation('allocate_incoming'));
    // All invoices are locked in one order before the payment is, those that it settles now and those that it will settle.
    const named = data.allocations.flatMap(({ invoice_guid }) => invoice_guid ?? []);
    const settledNow = before.allocations.flatMap(({ invoice_guid }) => invoice_guid ?? []);
    await lockInvoicesByGuid(tx, account.id, [...named, ...settledNow]);
    const open = await openPayment(ctx, before);
    const withoutThis = (invoice: LedgerInvoice): LedgerInvoice => ({
      ...invoice,
      paid_amount: fixed2(decimal(invoice.paid_amount).minus(shareOf(open, invoice.id))),
    });
    const requests = await lockRequested(ctx, data.allocations, before.currency);
    const { payment: locked } = open;
    const parts = {
      interest: decimal(locked.interest),
      charge: decimal(locked.charge),
      fee: decimal(locked.fee),
    };
    const available = principalOf(decimal(locked.amount), parts).minus(takenOf(open));
    const { currency, exchange_rate: exchangeRate } = locked;
    const shares = spreadOver(
      { available, currency, exchangeRate },
      requests.map((one) => ({ ...one, invoice: withoutThis(one.invoice) })),
    );
    const all = [...open.invoices, ...requests.map(({ invoice }) => invoice)];
    const distinct = [...new Map(all.map((invoice) => [invoice.id, invoice])).values()];
    const newShare = ({ id }: LedgerInvoice) =>
      sum(shares.filter(({ invoice }) => invoice.id === id).map(({ amount }) => amount));
    const settled = await resettle(ctx, open, distinct, newShare);
    const unallocated = available.minus(sum(shares.map(({ paid }) => paid)));
    const after: Payment = {
      ...toPayment(before),
      allocations: allocationOutputs({ invoices: shares, surplus: [], source: locked.source }),
      unallocated: toWire(unallocated),
    };
    ctx.emit('payment.allocated', moneyMoved(after));
    const changes = distinct.map((invoice) => ({
      invoice,
      change: newShare(invoice).minus(shareOf(open, invoice.id)),
    }));
    const shareEvents = (isWanted: (change: typeof ZERO) => boolean) =>
      changes
        .filter(({ change }) => isWanted(change))
        .map(({ invoice, change }) => shareEvent({ invoice, amount: change.abs() }, after));
    emitEach(
      ctx,
      'invoice.payment_recorded',
      shareEvents((change) => change.gt(ZERO)),
    );
    emitEach(
      ctx,
      'invoice.payment_reversed',
      shareEvents((change) => change.lt(ZERO)),
    );
    const changed = settled.filter(({ before: { id } }) =>
      changes.some(({ invoice, change }) => invoice.id === id && !isZero(change)),
    );
    followSettlement(ctx, changed);
    const replaced = replaceAllocationsCtes(
      account.id,
      locked.id,
      toAllocations({ invoices: shares, surplus: [] }),
      {
        unallocated: fixed2(unallocated),
      },
    );
    const ctes = joinCtes(replaced, settlementCtes(ctx, changed));
    const effect = {
      kind: 'change' as const,
      record: { kind: 'payment' as const, guid: target, number: '', name: before.customer?.name ?? '' },
      amount: null,
      currency,
      deliver: [],
      claim: false,
      fields: [
        ...settledFields(settled),
        { name: 'unallocated', from: toWire(before.unallocated), to: toWire(unallocated) },
      ],
    };
    return ctx.finish({ target, row: paymentAnswer, ctes, result: selectPayment(after), effect });
  },
});
