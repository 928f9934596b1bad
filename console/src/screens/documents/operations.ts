export type Kind = 'draft' | 'quote' | 'order';

/** The operations and addresses of each kind of sales document. */
export const OPERATIONS = {
  draft: {
    list: 'get-draft-invoices',
    invoice: 'issue-draft-invoice',
    remove: 'delete-draft-invoice',
    pdf: 'get-draft-invoice-pdf',
    invoices: 'get-invoices-from-draft',
    home: '/drafts',
    make: '/invoices/new',
  },
  quote: {
    list: 'get-quotes',
    invoice: 'accept-quote',
    remove: 'delete-quote',
    pdf: 'get-quote-pdf',
    invoices: 'get-invoices-from-quote',
    home: '/quotes',
    make: '/quotes/new',
  },
  order: {
    list: 'get-order-invoices',
    invoice: 'create-invoice-from-order',
    remove: 'delete-order-invoice',
    pdf: 'get-order-invoice-pdf',
    invoices: 'get-invoices-from-order',
    home: '/orders',
    make: '/orders/new',
  },
} as const;
