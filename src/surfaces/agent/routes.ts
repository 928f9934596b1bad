import type { Operation, ReadOperation, WriteOperation } from '../../kernel/operations/operation.ts';
import { getStatus } from '../../modules/accounts/get-status.ts';
import { getAccess } from '../../modules/agents/get-access.ts';
import { bookBankLine } from '../../modules/bank/book-bank-line.ts';
import { getBankLines } from '../../modules/bank/read.ts';
import { unbookBankLine } from '../../modules/bank/unbook-bank-line.ts';
import {
  getBookkeeper,
  getBookkeepers,
  getTenant,
  getTenantRequests,
  getTenants,
} from '../../modules/bookkeeping/read.ts';
import { createCostAdv, registerCost } from '../../modules/costs/create-cost.ts';
import { deleteCost } from '../../modules/costs/delete-cost.ts';
import { getCostEinvoice } from '../../modules/costs/get-cost-einvoice.ts';
import { moveCostToNew } from '../../modules/costs/move-cost-to-new.ts';
import { findCostGuid, getCost, getCostsBrief, getCountCosts } from '../../modules/costs/read.ts';
import { updateCost } from '../../modules/costs/update-cost.ts';
import { registerCustomer } from '../../modules/customers/create-customer.ts';
import { getRegisteredCompany } from '../../modules/customers/get-registered-company.ts';
import { getCountCustomers, getCustomer, getCustomers } from '../../modules/customers/read.ts';
import { updateCustomer } from '../../modules/customers/update-customer.ts';
import { getPaymentReceipt } from '../../modules/deliveries/read.ts';
import { sendPaymentReceipt } from '../../modules/deliveries/receipts/send-payment-receipt.ts';
import { remindInvoice } from '../../modules/deliveries/remind-invoice.ts';
import { getEvents } from '../../modules/events/get-events.ts';
import { updateInvoice } from '../../modules/invoices/accounting/update-invoice.ts';
import { createCompactInvoice } from '../../modules/invoices/issue/create-compact-invoice.ts';
import { createInvoice } from '../../modules/invoices/issue/create-invoice.ts';
import { createInvoices } from '../../modules/invoices/issue/create-invoices.ts';
import {
  findInvoiceGuid,
  getCountInvoices,
  getInvoice,
  getInvoices,
} from '../../modules/invoices/read/read.ts';
import { createItem } from '../../modules/items/create-item.ts';
import { findItemGuid, getCountItems, getItem, getItems } from '../../modules/items/read.ts';
import { updateItem } from '../../modules/items/update-item.ts';
import { allocatePayment } from '../../modules/payments/allocate-payment.ts';
import { applyCredit } from '../../modules/payments/apply-credit.ts';
import { getCountPayments, getPayment, getPayments } from '../../modules/payments/read.ts';
import { recordPayment } from '../../modules/payments/record-payment.ts';
import { reversePayment } from '../../modules/payments/reverse-payment.ts';
import { updatePayment } from '../../modules/payments/update-payment.ts';
import { undoWriteOff, writeOffInvoice } from '../../modules/payments/write-off.ts';
import {
  getCountProductSales,
  getProductSaleAttends,
  getProductSales,
} from '../../modules/product-sales/read.ts';
import { getQuestion, getQuestions } from '../../modules/questions/read.ts';
import { createRecurringInvoice } from '../../modules/recurring/create-recurring-invoice.ts';
import { invoiceSummaries } from '../../modules/reports/figures/summaries.ts';
import { sendCustomerStatement } from '../../modules/reports/statements/send-customer-statement.ts';
import { createCompactQuote } from '../../modules/sales-documents/create-compact-quote.ts';
import { createFullQuote } from '../../modules/sales-documents/create-sales-document.ts';
import { withdrawProposal } from '../../modules/stored-calls/proposals/end-proposal.ts';
import { getProposal, getProposals } from '../../modules/stored-calls/proposals/read.ts';
import { createTask } from '../../modules/tasks/create-task.ts';
import { deactivateTask } from '../../modules/tasks/deactivate-task.ts';
import { deleteTaskLog } from '../../modules/tasks/delete-task-log.ts';
import { editLogTask } from '../../modules/tasks/edit-log-task.ts';
import { endTask } from '../../modules/tasks/end-task.ts';
import { logWork } from '../../modules/tasks/log-task.ts';
import { getCountTasks, getTask, getTasks } from '../../modules/tasks/read.ts';
import { startTask } from '../../modules/tasks/start-task.ts';
import { updateTask } from '../../modules/tasks/update-task.ts';
import { getVatDocuments, getVatPeriods, getVatReturn } from '../../modules/vat/read.ts';
import { getVatReturnCsv, getVatReturnPdf } from '../../modules/vat/return-file.ts';
import { getUnstatedVatKinds } from '../../modules/vat/vat-kinds.ts';
import { type CodedOperation, type RouteFactory, withCodecs } from '../http/wire/codecs.ts';
import type { AgentRequest } from './wire.ts';
import * as wire from './wire.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An endpoint below `/api/v1/agent`: its operation, and how request and answer are encoded. */
interface RouteDetails {
  method: Method;
  /** `:guid` is the guid of a record, or its numeric id where `findById` is given. */
  path: string;
  /** HTTP status of a successful call. */
  status: number;
  /** The operation for a compact body. */
  compact?: WriteOperation<unknown, unknown, unknown>;
  findById?: ReadOperation<{ id: number }, string>;
  /** The value of `result` in a refusal. */
  refusedResult: unknown;
  /** Whether a frozen program may call it. */
  evenFrozen?: true;
}

