import type { Operation, ReadOperation } from '../../kernel/operation.ts';
import { getStatus } from '../../modules/accounts/status.ts';
import { getBookkeeper, getBookkeepers, getTenant, getTenants } from '../../modules/bookkeeping/read.ts';
import { createCostAdv, registerCost } from '../../modules/costs/create-cost.ts';
import { deleteCost } from '../../modules/costs/delete-cost.ts';
import { moveCostToNew } from '../../modules/costs/move-cost-to-new.ts';
import { findCostGuid, getCost, getCostsBrief, getCountCosts } from '../../modules/costs/read.ts';
import { updateCost } from '../../modules/costs/update-cost.ts';
import { registerCustomer } from '../../modules/customers/create-customer.ts';
import { getCountCustomers, getCustomer, getCustomers } from '../../modules/customers/read.ts';
import { updateCustomer } from '../../modules/customers/update-customer.ts';
import { createCompactInvoice } from '../../modules/invoices/issue/create-compact-invoice.ts';
import { createInvoice } from '../../modules/invoices/issue/create-invoice.ts';
import { updateInvoice } from '../../modules/invoices/pay/status.ts';
import {
  findInvoiceGuid,
  getCountInvoices,
  getInvoice,
  getInvoices,
} from '../../modules/invoices/read/read.ts';
import { createItem } from '../../modules/items/create-item.ts';
import { findItemGuid, getCountItems, getItem, getItems } from '../../modules/items/read.ts';
import { updateItem } from '../../modules/items/update-item.ts';
import {
  getCountProductSales,
  getProductSaleAttends,
  getProductSales,
} from '../../modules/product-sales/read.ts';
import { createRecurringInvoice } from '../../modules/recurring/crud.ts';
import { invoiceSummaries } from '../../modules/reports/summaries.ts';
import { createCompactQuote, createQuote } from '../../modules/sales-documents/crud.ts';
import { createTask } from '../../modules/tasks/create-task.ts';
import { deactivateTask } from '../../modules/tasks/deactivate-task.ts';
import { deleteTaskLog } from '../../modules/tasks/delete-task-log.ts';
import { editLogTask } from '../../modules/tasks/edit-log-task.ts';
import { endTask } from '../../modules/tasks/end-task.ts';
import { logWork } from '../../modules/tasks/log-task.ts';
import { getCountTasks, getTask, getTasks } from '../../modules/tasks/read.ts';
import { startTask } from '../../modules/tasks/start-task.ts';
import * as wire from './wire.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An endpoint of the agent API: a verb under `/api/v1/agent`, and how it is spelled on this wire. */
export interface AgentRoute {
  method: Method;
  /** `:guid` in it names a record by its guid, or by its number where `numbered` says how that is found. */
  path: string;
  operation: Operation;
  input: wire.Input;
  output: wire.Output;
  /** Of a call that succeeds. */
  status: number;
  /** Another operation, for bodies of another form. */
  short?: Operation;
  numbered?: ReadOperation<{ id: number }, string>;
  /** What `result` is on a refusal; null where nothing is said. */
  refused: unknown;
}

