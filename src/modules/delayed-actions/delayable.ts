import { approveCost } from '../costs/approve-cost.ts';
import { deleteCost } from '../costs/delete-cost.ts';
import { createInvoice } from '../invoices/issue/create-invoice.ts';
import { issueInvoice } from '../invoices/issue/issue-invoice.ts';
import { doPaidInvoice } from '../invoices/pay/do-paid-invoice.ts';
import { stopRecurringInvoice } from '../recurring/stop-recurring-invoice.ts';
import { acceptQuote } from '../sales-documents/accept-quote.ts';
import { createInvoiceFromOrder } from '../sales-documents/create-invoice-from-order.ts';
import {
  deleteDraftInvoice,
  deleteOrderInvoice,
  deleteQuote,
} from '../sales-documents/delete-sales-document.ts';
import { issueDraftInvoice } from '../sales-documents/issue-draft-invoice.ts';
import { deleteTaskLog } from '../tasks/delete-task-log.ts';

/**
 * The operations that a person can undo for some seconds, by their names: what sends or settles a document, and what
 * deletes for good. Everything else can be changed back by hand, or must take effect at once, as a revocation.
 */
export const DELAYABLE = {
  'create-invoice': createInvoice,
  'issue-invoice': issueInvoice,
  'issue-draft-invoice': issueDraftInvoice,
  'accept-quote': acceptQuote,
  'create-invoice-from-order': createInvoiceFromOrder,
  'do-paid-invoice': doPaidInvoice,
  'approve-cost': approveCost,
  'delete-cost': deleteCost,
  'delete-draft-invoice': deleteDraftInvoice,
  'delete-order-invoice': deleteOrderInvoice,
  'delete-quote': deleteQuote,
  'stop-recurring-invoice': stopRecurringInvoice,
  'task-log-delete': deleteTaskLog,
} as const;

export type DelayableName = keyof typeof DELAYABLE;

export function isDelayable(name: string): name is DelayableName {
  return Object.hasOwn(DELAYABLE, name);
}