export type AgentRoute = RouteDetails & CodedOperation<AgentRequest, undefined>;

type RouteOptions = Partial<Omit<RouteDetails, 'method' | 'path'>>;

/** Makes routes of one method, with the defaults filled in. */
function routesBy(method: Method): RouteFactory<AgentRequest, undefined, RouteOptions, AgentRoute> {
  return (path: string, operation: Operation, input, codec, more: RouteOptions = {}) => ({
    method,
    path,
    ...withCodecs(operation, input, codec),
    status: 200,
    refusedResult: null,
    ...more,
  });
}

const get = routesBy('GET');
const post = routesBy('POST');
const put = routesBy('PUT');
const del = routesBy('DELETE');

/** Every resource of the agent API. The operation declares the scope. */
export const routes: readonly AgentRoute[] = [
  get('/status', getStatus, wire.query, wire.mergedResult),
  get('/access', getAccess, wire.query, wire.mergedResult),
  get('/invoice-summaries', invoiceSummaries, wire.query, wire.mergedResult),

  get('/vat/periods', getVatPeriods, wire.query, wire.result),
  get('/vat/return', getVatReturn, wire.query, wire.result),
  get('/vat/documents', getVatDocuments, wire.pagedQuery, wire.rows),
  get('/vat/unstated-kinds', getUnstatedVatKinds, wire.pagedQuery, wire.rows),
  get('/vat/return/pdf', getVatReturnPdf, wire.query, wire.result),
  get('/vat/return/csv', getVatReturnCsv, wire.query, wire.result),

  get('/questions', getQuestions, wire.pagedQuery, wire.rows),
  get('/questions/:guid', getQuestion, wire.query, wire.result),

  get('/events', getEvents, wire.query, wire.events),

  get('/customers', getCustomers, wire.customerList, wire.rows),
  get('/customers/count', getCountCustomers, wire.customerSearch, wire.count),
  post('/customers', registerCustomer, wire.newCustomer, wire.result),
  get('/customers/:guid', getCustomer, wire.query, wire.result),
  get('/companies/:kennitala', getRegisteredCompany, wire.query, wire.result),
  put('/customers/:guid', updateCustomer, wire.customerChanges, wire.resultGuid),
  post(
    '/customers/:guid/statement',
    sendCustomerStatement,
    wire.body,
    wire.messageOnly('The statement is on its way'),
  ),

  get('/items', getItems, wire.pagedQuery, wire.rows),
  get('/items/count', getCountItems, wire.query, wire.count),
  post('/items', createItem, wire.data, wire.created('item_id')),
  get('/items/:guid', getItem, wire.query, wire.result, { findById: findItemGuid }),
  put('/items/:guid', updateItem, wire.guidAndData, wire.created('item_id'), { findById: findItemGuid }),

  get('/invoices', getInvoices, wire.pagedQuery, wire.rows),
  get('/invoices/count', getCountInvoices, wire.query, wire.count),
  post('/invoices', createInvoice, wire.data, wire.created('invoice_id'), {
    compact: createCompactInvoice,
  }),
  post('/invoices/batch', createInvoices, wire.data, wire.resultDocuments),
  get('/invoices/:guid', getInvoice, wire.query, wire.result, { findById: findInvoiceGuid }),
  put('/invoices/:guid', updateInvoice, wire.guidAndData, wire.created('invoice_id'), {
    findById: findInvoiceGuid,
  }),
  post('/invoices/:guid/remind', remindInvoice, wire.body, wire.messageOnly('The reminder is on its way'), {
    findById: findInvoiceGuid,
  }),
  post('/invoices/:guid/apply-credit', applyCredit, wire.creditOfInvoice, wire.resultInvoice, {
    findById: findInvoiceGuid,
  }),
  post('/invoices/:guid/write-off', writeOffInvoice, wire.guidAndRequiredData, wire.resultInvoice, {
    findById: findInvoiceGuid,
  }),
  del('/invoices/:guid/write-off', undoWriteOff, wire.query, wire.resultInvoice, {
    findById: findInvoiceGuid,
  }),

  get('/payments', getPayments, wire.pagedQuery, wire.rows),
  get('/payments/count', getCountPayments, wire.query, wire.count),
  post('/payments', recordPayment, wire.data, wire.resultPayment),
  get('/payments/:guid', getPayment, wire.query, wire.result),
  get('/payments/:guid/receipt', getPaymentReceipt, wire.query, wire.result),
  post(
    '/payments/:guid/receipt',
    sendPaymentReceipt,
    wire.body,
    wire.messageOnly('The receipt is on its way'),
  ),
  put('/payments/:guid', updatePayment, wire.guidAndData, wire.resultPayment),
  put('/payments/:guid/allocations', allocatePayment, wire.guidAndRequiredData, wire.resultPayment),
  post('/payments/:guid/reverse', reversePayment, wire.guidAndRequiredData, wire.resultPayment),

  get('/bank-lines', getBankLines, wire.pagedQuery, wire.rows),
  post('/bank-lines/:guid/book', bookBankLine, wire.guidAndData, wire.resultBankLine),
  post('/bank-lines/:guid/unbook', unbookBankLine, wire.guidAndData, wire.resultBankLine),

  post('/quotes', createFullQuote, wire.data, wire.created('quote_id'), {
    compact: createCompactQuote,
  }),
  post('/recurring-invoices', createRecurringInvoice, wire.data, wire.created('recurring_invoice_id')),

  get('/costs', getCostsBrief, wire.costList, wire.resultPage),
  get('/costs/count', getCountCosts, wire.query, wire.count),
  post('/costs', registerCost, wire.receipt, wire.createdCost, { status: 201 }),
  post('/costs/advanced', createCostAdv, wire.body, wire.createdCost, { status: 201 }),
  get('/costs/:guid', getCost, wire.query, wire.result, { findById: findCostGuid }),
  get('/costs/:guid/einvoice', getCostEinvoice, wire.query, wire.result, { findById: findCostGuid }),
  put('/costs/:guid', updateCost, wire.guidAndData, wire.created('cost_id'), { findById: findCostGuid }),
  del('/costs/:guid', deleteCost, wire.query, wire.messageOnly('The cost is deleted'), {
    findById: findCostGuid,
  }),
  post('/costs/:guid/move-to-new', moveCostToNew, wire.query, wire.created('cost_id'), {
    findById: findCostGuid,
    refusedResult: '',
  }),

  get('/tasks', getTasks, wire.pagedQuery, wire.rows),
  get('/tasks/count', getCountTasks, wire.query, wire.count),
  post('/tasks', createTask, wire.data, wire.created('task_id')),
  post('/tasks/log', logWork, wire.body, wire.messageOnly('The time is logged')),
  put('/tasks/log', editLogTask, wire.body, wire.messageOnly('The log is changed')),
  del('/tasks/log/:guid', deleteTaskLog, wire.query, wire.messageOnly('The log is deleted')),
  get('/tasks/:guid', getTask, wire.query, wire.result),
  put('/tasks/:guid', updateTask, wire.guidAndData, wire.created('task_id')),
  post('/tasks/:guid/start', startTask, wire.body, wire.messageOnly('The timer is running')),
  post('/tasks/:guid/end', endTask, wire.body, wire.messageOnly('The time is logged')),
  post('/tasks/:guid/deactivate', deactivateTask, wire.body, wire.messageOnly('The task is closed')),

  get('/proposals', getProposals, wire.query, wire.resultRows),
  get('/proposals/:guid', getProposal, wire.query, wire.result),
  del('/proposals/:guid', withdrawProposal, wire.query, wire.result, { evenFrozen: true }),

  get('/product-sales', getProductSales, wire.pagedQuery, wire.productSales),
  get('/product-sales/count', getCountProductSales, wire.query, wire.count),
  get('/product-sales/:guid/attendees', getProductSaleAttends, wire.pagedQuery, wire.resultTotal),

  get('/bookkeepers', getBookkeepers, wire.pagedQuery, wire.rows),
  get('/bookkeepers/:guid', getBookkeeper, wire.query, wire.result),
  get('/tenant-requests', getTenantRequests, wire.pagedQuery, wire.rows),
  get('/tenants', getTenants, wire.pagedQuery, wire.rows),
  get('/tenants/:guid', getTenant, wire.query, wire.result),
];
