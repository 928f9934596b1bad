import { getConnections } from '../../modules/accounts/connections.ts';
import { getLogo, removeLogo, setLogo } from '../../modules/accounts/logo.ts';
import { rotateApiKey, updateCompany } from '../../modules/accounts/manage.ts';
import { getApiKeyUse, showAccount } from '../../modules/accounts/read.ts';
import { revokeAgent } from '../../modules/agents/grants.ts';
import { findAgents, findAudit } from '../../modules/agents/search.ts';
import {
  addBookkeeper,
  grantBookkeeperKey,
  removeBookkeeper,
  revokeBookkeeperKey,
} from '../../modules/bookkeeping/manage.ts';
import { getBookkeepers, getTenants } from '../../modules/bookkeeping/read.ts';
import { approveCost } from '../../modules/costs/approve.ts';
import { getCostForConsole } from '../../modules/costs/console-view.ts';
import { createCost, createCostAdv } from '../../modules/costs/create.ts';
import { findCosts, getCostReading } from '../../modules/costs/search.ts';
import { deleteCost, moveCostToNew } from '../../modules/costs/status.ts';
import { createCustomer, getCustomer, updateCustomer } from '../../modules/customers/crud.ts';
import { findCustomers } from '../../modules/customers/search.ts';
import { resendInvoice } from '../../modules/invoices/deliver/delivery.ts';
import { getInvoicePdf } from '../../modules/invoices/deliver/rendition.ts';
import { createInvoice } from '../../modules/invoices/issue/create-invoice.ts';
import { previewInvoice } from '../../modules/invoices/issue/preview-invoice.ts';
import { previewInvoicePdf } from '../../modules/invoices/issue/preview-invoice-pdf.ts';
import { getNumbers, startInvoiceNumbers } from '../../modules/invoices/numbers/numbers.ts';
import { closePaymentMatter } from '../../modules/invoices/pay/payments.ts';
import { doPaidInvoice, issueInvoice, updateInvoice } from '../../modules/invoices/pay/status.ts';
import { getInvoiceForConsole } from '../../modules/invoices/read/console-view.ts';
import { findInvoices } from '../../modules/invoices/read/search.ts';
import { getMailTexts, previewMail, setMailText } from '../../modules/invoices/texts/mail-texts.ts';
import { createItem, getItem, updateItem } from '../../modules/items/crud.ts';
import { findItems } from '../../modules/items/search.ts';
import {
  getPeople,
  invitePerson,
  removePerson,
  setPersonRole,
  withdrawInvitation,
} from '../../modules/people/manage.ts';
import { setLanguage, updateMyself } from '../../modules/people/me.ts';
import { changePassword } from '../../modules/people/password.ts';
import { createProductSale } from '../../modules/product-sales/create-product-sale.ts';
import { getProductSales } from '../../modules/product-sales/read.ts';
import { releaseOrder, releaseOverdueOrders } from '../../modules/product-sales/release.ts';
import { findBuyers, findGuests, readTicket, showProductSale } from '../../modules/product-sales/search.ts';
import { setProductSale } from '../../modules/product-sales/set-product-sale.ts';
import { setSaleImage } from '../../modules/product-sales/set-sale-image.ts';
import { tickAttendee } from '../../modules/product-sales/tick-attendee.ts';
import { getRecurringForConsole } from '../../modules/recurring/console-view.ts';
import {
  createRecurringInvoice,
  getRecurringInvoice,
  pauseRecurringInvoice,
  resumeRecurringInvoice,
  stopRecurringInvoice,
} from '../../modules/recurring/crud.ts';
import { getOverview } from '../../modules/reports/overview.ts';
import { getAgedReceivables, getSales, getVat } from '../../modules/reports/sales.ts';
import {
  getDraftsForConsole,
  getOrdersForConsole,
  getQuotesForConsole,
} from '../../modules/sales-documents/console-view.ts';
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
  getInvoicesFromOrder,
  getOrderInvoice,
  getQuote,
  issueDraftInvoice,
  updateDraftInvoice,
  updateOrderInvoice,
  updateQuote,
} from '../../modules/sales-documents/crud.ts';
import { getTaskForConsole, getTasksForConsole } from '../../modules/tasks/console-view.ts';
import { createTask, deactivateTask } from '../../modules/tasks/crud.ts';
import { deleteTaskLog, editLogTask, logTask } from '../../modules/tasks/log.ts';
import { endTask, startTask } from '../../modules/tasks/timer.ts';

