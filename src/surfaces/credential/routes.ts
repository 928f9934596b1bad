import { hello } from '../../modules/accounts/hello.ts';
import { updateCompany } from '../../modules/accounts/update-company.ts';
import {
  addBookkeeper,
  grantBookkeeperKey,
  removeBookkeeper,
  revokeBookkeeperKey,
} from '../../modules/bookkeeping/bookkeepers.ts';
import {
  getBookkeeper,
  getBookkeepers,
  getTenant,
  getTenantRequests,
  getTenants,
} from '../../modules/bookkeeping/read.ts';
import { acceptTenant, declineTenant, leaveTenant } from '../../modules/bookkeeping/tenants.ts';
import { createCost, createCostAdv } from '../../modules/costs/create-cost.ts';
import { deleteCost } from '../../modules/costs/delete-cost.ts';
import { answerEinvoice } from '../../modules/costs/einvoice-answers/answer-einvoice.ts';
import { getCostEinvoice } from '../../modules/costs/get-cost-einvoice.ts';
import { moveCostToNew } from '../../modules/costs/move-cost-to-new.ts';
import { getCost, getCosts, getCountCosts } from '../../modules/costs/read.ts';
import { updateCost } from '../../modules/costs/update-cost.ts';
import { confirmCustomer } from '../../modules/customers/confirm-customer.ts';
import { createCustomer } from '../../modules/customers/create-customer.ts';
import { getRegisteredCompany } from '../../modules/customers/get-registered-company.ts';
import { getCustomerNotes } from '../../modules/customers/notes.ts';
import {
  getCountCustomers,
  getCountCustomersByKennitala,
  getCustomer,
  getCustomers,
  getCustomersByKennitala,
} from '../../modules/customers/read.ts';
import { updateCustomer } from '../../modules/customers/update-customer.ts';
import { getInvoicePdf, getInvoiceXml } from '../../modules/deliveries/read.ts';
import { remindInvoice } from '../../modules/deliveries/remind-invoice.ts';
import { getReminderPdf } from '../../modules/deliveries/reminder-pdf.ts';
import { resendInvoice } from '../../modules/deliveries/resend-invoice.ts';
import { getEvents } from '../../modules/events/get-events.ts';
import { updateInvoice } from '../../modules/invoices/accounting/update-invoice.ts';
import { uploadFile } from '../../modules/invoices/files/upload-file.ts';
import { createInvoice } from '../../modules/invoices/issue/create-invoice.ts';
import { createInvoices } from '../../modules/invoices/issue/create-invoices.ts';
import { issueInvoice } from '../../modules/invoices/issue/issue-invoice.ts';
import { getCountInvoices, getInvoice, getInvoices } from '../../modules/invoices/read/read.ts';
import { createItem } from '../../modules/items/create-item.ts';
import { getCountItems, getItem, getItems } from '../../modules/items/read.ts';
import { updateItem } from '../../modules/items/update-item.ts';
import { doPaidInvoice } from '../../modules/payments/do-paid-invoice.ts';
import { undoWriteOff, writeOffInvoice } from '../../modules/payments/write-off.ts';
import {
  getCountProductSales,
  getProductSaleAttends,
  getProductSales,
} from '../../modules/product-sales/read.ts';
import { mergeCustomers } from '../../modules/product-sales/visitors/merge-customers.ts';
import { createRecurringInvoice } from '../../modules/recurring/create-recurring-invoice.ts';
import {
  pauseRecurringInvoice,
  resumeRecurringInvoice,
  stopRecurringInvoice,
} from '../../modules/recurring/move-recurring-invoice.ts';
import { getRecurringInvoice, getRecurringInvoices } from '../../modules/recurring/read.ts';
import { updateRecurringInvoice } from '../../modules/recurring/update-recurring-invoice.ts';
import { sendCustomerStatement } from '../../modules/reports/statements/send-customer-statement.ts';
import { getCustomerStatement } from '../../modules/reports/statements/statement.ts';
import { getCustomerStatementPdf } from '../../modules/reports/statements/statement-pdf.ts';
import { acceptQuote } from '../../modules/sales-documents/accept-quote.ts';
import { createInvoiceFromOrder } from '../../modules/sales-documents/create-invoice-from-order.ts';
import {
  createDraftInvoice,
  createOrderInvoice,
  createQuote,
} from '../../modules/sales-documents/create-sales-document.ts';
import {
  deleteDraftInvoice,
  deleteOrderInvoice,
  deleteQuote,
} from '../../modules/sales-documents/delete-sales-document.ts';
import { issueDraftInvoice } from '../../modules/sales-documents/issue-draft-invoice.ts';
import { declineQuote } from '../../modules/sales-documents/quotes/decline-quote.ts';
import { sendQuote } from '../../modules/sales-documents/quotes/send-quote.ts';
import {
  getDraftInvoice,
  getDraftInvoices,
  getInvoicesFromDraft,
  getInvoicesFromOrder,
  getInvoicesFromQuote,
  getOrderInvoice,
  getOrderInvoices,
  getQuote,
  getQuotes,
} from '../../modules/sales-documents/read.ts';
import {
  getDraftInvoicePdf,
  getOrderInvoicePdf,
  getQuotePdf,
} from '../../modules/sales-documents/read-pdf.ts';
import {
  updateDraftInvoice,
  updateOrderInvoice,
  updateQuote,
} from '../../modules/sales-documents/update-sales-document.ts';
import { getProposal, getProposals } from '../../modules/stored-calls/proposals/read.ts';
import { createTask } from '../../modules/tasks/create-task.ts';
import { deactivateTask } from '../../modules/tasks/deactivate-task.ts';
import { deleteTaskLog } from '../../modules/tasks/delete-task-log.ts';
import { editLogTask } from '../../modules/tasks/edit-log-task.ts';
import { endTask } from '../../modules/tasks/end-task.ts';
import { logTask } from '../../modules/tasks/log-task.ts';
import { getCountTasks, getTask, getTasks } from '../../modules/tasks/read.ts';
import { startTask } from '../../modules/tasks/start-task.ts';
import { updateTask } from '../../modules/tasks/update-task.ts';
import { getWebhookDeliveries, getWebhooks } from '../../modules/webhooks/read.ts';
import { redeliverWebhook } from '../../modules/webhooks/redeliver-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../modules/webhooks/webhooks.ts';
import { moneyRoutes } from './money-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { type Route, route, section } from './route.ts';
import {
  data,
  fields,
  fieldsOrData,
  guidAndData,
  guidAndOptionalData,
  guidAndRequiredData,
  messageOnly,
  result,
  resultDocuments,
  resultEvents,
  resultGuid,
  resultInvoice,
  resultPage,
  resultQueued,
  resultRows,
  resultTotal,
  rows,
  topLevel,
} from './wire.ts';

