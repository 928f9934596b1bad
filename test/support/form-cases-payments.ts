import { at, type FormCase } from './form-case.ts';

const WRONG_ENTRY = { 'Amount (ISK)': 'x', 'Paid on': 'abc' };

/** Forms of payments. */
export const PAYMENT_FORMS: readonly FormCase[] = [
  {
    name: 'payment',
    of: 'payments/record-payment-dialog#PaymentForm',
    open: at(({ invoice }) => `invoices?open=${invoice}&ask=paid`),
    wrong: WRONG_ENTRY,
  },
  {
    name: 'refund',
    of: 'payments/pay-back-dialog#PayBackDialog',
    open: at(({ surplus }) => `payments?open=${surplus}&ask=pay-back`),
    wrong: WRONG_ENTRY,
  },
  {
    name: 'use of credit',
    of: 'invoices/apply-credit-dialog#ApplyCreditDialog',
    open: at(({ creditedInvoice }) => `invoices?open=${creditedInvoice}&ask=apply`),
    wrong: { 'Amount (ISK)': 'x' },
  },
  {
    name: 'allocation of a payment',
    of: 'payments/allocate-dialog#AllocateForm',
    open: at(({ surplus }) => `payments?open=${surplus}&ask=allocate`),
    wrong: { 'Amount for invoice 3': 'x' },
  },
  {
    name: 'reversal of a payment',
    of: 'payments/reverse-dialog#ReverseDialog',
    open: at(({ payment }) => `payments?open=${payment}&ask=reverse`),
    empty: ['Reason'],
    wrong: { 'Reversed on': 'abc' },
    marked: ['Reason', 'Reversed on'],
    right: '2026-03-20',
  },
  {
    name: 'receipt of a payment',
    of: 'payments/receipt-actions#ReceiptMailDialog',
    open: at(({ payment }) => `payments?open=${payment}&ask=receipt`),
    wrong: { 'Another address': 'x' },
  },
  {
    name: 'write-off',
    of: 'invoices/write-off-dialog#WriteOffDialog',
    open: at(({ invoice }) => `invoices?open=${invoice}&ask=write-off`),
    empty: ['Reason'],
    wrong: { 'Day of the loss': 'abc' },
    marked: ['Reason', 'Day of the loss'],
    right: '2026-03-17',
  },
];
