import type { Caller } from '../../kernel/context.ts';
import { type Kernel, runAction, runWrite } from '../../kernel/execute.ts';
import { removeLogo } from '../accounts/remove-logo.ts';
import { approveCost } from '../costs/approve-cost.ts';
import { deleteCost } from '../costs/delete-cost.ts';
import { deleteCustomerContact, deleteCustomerNote } from '../customers/notes.ts';
import { createInvoice } from '../invoices/issue/create-invoice.ts';
import { issueInvoice } from '../invoices/issue/issue-invoice.ts';
import { doPaidInvoice } from '../invoices/pay/do-paid-invoice.ts';
import { deleteView } from '../preferences/saved-views.ts';
import { releaseOrder } from '../product-sales/orders/release-order.ts';
import { releaseOverdueOrders } from '../product-sales/orders/release-overdue-orders.ts';
import { mergeCustomers } from '../product-sales/visitors/merge-customers.ts';
import { approveProposal, rehearseApproval } from '../proposals/approve-proposal.ts';
import { declineProposal } from '../proposals/decline-proposal.ts';
import { stopRecurringInvoice } from '../recurring/stop-recurring-invoice.ts';
import { acceptQuote } from '../sales-documents/accept-quote.ts';
import { createInvoiceFromOrder } from '../sales-documents/create-invoice-from-order.ts';
import {
  deleteDraftInvoice,
  deleteOrderInvoice,
  deleteQuote,
} from '../sales-documents/delete-sales-document.ts';
import { issueDraftInvoice } from '../sales-documents/issue-draft-invoice.ts';
import { deactivateTask } from '../tasks/deactivate-task.ts';
import { deleteTaskLog } from '../tasks/delete-task-log.ts';
import { deleteWebhook } from '../webhooks/delete-webhook.ts';

/**
 * The operations that a person can undo for some seconds, by their names: what sends or settles a document, and what
 * deletes or closes for good. Everything else can be changed back by hand, or must take effect at once, as a revocation.
 */
const DELAYABLE_WRITES = {
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
  'deactivate-task': deactivateTask,
  'task-log-delete': deleteTaskLog,
  'release-order': releaseOrder,
  'release-overdue-orders': releaseOverdueOrders,
  'merge-customers': mergeCustomers,
  'delete-customer-note': deleteCustomerNote,
  'delete-customer-contact': deleteCustomerContact,
  'delete-view': deleteView,
  'delete-webhook': deleteWebhook,
  'remove-logo': removeLogo,
  'decline-proposal': declineProposal,
} as const;

/** Actions, which run operations of others in the name of the person. */
const DELAYABLE_ACTIONS = { 'approve-proposal': approveProposal } as const;

const DELAYABLE = { ...DELAYABLE_WRITES, ...DELAYABLE_ACTIONS } as const;

export type DelayableName = keyof typeof DELAYABLE;

export function isDelayable(name: string): name is DelayableName {
  return Object.hasOwn(DELAYABLE, name);
}

/** Runs it now. */
export async function runDelayable(
  kernel: Kernel,
  name: DelayableName,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<unknown> {
  if (name === 'approve-proposal') return runAction(kernel, approveProposal, caller, input);
  return (await runWrite(kernel, DELAYABLE_WRITES[name] as never, caller, input)).output;
}

/** Finds out whether it would be refused now. */
export async function rehearseDelayable(
  kernel: Kernel,
  name: DelayableName,
  caller: Caller,
  input: Record<string, unknown>,
): Promise<void> {
  if (name === 'approve-proposal') await runAction(kernel, rehearseApproval, caller, input);
  else await runDelayable(kernel, name, { ...caller, isDryRun: true }, input);
}

/** The record that the input names; two actions on it may not wait at a time. Orders are named by their sale, which has many. */
export function targetOf(name: string, { guid }: Record<string, unknown>): string | null {
  return typeof guid === 'string' && name !== 'release-order' ? guid : null;
}
