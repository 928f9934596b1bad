import { z } from 'zod';
import { ACCOUNTING_STATUSES } from '../../domain/invoices/invoice-states.ts';
import { DIRECTIONS, PAYMENT_SOURCES } from '../../domain/payments/payment.ts';
import { CURRENCIES, PAYMENT_METHODS } from '../../domain/values/codes.ts';
import {
  choice,
  date,
  guid,
  listOf,
  longText,
  number,
  object,
  strictObject,
  text,
} from '../../kernel/fields/input-fields.ts';
import { component, out } from '../../kernel/fields/output-fields.ts';
import { paymentMethod } from '../invoices/records/schema.ts';

const methods = PAYMENT_METHODS.map(({ code, name }) => `${code} ${name}`).join(', ');

const componentOutputs = {
  interest: out.number('Interest for late payment'),
  charge: out.number('Charge for late payment'),
  fee: out.number('Fee that was charged on top of the invoice'),
};

export const payment = component('PaymentRecord', {
  guid: out.guid('Identifies the payment'),
  direction: out.code(DIRECTIONS, 'Whether the money came in or went out'),
  amount: out.number('What was paid, always positive', 46500),
  currency: out.code(CURRENCIES, 'Its currency'),
  paid_on: out.date('Day of value'),
  recorded_at: out.time('When it was entered'),
  method_payment: out.integer(`How it was paid: ${methods}`, 1).nullable(),
  source: out.code(
    PAYMENT_SOURCES,
    'How the payment was reported; credit: the credit of a customer was applied',
  ),
  reference: out.outside('Reference of the transfer', 'RF18 5390'),
  note: out.own('Note of the account'),
  customer: z
    .object({
      guid: out.guid('The customer'),
      name: out.ofCustomer('guid', 'Name', 'Jón Jónsson'),
    })
    .nullable()
    .describe('The customer who paid, and who owns the part that is not allocated'),
  allocations: out.list('What it settles', {
    invoice_guid: out.guid('The invoice that it settles, or the credit note that it pays back').nullable(),
    invoice_number: out.own('Its number', '17').nullable(),
    payment_guid: out.guid('The payment whose surplus it pays back or applies').nullable(),
    amount: out.number('Amount that is settled or used of it', 46500),
    currency: out.code(CURRENCIES, 'Currency of that amount, which may be another than that of the payment'),
    paid: out.number('In the currency of the payment', 46500),
    exchange_difference: out.number(
      'Exchange difference to the rate of the invoice, in ISK; positive is a gain',
    ),
  }),
  components: z.object(componentOutputs).describe('Part of the amount that settles no invoice'),
  acquirer_fee: out.number('What a card acquirer kept of the amount'),
  received: out.number('What arrived: the amount without what the acquirer kept', 46500),
  unallocated: out.number('Remainder of it that is credit of the customer'),
  state: out.code(['booked', 'reversed'], 'Whether it counts'),
  reversed_on: out.date('Day of the reversal').nullable(),
  reversal_reason: out.own('Why it was reversed'),
  late: out.flag('Whether it was reported for a day of a VAT period that was locked already'),
  bank_line_guid: out.guid('The line of the bank that it was booked from').nullable(),
  accounting_status: out.code(ACCOUNTING_STATUSES, 'What bookkeeping did with it'),
  accounting_message: out.own('Message of bookkeeping'),
});
export type Payment = z.infer<typeof payment>;

const money = number({ places: 2, min: '0', max: '999999999999' });
const positive = number({ places: 2, min: '0.01', max: '999999999999' });

/** More would not fit on a statement, and would hold the locks of all of them for long. */
const MAX_ALLOCATIONS = 500;

const shareInputs = {
  invoice_guid: guid.optional('The invoice to settle; of money that goes out the credit note'),
  amount: positive.optional('In the currency of the invoice; as much as fits when left out'),
  paid: positive.optional('Amount that it uses of a payment in another currency'),
};
const allocationInput = strictObject({
  ...shareInputs,
  payment_guid: guid.optional('Of money that goes out: the payment whose surplus is paid back'),
});
export type AllocationInput = z.infer<typeof allocationInput>;

/** What money that came in settles. */
export const allocationList = listOf(strictObject(shareInputs), MAX_ALLOCATIONS);

const componentInputs = strictObject({
  interest: money.optional('Interest for late payment'),
  charge: money.optional('Charge for late payment'),
  fee: money.optional('Fee that was charged on top of the invoice'),
}).meta({ id: 'PaymentComponents' });

/** How money came that the service did not see: what a person or a program enters. */
export const entryInputs = {
  paid_on: date.optional('Day of value; today when left out'),
  method_payment: paymentMethod.optional(`How it was paid: ${methods}`),
  reference: text(140).optional('Reference of the transfer'),
  note: longText(1000).optional('Note for your own people'),
};

export const paymentInput = object({
  amount: positive('What the payer paid'),
  currency: choice(CURRENCIES).optional('Its currency; ISK when left out'),
  direction: choice(DIRECTIONS).optional('in when left out; out: money is paid back'),
  ...entryInputs,
  customer_guid: guid.optional('The customer who pays, and who owns the credit of the payment'),
  allocations: listOf(allocationInput, MAX_ALLOCATIONS)
    .optional()
    .describe(
      "What it settles. Left out: the customer's open invoices in that currency, oldest due date first; empty: nothing, and all of it is credit",
    ),
  components: componentInputs.optional().describe('Part of the amount that settles no invoice'),
  acquirer_fee: money.optional('What a card acquirer kept of the amount'),
}).meta({
  id: 'NewPayment',
  examples: [
    {
      amount: 46500,
      paid_on: '2026-03-16',
      allocations: [{ invoice_guid: '0198c0de-6f1e-7c3a-9b52-3d1f6a7e8c90' }],
    },
  ],
});
export type PaymentInput = z.infer<typeof paymentInput>;
