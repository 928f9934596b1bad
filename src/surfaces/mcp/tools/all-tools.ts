import { isOpenTo } from '../../../kernel/access/access.ts';
import { SCOPES, type Scope } from '../../../kernel/access/scopes.ts';
import { companyGet, overviewGet, reportSales } from './company-tools.ts';
import { costCreate, costGet, costList } from './cost-tools.ts';
import {
  customerCreate,
  customerGet,
  customerList,
  customerUpdate,
  itemCreate,
  itemList,
} from './customer-tools.ts';
import { quoteCreate, quoteList, recurringCreate, recurringList } from './document-tools.ts';
import { eventList } from './event-tools.ts';
import {
  invoiceCreate,
  invoiceCredit,
  invoiceGet,
  invoiceList,
  invoiceMarkPaid,
  invoiceRemind,
  invoiceSend,
} from './invoice-tools.ts';
import { createOperationSearch, operationCall } from './operation-tools.ts';
import { paymentList, paymentRecord } from './payment-tools.ts';
import { proposalList } from './proposal-tools.ts';
import { saleList, taskCreate, taskList, taskLog } from './task-tools.ts';
import type { Tool } from './tool.ts';

const operationSearch = createOperationSearch(({ caller }) => toolsFor(caller.scopes ?? SCOPES));

/** Every tool, in the order in which clients list them. */
const TOOLS: readonly Tool[] = [
  companyGet,
  overviewGet,
  invoiceList,
  invoiceGet,
  invoiceCreate,
  invoiceCredit,
  invoiceSend,
  invoiceRemind,
  invoiceMarkPaid,
  paymentRecord,
  paymentList,
  customerList,
  customerGet,
  customerCreate,
  customerUpdate,
  itemList,
  itemCreate,
  quoteList,
  quoteCreate,
  recurringList,
  recurringCreate,
  costList,
  costGet,
  costCreate,
  taskList,
  taskCreate,
  taskLog,
  saleList,
  reportSales,
  eventList,
  proposalList,
  operationSearch,
  operationCall,
];

const byName = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function findTool(name: unknown): Tool | undefined {
  return typeof name === 'string' ? byName.get(name) : undefined;
}

/** The tools that a program with these scopes may call. */
export function toolsFor(scopes: readonly Scope[]): Tool[] {
  return TOOLS.filter(({ operations }) => operations.every(({ access }) => isOpenTo(scopes, access)));
}

/** A tool as `tools/list` describes it. */
export function toDescription({ name, title, description, annotations, input, outputSchema }: Tool) {
  return { name, title, description, inputSchema: input.json, outputSchema, annotations };
}
