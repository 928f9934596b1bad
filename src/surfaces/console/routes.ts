import { getConnections } from '../../modules/accounts/connections.ts';
import { getLogo, removeLogo, setLogo } from '../../modules/accounts/logo.ts';
import { updateCompany } from '../../modules/accounts/manage.ts';
import { showAccount } from '../../modules/accounts/read.ts';
import { getAgents, getAudit, revokeAgent } from '../../modules/agents/grants.ts';
import { approveCost } from '../../modules/costs/approve.ts';
import { createCost, createCostAdv } from '../../modules/costs/create.ts';
import { findCosts, getCostReading } from '../../modules/costs/find.ts';
import { getCost } from '../../modules/costs/read.ts';
import { deleteCost, moveCostToNew } from '../../modules/costs/status.ts';
import { createCustomer, getCustomer, updateCustomer } from '../../modules/customers/crud.ts';
import { findCustomers } from '../../modules/customers/find.ts';
import { createInvoice } from '../../modules/invoices/create.ts';
import { resendInvoice } from '../../modules/invoices/delivery.ts';
import { getInvoicePdf } from '../../modules/invoices/document.ts';
import { findInvoices } from '../../modules/invoices/find.ts';
import { getMailTexts, previewMail, setMailText } from '../../modules/invoices/mail-texts.ts';
import { getNumbers, startInvoiceNumbers } from '../../modules/invoices/numbers.ts';
import { previewInvoice } from '../../modules/invoices/preview.ts';
import { getInvoice } from '../../modules/invoices/read.ts';
import { doPaidInvoice, issueInvoice, updateInvoice } from '../../modules/invoices/status.ts';
import { createItem, getItem, updateItem } from '../../modules/items/crud.ts';
import { findItems } from '../../modules/items/find.ts';
import {
  acceptQuote,
  createDraftInvoice,
  createInvoiceFromOrder,
  createOrderInvoice,
  createQuote,
  deleteDraftInvoice,
  deleteOrderInvoice,
  deleteQuote,
  getDraftInvoice,
  getDraftInvoices,
  getInvoicesFromOrder,
  getOrderInvoice,
  getOrderInvoices,
  getQuote,
  getQuotes,
  issueDraftInvoice,
  updateDraftInvoice,
  updateOrderInvoice,
  updateQuote,
} from '../../modules/orders/crud.ts';
import { setLanguage } from '../../modules/people/language.ts';
import { setProductSale, tickAttendee } from '../../modules/product-sales/attend.ts';
import { createProductSale } from '../../modules/product-sales/create.ts';
import { getProductSale, getProductSaleAttends, getProductSales } from '../../modules/product-sales/read.ts';
import {
  createRecurringInvoice,
  getRecurringInvoice,
  getRecurringInvoices,
  pauseRecurringInvoice,
  resumeRecurringInvoice,
  stopRecurringInvoice,
} from '../../modules/recurring/crud.ts';
import { getOverview } from '../../modules/reports/overview.ts';
import { getAgedReceivables, getSales, getVat } from '../../modules/reports/sales.ts';
import { createTask, deactivateTask, getTask, getTasks } from '../../modules/tasks/crud.ts';
import { deleteTaskLog, editLogTask, logTask } from '../../modules/tasks/log.ts';
import { endTask, startTask } from '../../modules/tasks/timer.ts';

/** Every operation that a signed-in person has, each called by its name. The browser takes its types from here. */
export const operations = {
  'get-overview': getOverview,

  'find-invoices': findInvoices,
  'get-invoice': getInvoice,
  'get-invoice-pdf': getInvoicePdf,
  'preview-invoice': previewInvoice,
  'create-invoice': createInvoice,
  'issue-invoice': issueInvoice,
  'do-paid-invoice': doPaidInvoice,
  'resend-invoice': resendInvoice,
  'update-invoice': updateInvoice,

  'find-customers': findCustomers,
  'get-customer': getCustomer,
  'create-customer': createCustomer,
  'update-customer': updateCustomer,

  'find-items': findItems,
  'get-item': getItem,
  'create-item': createItem,
  'update-item': updateItem,

  'get-order-invoices': getOrderInvoices,
  'get-order-invoice': getOrderInvoice,
  'create-order-invoice': createOrderInvoice,
  'update-order-invoice': updateOrderInvoice,
  'delete-order-invoice': deleteOrderInvoice,
  'create-invoice-from-order': createInvoiceFromOrder,
  'get-invoices-from-order': getInvoicesFromOrder,
  'get-draft-invoices': getDraftInvoices,
  'get-draft-invoice': getDraftInvoice,
  'create-draft-invoice': createDraftInvoice,
  'update-draft-invoice': updateDraftInvoice,
  'delete-draft-invoice': deleteDraftInvoice,
  'issue-draft-invoice': issueDraftInvoice,
  'get-quotes': getQuotes,
  'get-quote': getQuote,
  'create-quote': createQuote,
  'update-quote': updateQuote,
  'delete-quote': deleteQuote,
  'accept-quote': acceptQuote,

  'get-recurring-invoices': getRecurringInvoices,
  'get-recurring-invoice': getRecurringInvoice,
  'create-recurring-invoice': createRecurringInvoice,
  'pause-recurring-invoice': pauseRecurringInvoice,
  'resume-recurring-invoice': resumeRecurringInvoice,
  'stop-recurring-invoice': stopRecurringInvoice,

  'find-costs': findCosts,
  'get-cost': getCost,
  'get-cost-reading': getCostReading,
  'create-cost': createCost,
  'create-cost-adv': createCostAdv,
  'approve-cost': approveCost,
  'move-cost-to-new': moveCostToNew,
  'delete-cost': deleteCost,

  'get-tasks': getTasks,
  'get-task': getTask,
  'create-task': createTask,
  'start-task': startTask,
  'end-task': endTask,
  'deactivate-task': deactivateTask,
  'log-task': logTask,
  'edit-log-task': editLogTask,
  'task-log-delete': deleteTaskLog,

  'get-product-sales': getProductSales,
  'get-product-sale': getProductSale,
  'create-product-sale': createProductSale,
  'set-product-sale': setProductSale,
  'get-product-sale-attends': getProductSaleAttends,
  'tick-attendee': tickAttendee,

  'get-agents': getAgents,
  'get-audit': getAudit,
  'revoke-agent': revokeAgent,

  'get-sales': getSales,
  'get-vat': getVat,
  'get-aged-receivables': getAgedReceivables,

  'show-account': showAccount,
  'update-company': updateCompany,
  'get-logo': getLogo,
  'set-logo': setLogo,
  'remove-logo': removeLogo,
  'get-numbers': getNumbers,
  'start-invoice-numbers': startInvoiceNumbers,
  'get-mail-texts': getMailTexts,
  'set-mail-text': setMailText,
  'preview-mail': previewMail,
  'get-connections': getConnections,
  'set-language': setLanguage,
} as const;

export type Operations = typeof operations;
