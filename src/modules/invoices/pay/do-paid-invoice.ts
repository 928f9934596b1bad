import { transition } from '../../../domain/invoices/invoice-states.ts';
import type { Effect } from '../../../kernel/effects/effect.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { guid, object } from '../../../kernel/fields/input-fields.ts';
import { createdRecord } from '../../../kernel/fields/output-fields.ts';
import { defineWrite } from '../../../kernel/operations/operation.ts';
import { findState, lockState, readSum } from '../read/invoice-store.ts';
import { emitInvoiceEvent, emitPaid, emitPayment, SUBJECT } from '../records/event-store.ts';
import { invoiceRecord } from '../save/invoice-effect.ts';
import { payInvoiceStatement } from './settle-store.ts';

/** A part payment or another day would be lost silently. */
const WHOLE_PAYMENT = Object.fromEntries(
  ['amount', 'sum', 'total', 'date', 'payment_date', 'paid_date', 'paid_on'].map((name) => [
    name,
    violation('whole_payment'),
  ]),
);

export const doPaidInvoice = defineWrite({
  name: 'do-paid-invoice',
  summary: 'Marks an invoice as paid and cancels its claim, or marks a credit note as refunded.',
  description:
    'Use it when the money came in a way that the service does not see, such as a bank transfer. No more reminders are sent.',
  access: { scope: 'payment' },
  isUndoable: true,
  callsOutside: true,
  events: ['invoice.payment_recorded', 'invoice.paid', 'invoice.claim_cancelled', 'sale.paid'],
  input: object({ guid: guid().describe('The invoice') }),
  refusedFields: WHOLE_PAYMENT,
  output: createdRecord,
  refusals: ['invoice_not_found', 'invoice_locked', 'claim_cancel_failed'],
  async prepare(ctx, input) {
    const invoice = await findState(ctx.db, ctx.account.id, input.guid);
    if (!invoice) fail('invoice_not_found');
    if (!transition(invoice.status, 'pay')) fail('invoice_locked', invoice.status);
    // A dry run does not ask the bank, and predicts that it will cancel the claim.
    if (invoice.claim_status === 'sent' && !ctx.isRehearsal) {
      const { bank } = ctx.ports;
      const outcome = await bank.cancelClaim(ctx.account.id, invoice.claim_id).catch(() => 'refused');
      if (outcome !== 'cancelled' && outcome !== 'unknown') fail('claim_cancel_failed');
    }
    return invoice;
  },
  async run(ctx, _input, invoice) {
    // Locks the invoice before the statement looks for credit notes: without the lock, a credit note committed
    // concurrently would stay open.
    const locked = await lockState(ctx.tx, ctx.account.id, invoice.guid);
    if (!locked || !transition(locked.status, 'pay')) fail('invoice_locked', locked?.status);
    // The bank may have made a claim that send-claim has not recorded yet.
    if (invoice.is_claim && invoice.claim_status === '')
      ctx.enqueue('cancel-claim', { invoice_guid: invoice.guid });
    if (invoice.is_payment_link) ctx.enqueue('end-checkouts', { invoice_guid: invoice.guid });
    emitPayment(ctx, invoice.guid, { paidOn: ctx.today });
    if (invoice.claim_status === 'sent')
      emitInvoiceEvent(ctx, 'invoice.claim_cancelled', invoice.guid, SUBJECT);
    emitPaid(ctx, invoice.guid, ctx.today);
    const end = payInvoiceStatement(ctx.account.id, invoice, ctx.today, ctx.now);
    const sum = await readSum(ctx.tx, ctx.account.id, invoice.id);
    const isClaimed = invoice.is_claim && invoice.claim_status !== 'cancel';
    const effect: Effect = {
      kind: 'payment',
      record: invoiceRecord(invoice),
      ...sum,
      payment: { amount: sum.amount, method: null },
      deliver: [],
      claim: false,
      fields: isClaimed ? [{ name: 'claim', from: 'sent', to: 'cancel' }] : [],
    };
    const changed = await ctx.finishIf({ target: invoice.guid, ...end, effect });
    // Its claim was recorded between prepare and run, so it has not been cancelled at the bank.
    return changed ?? fail('claim_cancel_failed');
  },
});
