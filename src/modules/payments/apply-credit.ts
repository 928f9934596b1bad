import { sum, ZERO } from '../../domain/values/money.ts';
import { BOOKING_ROLES } from '../../kernel/access/access.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import { guid, number, object } from '../../kernel/fields/input-fields.ts';
import { defineWrite } from '../../kernel/operations/operation.ts';
import { lockCreditFor, lockInvoicesByGuid } from '../invoices/records/ledger-store.ts';
import { bookPayment, NO_COMPONENTS, type PaymentPlan } from './book-payment.ts';
import { currencyOf, lockCredit, lockCredits, takeCredits } from './credits.ts';
import { invoiceOutput, invoiceResult, shareOutput } from './invoice-answer.ts';
import { paymentEffect } from './payment-effect.ts';
import { invoiceAnswer } from './payment-store.ts';
import { checkPayable, spreadOver, sumText } from './plan-payment.ts';
import { onlyPayer } from './record-payment.ts';

export const applyCredit = defineWrite({
  name: 'apply-credit',
  summary:
    'Settles an invoice with credit of its customer instead of money: the surplus of a payment, or a credit note.',
  description:
    'The oldest credit is used first, unless `from` names a payment or a credit note. reverse-payment reverses it.',
  access: { scope: 'payment', roles: BOOKING_ROLES },
  isUndoable: true,
  books: true,
  events: ['payment.allocated', 'invoice.payment_recorded', 'invoice.paid', 'sale.paid'],
  input: object({
    invoice_guid: guid('The invoice to settle'),
    amount: number({ places: 2, min: '0.01', max: '999999999999' }).optional(
      'Amount of the credit that is used; as much as fits when left out',
    ),
    from: guid.optional('A payment or credit note; the oldest credit when left out'),
  }).meta({ id: 'AppliedCredit', examples: [{ invoice_guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90' }] }),
  output: invoiceOutput,
  refusals: [
    'period_locked',
    'invoice_not_found',
    'payment_not_found',
    'amount_exceeds_credit',
    'allocation_exceeds_remaining',
    'currency_mismatch',
    'invoice_not_payable',
  ],
  async run(ctx, data) {
    const { tx, account, today } = ctx;
    await lockCreditFor(tx, account.id, data.invoice_guid);
    const [invoice] = await lockInvoicesByGuid(tx, account.id, [data.invoice_guid]);
    if (!invoice) fail('invoice_not_found');
    checkPayable(invoice);
    const { currency, customer_id: customerId } = invoice;
    const named = data.from ? ((await lockCredit(ctx, data.from)) ?? fail('payment_not_found')) : null;
    const owner = named && ('note' in named ? named.note : named.payment).customer_id;
    if (owner !== null && owner !== customerId) fail('invoice_not_payable', violation('credit_of_other'));
    if (named && currencyOf(named) !== currency)
      fail('currency_mismatch', 'The credit', currencyOf(named), currency);
    const credits = named ? [named] : await lockCredits(ctx, customerId, currency);
    const credit = sum(credits.map(({ left }) => left));
    if (credit.lte(ZERO)) fail('amount_exceeds_credit', sumText(ZERO, currency));
    if (data.amount?.gt(credit)) fail('amount_exceeds_credit', sumText(credit, currency));
    const shares = spreadOver({ available: data.amount ?? credit, currency }, [
      { invoice, amount: data.amount },
    ]);
    const amount = sum(shares.map((share) => share.amount));
    const taken = takeCredits(credits, amount, currency);
    const plan: PaymentPlan = {
      direction: 'in',
      source: 'credit',
      sourceKey: null,
      amount,
      currency,
      exchangeRate: invoice.exchange_rate,
      paidOn: today,
      isDaySent: false,
      method: null,
      reference: '',
      note: '',
      payer: await onlyPayer(ctx, [customerId]),
      components: NO_COMPONENTS,
      acquirerFee: ZERO,
      invoices: [...shares, ...taken.invoices],
      surplus: taken.surplus,
    };
    const booked = bookPayment(ctx, plan);
    const settled = booked.settled.find(({ before }) => before.id === invoice.id);
    if (!settled) throw new Error('Applied credit settles the invoice');
    const result = await invoiceResult(ctx, invoice.guid, settled.after, [shareOutput(booked, amount)]);
    return ctx.finish({
      target: invoice.guid,
      row: invoiceAnswer,
      ctes: booked.ctes,
      result,
      bookedOn: [today],
      effect: paymentEffect(plan, booked.settled),
    });
  },
});
