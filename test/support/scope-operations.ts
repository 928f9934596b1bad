import type { Scope } from '../../src/kernel/access/scopes.ts';

/** What a program with a scope alone may call. */
interface ScopeOperations {
  reads: readonly string[];
  writes: readonly string[];
}

/**
 * The operations of each scope, written by hand: whoever adds one compares it with the sentence of its scope on the consent
 * page (`SCOPE_TEXTS`), in both languages.
 */
export const SCOPE_OPERATIONS: Readonly<Record<Scope, ScopeOperations>> = {
  dashboard_data: {
    reads: [
      'get-aged-payables',
      'get-aged-receivables',
      'get-cost-sums',
      'get-dashboard-data',
      'get-overview',
      'get-payment-sums',
      'get-profit',
      'get-question',
      'get-questions',
      'get-sales',
      'get-status',
      'get-unstated-vat-kinds',
      'get-vat',
      'get-vat-documents',
      'get-vat-periods',
      'get-vat-return',
      'get-vat-return-csv',
      'get-vat-return-pdf',
      'hello',
      'invoice-summaries',
    ],
    writes: [],
  },
  manage_customers: {
    reads: [
      'find-customers',
      'get-count-customers',
      'get-count-customers-by-kennitala',
      'get-customer',
      'get-customers',
      'get-customers-by-kennitala',
      'get-registered-company',
    ],
    writes: ['confirm-customer', 'create-customer', 'merge-customers', 'update-customer'],
  },
  nav: {
    reads: [
      'find-invoices',
      'find-items',
      'get-count-invoices',
      'get-count-items',
      'get-customer-statement',
      'get-customer-statement-pdf',
      'get-draft-invoice',
      'get-draft-invoice-pdf',
      'get-draft-invoices',
      'get-invoice',
      'get-invoice-pdf',
      'get-invoice-xml',
      'get-invoices',
      'get-invoices-from-draft',
      'get-invoices-from-order',
      'get-invoices-from-quote',
      'get-item',
      'get-items',
      'get-order-invoice',
      'get-order-invoice-pdf',
      'get-order-invoices',
      'get-quote',
      'get-quote-pdf',
      'get-quotes',
      'get-reminder-pdf',
    ],
    writes: ['create-item', 'update-invoice', 'update-item'],
  },
  create_invoice: {
    reads: ['preview-invoice'],
    writes: [
      'accept-quote',
      'create-draft-invoice',
      'create-invoice',
      'create-invoice-from-order',
      'create-invoices',
      'create-order-invoice',
      'create-quote',
      'decline-quote',
      'delete-draft-invoice',
      'delete-order-invoice',
      'delete-quote',
      'issue-draft-invoice',
      'issue-invoice',
      'remind-invoice',
      'resend-invoice',
      'send-customer-statement',
      'send-quote',
      'update-draft-invoice',
      'update-order-invoice',
      'update-quote',
      'upload-file',
    ],
  },
  payment: {
    reads: [
      ...['get-bank-accounts', 'get-bank-line', 'get-bank-lines'],
      ...['get-count-payments', 'get-payment', 'get-payment-receipt', 'get-payments'],
    ],
    writes: [
      ...['allocate-payment', 'apply-credit', 'book-bank-line', 'do-paid-invoice', 'ignore-bank-line'],
      ...['record-payment', 'restore-bank-line', 'reverse-payment', 'send-payment-receipt'],
      ...['unbook-bank-line', 'undo-write-off', 'update-payment', 'write-off-invoice'],
    ],
  },
  recurring: {
    reads: ['get-recurring-invoice', 'get-recurring-invoices'],
    writes: [
      'create-recurring-invoice',
      'pause-recurring-invoice',
      'resume-recurring-invoice',
      'stop-recurring-invoice',
      'update-recurring-invoice',
    ],
  },
  cost: {
    reads: ['get-cost', 'get-cost-einvoice', 'get-costs', 'get-count-costs'],
    writes: ['create-cost', 'create-cost-adv', 'delete-cost', 'move-cost-to-new', 'update-cost'],
  },
  task: {
    reads: ['get-count-tasks', 'get-task', 'get-tasks'],
    writes: [
      'create-task',
      'deactivate-task',
      'edit-log-task',
      'end-task',
      'log-task',
      'log-work',
      'start-task',
      'task-log-delete',
      'update-task',
    ],
  },
  sell_product: {
    reads: ['get-count-product-sales', 'get-product-sale-attends', 'get-product-sales'],
    writes: [],
  },
  bookkeeper: {
    reads: ['get-bookkeeper', 'get-bookkeepers', 'get-tenant', 'get-tenant-requests', 'get-tenants'],
    writes: [],
  },
};