/** Every resource of the agent API. The scope that each asks for is its operation's. */
export const routes: readonly AgentRoute[] = [
  get('/status', getStatus, wire.query, wire.bare),
  get('/invoice-summaries', invoiceSummaries, wire.query, wire.bare),

  get('/customers', getCustomers, wire.customerList, wire.result),
  get('/customers/count', getCountCustomers, wire.customerSearch, wire.count),
  post('/customers', registerCustomer, wire.newCustomer, wire.result),
  get('/customers/:guid', getCustomer, wire.query, wire.result),
  put('/customers/:guid', updateCustomer, wire.customerChanges, wire.made()),

  get('/items', getItems, wire.listed, wire.result),
  get('/items/count', getCountItems, wire.query, wire.count),
  post('/items', createItem, wire.data, wire.made('item_id')),
  get('/items/:guid', getItem, wire.query, wire.result, { numbered: findItemGuid }),
  put('/items/:guid', updateItem, wire.guidAndData, wire.made('item_id'), { numbered: findItemGuid }),

  get('/invoices', getInvoices, wire.listed, wire.result),
  get('/invoices/count', getCountInvoices, wire.query, wire.count),
  post('/invoices', createInvoice, wire.data, wire.made('invoice_id'), {
    short: createCompactInvoice,
  }),
  get('/invoices/:guid', getInvoice, wire.query, wire.result, { numbered: findInvoiceGuid }),
  put('/invoices/:guid', updateInvoice, wire.guidAndData, wire.made('invoice_id'), {
    numbered: findInvoiceGuid,
  }),
  post('/quotes', createQuote, wire.data, wire.made('quote_id'), {
    short: createCompactQuote,
  }),
  post('/recurring-invoices', createRecurringInvoice, wire.data, wire.made('recurring_invoice_id')),

  get('/costs', getCostsBrief, wire.costList, wire.pages),
  get('/costs/count', getCountCosts, wire.query, wire.count),
  post('/costs', registerCost, wire.receipt, wire.madeCost, { status: 201 }),
  post('/costs/advanced', createCostAdv, wire.body, wire.madeCost, { status: 201 }),
  get('/costs/:guid', getCost, wire.query, wire.result, { numbered: findCostGuid }),
  put('/costs/:guid', updateCost, wire.guidAndData, wire.made('cost_id'), { numbered: findCostGuid }),
  del('/costs/:guid', deleteCost, wire.query, wire.only('The cost is deleted'), { numbered: findCostGuid }),
  post('/costs/:guid/move-to-new', moveCostToNew, wire.query, wire.made('cost_id'), {
    numbered: findCostGuid,
    refused: '',
  }),

  get('/tasks', getTasks, wire.listed, wire.result),
  get('/tasks/count', getCountTasks, wire.query, wire.count),
  post('/tasks', createTask, wire.data, wire.made('task_id')),
  post('/tasks/log', logWork, wire.body, wire.only('The time is logged')),
  put('/tasks/log', editLogTask, wire.body, wire.only('The log is changed')),
  del('/tasks/log/:guid', deleteTaskLog, wire.query, wire.only('The log is deleted')),
  get('/tasks/:guid', getTask, wire.query, wire.result),
  post('/tasks/:guid/start', startTask, wire.body, wire.only('The timer is running')),
  post('/tasks/:guid/end', endTask, wire.body, wire.only('The time is logged')),
  post('/tasks/:guid/deactivate', deactivateTask, wire.body, wire.only('The task is closed')),

  get('/product-sales', getProductSales, wire.listed, wire.sales),
  get('/product-sales/count', getCountProductSales, wire.query, wire.count),
  get('/product-sales/:guid/attendees', getProductSaleAttends, wire.listed, wire.totals),

  get('/bookkeepers', getBookkeepers, wire.listed, wire.result),
  get('/bookkeepers/:guid', getBookkeeper, wire.query, wire.result),
  get('/tenants', getTenants, wire.listed, wire.result),
  get('/tenants/:guid', getTenant, wire.query, wire.result),
];

type More = Partial<Pick<AgentRoute, 'status' | 'short' | 'numbered' | 'refused'>>;

/** Operations of every input and output are served alike. */
function route(
  method: Method,
  path: string,
  operation: Operation,
  [input, output]: [wire.Input, wire.Output],
  more: More = {},
): AgentRoute {
  return {
    method,
    path,
    operation,
    input,
    output,
    status: 200,
    refused: null,
    ...more,
  };
}

function get(path: string, operation: Operation, input: wire.Input, output: wire.Output, more?: More) {
  return route('GET', path, operation, [input, output], more);
}

function post(path: string, operation: Operation, input: wire.Input, output: wire.Output, more?: More) {
  return route('POST', path, operation, [input, output], more);
}

function put(path: string, operation: Operation, input: wire.Input, output: wire.Output, more?: More) {
  return route('PUT', path, operation, [input, output], more);
}

function del(path: string, operation: Operation, input: wire.Input, output: wire.Output, more?: More) {
  return route('DELETE', path, operation, [input, output], more);
}