/** Every operation that a signed-in person can call, by its name. The console derives its types from this table. */
export const operations = {
  'get-overview': getOverview,

  'find-invoices': findInvoices,
  'get-invoice': getInvoiceForConsole,
  'get-invoice-pdf': getInvoicePdf,
  'preview-invoice': previewInvoice,
  'preview-invoice-pdf': previewInvoicePdf,
  'create-invoice': createInvoice,
  'issue-invoice': issueInvoice,
  'close-payment-matter': closePaymentMatter,
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

  'get-order-invoices': getOrdersForConsole,
  'get-order-invoice': getOrderInvoice,
  'create-order-invoice': createOrderInvoice,
  'update-order-invoice': updateOrderInvoice,
  'delete-order-invoice': deleteOrderInvoice,
  'create-invoice-from-order': createInvoiceFromOrder,
  'get-invoices-from-order': getInvoicesFromOrder,
  'get-draft-invoices': getDraftsForConsole,
  'get-draft-invoice': getDraftInvoice,
  'create-draft-invoice': createDraftInvoice,
  'update-draft-invoice': updateDraftInvoice,
  'delete-draft-invoice': deleteDraftInvoice,
  'issue-draft-invoice': issueDraftInvoice,
  'get-quotes': getQuotesForConsole,
  'get-quote': getQuote,
  'create-quote': createQuote,
  'update-quote': updateQuote,
  'delete-quote': deleteQuote,
  'accept-quote': acceptQuote,

  'get-recurring-invoices': getRecurringForConsole,
  'get-recurring-invoice': getRecurringInvoice,
  'create-recurring-invoice': createRecurringInvoice,
  'pause-recurring-invoice': pauseRecurringInvoice,
  'resume-recurring-invoice': resumeRecurringInvoice,
  'stop-recurring-invoice': stopRecurringInvoice,

  'find-costs': findCosts,
  'get-cost': getCostForConsole,
  'get-cost-reading': getCostReading,
  'create-cost': createCost,
  'create-cost-adv': createCostAdv,
  'approve-cost': approveCost,
  'move-cost-to-new': moveCostToNew,
  'delete-cost': deleteCost,

  'get-tasks': getTasksForConsole,
  'get-task': getTaskForConsole,
  'create-task': createTask,
  'start-task': startTask,
  'end-task': endTask,
  'deactivate-task': deactivateTask,
  'log-task': logTask,
  'edit-log-task': editLogTask,
  'task-log-delete': deleteTaskLog,

  'get-product-sales': getProductSales,
  'create-product-sale': createProductSale,
  'show-product-sale': showProductSale,
  'set-product-sale': setProductSale,
  'set-product-sale-image': setSaleImage,
  'find-guests': findGuests,
  'find-buyers': findBuyers,
  'release-order': releaseOrder,
  'release-overdue-orders': releaseOverdueOrders,
  'read-ticket': readTicket,
  'tick-attendee': tickAttendee,

  'find-agents': findAgents,
  'find-audit': findAudit,
  'revoke-agent': revokeAgent,
  'get-api-key-use': getApiKeyUse,
  'rotate-api-key': rotateApiKey,

  'get-people': getPeople,
  'invite-person': invitePerson,
  'withdraw-invitation': withdrawInvitation,
  'set-person-role': setPersonRole,
  'remove-person': removePerson,
  'update-myself': updateMyself,
  'change-password': changePassword,
  'set-language': setLanguage,

  'get-bookkeepers': getBookkeepers,
  'add-bookkeeper': addBookkeeper,
  'grant-bookkeeper-key': grantBookkeeperKey,
  'revoke-bookkeeper-key': revokeBookkeeperKey,
  'remove-bookkeeper': removeBookkeeper,
  'get-tenants': getTenants,

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
} as const;

export type Operations = typeof operations;