/** Every endpoint of the credential API: its name, its operation, and how request and answer are encoded. */
export const routes: readonly Route[] = [
  ...section('Connection', [
    route('hello', hello, fields, topLevel('Connection succeeded')),
    route('update-company', updateCompany, data, resultGuid),
  ]),

  ...section('Customers', [
    route('get-customers', getCustomers, fields, rows),
    route('get-count-customers', getCountCustomers, fields, result),
    route('get-customers-by-kennitala', getCustomersByKennitala, fields, rows),
    route('get-count-customers-by-kennitala', getCountCustomersByKennitala, fields, result),
    route('get-customer', getCustomer, fields, result),
    route('get-registered-company', getRegisteredCompany, fields, result),
    route('get-customer-notes', getCustomerNotes, fields, result),
    route('get-customer-statement', getCustomerStatement, fields, result),
    route('get-customer-statement-pdf', getCustomerStatementPdf, fields, result),
    route(
      'send-customer-statement',
      sendCustomerStatement,
      fields,
      messageOnly('The statement is on its way'),
    ),
    route('create-customer', createCustomer, data, resultGuid),
    route('update-customer', updateCustomer, guidAndData, resultGuid),
    route('confirm-customer', confirmCustomer, fields, resultGuid),
    route('merge-customers', mergeCustomers, fields, resultGuid),
  ]),

  ...section('Items', [
    route('get-items', getItems, fields, rows),
    route('get-count-items', getCountItems, fields, result),
    route('get-item', getItem, fields, result),
    route('create-item', createItem, data, resultGuid),
    route('update-item', updateItem, guidAndData, resultGuid),
  ]),

  ...section('Invoices', [
    route('get-invoices', getInvoices, fields, rows),
    route('get-count-invoices', getCountInvoices, fields, result),
    route('get-invoice', getInvoice, fields, result),
    route('get-invoice-pdf', getInvoicePdf, fields, result),
    route('get-reminder-pdf', getReminderPdf, fields, result),
    route('get-invoice-xml', getInvoiceXml, fields, result),
    route('create-invoice', createInvoice, data, resultGuid),
    route('create-invoices', createInvoices, data, resultDocuments),
    route('update-invoice', updateInvoice, guidAndData, resultGuid),
    route('issue-invoice', issueInvoice, fields, resultGuid),
    route('resend-invoice', resendInvoice, fields, messageOnly('The invoice is on its way again')),
    route('remind-invoice', remindInvoice, fields, messageOnly('The reminder is on its way')),
    route('do-paid-invoice', doPaidInvoice, fieldsOrData, messageOnly('The invoice is marked as paid')),
    route('write-off-invoice', writeOffInvoice, guidAndRequiredData, resultInvoice),
    route('undo-write-off', undoWriteOff, fields, resultInvoice),
    route('upload-file', uploadFile, fields, resultGuid),
  ]),

  ...moneyRoutes,

  ...section('Recurring invoices', [
    route('create-recurring-invoice', createRecurringInvoice, data, resultGuid),
    route('update-recurring-invoice', updateRecurringInvoice, guidAndData, resultGuid),
    route('get-recurring-invoices', getRecurringInvoices, fields, rows),
    route('get-recurring-invoice', getRecurringInvoice, fields, result),
    route('stop-recurring-invoice', stopRecurringInvoice, fields, resultGuid),
    route('pause-recurring-invoice', pauseRecurringInvoice, fields, resultGuid),
    route('resume-recurring-invoice', resumeRecurringInvoice, fields, resultGuid),
  ]),

  ...section('Orders', [
    route('create-order-invoice', createOrderInvoice, data, resultGuid),
    route('update-order-invoice', updateOrderInvoice, guidAndData, resultGuid),
    route('delete-order-invoice', deleteOrderInvoice, fields, messageOnly('The order is deleted')),
    route('get-order-invoices', getOrderInvoices, fields, rows),
    route('get-order-invoice', getOrderInvoice, fields, result),
    route('get-order-invoice-pdf', getOrderInvoicePdf, fields, result),
    route('create-invoice-from-order', createInvoiceFromOrder, guidAndOptionalData, resultGuid),
    route('get-invoices-from-order', getInvoicesFromOrder, fields, rows),
  ]),

  ...section('Drafts', [
    route('create-draft-invoice', createDraftInvoice, data, resultGuid),
    route('update-draft-invoice', updateDraftInvoice, guidAndData, resultGuid),
    route('delete-draft-invoice', deleteDraftInvoice, fields, messageOnly('The draft is deleted')),
    route('get-draft-invoices', getDraftInvoices, fields, rows),
    route('get-draft-invoice', getDraftInvoice, fields, result),
    route('get-draft-invoice-pdf', getDraftInvoicePdf, fields, result),
    route('issue-draft-invoice', issueDraftInvoice, fields, resultGuid),
    route('get-invoices-from-draft', getInvoicesFromDraft, fields, rows),
  ]),

  ...section('Quotes', [
    route('create-quote', createQuote, data, resultGuid),
    route('update-quote', updateQuote, guidAndData, resultGuid),
    route('delete-quote', deleteQuote, fields, messageOnly('The quote is deleted')),
    route('get-quotes', getQuotes, fields, rows),
    route('get-quote', getQuote, fields, result),
    route('get-quote-pdf', getQuotePdf, fields, result),
    route('send-quote', sendQuote, fields, resultGuid),
    route('accept-quote', acceptQuote, fields, resultGuid),
    route('decline-quote', declineQuote, fields, resultGuid),
    route('get-invoices-from-quote', getInvoicesFromQuote, fields, rows),
  ]),

  ...section('Tasks', [
    route('create-task', createTask, data, resultGuid),
    route('update-task', updateTask, guidAndData, resultGuid),
    route('get-task', getTask, fields, result),
    route('get-tasks', getTasks, fields, rows),
    route('get-count-tasks', getCountTasks, fields, result),
    route('start-task', startTask, fields, messageOnly('The timer is running')),
    route('end-task', endTask, fields, messageOnly('The time is logged')),
    route('log-task', logTask, fields, messageOnly('The time is logged')),
    route('edit-log-task', editLogTask, fields, messageOnly('The log is changed')),
    route('task-log-delete', deleteTaskLog, fields, messageOnly('The log is deleted')),
    route('deactivate-task', deactivateTask, fields, messageOnly('The task is closed')),
  ]),

  ...section('Product sales', [
    route('get-product-sales', getProductSales, fields, resultTotal),
    route('get-count-product-sales', getCountProductSales, fields, result),
    route('get-product-sale-attends', getProductSaleAttends, fields, resultTotal),
  ]),

  ...section('Costs', [
    route('get-costs', getCosts, fields, resultPage),
    route('get-count-costs', getCountCosts, fields, result),
    route('get-cost', getCost, fields, result),
    route('get-cost-einvoice', getCostEinvoice, fields, result),
    route('answer-einvoice', answerEinvoice, fieldsOrData, result),
    route('create-cost', createCost, fields, resultQueued, 201),
    route('create-cost-adv', createCostAdv, fields, resultGuid, 201),
    route('update-cost', updateCost, guidAndData, resultGuid),
    route('move-cost-to-new', moveCostToNew, fields, resultGuid),
    route('delete-cost', deleteCost, fields, messageOnly('The cost is deleted')),
  ]),

  ...section('Bookkeepers', [
    route('add-bookkeeper', addBookkeeper, fields, resultGuid),
    route('grant-bookkeeper-key', grantBookkeeperKey, fields, resultGuid),
    route('revoke-bookkeeper-key', revokeBookkeeperKey, fields, resultGuid),
    route('remove-bookkeeper', removeBookkeeper, fields, messageOnly('The bookkeeper is removed')),
    route('get-bookkeepers', getBookkeepers, fields, rows),
    route('get-bookkeeper', getBookkeeper, fields, result),
    route('get-tenants', getTenants, fields, rows),
    route('get-tenant', getTenant, fields, result),
    route('get-tenant-requests', getTenantRequests, fields, rows),
    route('accept-tenant', acceptTenant, fields, resultGuid),
    route('decline-tenant', declineTenant, fields, messageOnly('The request is declined')),
    route('leave-tenant', leaveTenant, fields, messageOnly('The connection is ended')),
  ]),

  ...section('Events', [route('get-events', getEvents, fields, resultEvents)]),

  ...section('Webhooks', [
    route('create-webhook', createWebhook, data, result),
    route('get-webhooks', getWebhooks, fields, result),
    route('update-webhook', updateWebhook, guidAndData, resultGuid),
    route('delete-webhook', deleteWebhook, fields, messageOnly('The webhook is deleted')),
    route('rotate-webhook-secret', rotateWebhookSecret, fields, result),
    route('test-webhook', testWebhook, fields, result),
    route('get-webhook-deliveries', getWebhookDeliveries, fields, result),
    route('redeliver-webhook', redeliverWebhook, fields, result),
  ]),

  ...section('Proposals', [
    route('get-proposals', getProposals, fields, resultRows),
    route('get-proposal', getProposal, fields, result),
  ]),

  ...reportRoutes,
];
