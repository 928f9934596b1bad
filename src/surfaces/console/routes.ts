import { getConnections } from '../../modules/accounts/connections.ts';
import { getLogo, removeLogo, setLogo } from '../../modules/accounts/logo.ts';
import { rotateApiKey, updateCompany } from '../../modules/accounts/manage.ts';
import { getApiKeyUse, showAccount } from '../../modules/accounts/read.ts';
import { findAgents, findAudit } from '../../modules/agents/find.ts';
import { revokeAgent } from '../../modules/agents/grants.ts';
import {
  addBookkeeper,
  grantBookkeeperKey,
  removeBookkeeper,
  revokeBookkeeperKey,
} from '../../modules/bookkeeping/manage.ts';
import { getBookkeepers, getTenants } from '../../modules/bookkeeping/read.ts';
import { approveCost } from '../../modules/costs/approve.ts';
import { createCost, createCostAdv } from '../../modules/costs/create.ts';
import { findCosts, getCostReading } from '../../modules/costs/find.ts';
import { lookAtCost } from '../../modules/costs/standing.ts';
import { deleteCost, moveCostToNew } from '../../modules/costs/status.ts';
import { createCustomer, getCustomer, updateCustomer } from '../../modules/customers/crud.ts';
import { findCustomers } from '../../modules/customers/find.ts';
import { createInvoice } from '../../modules/invoices/create.ts';
import { resendInvoice } from '../../modules/invoices/delivery.ts';
import { getInvoicePdf } from '../../modules/invoices/document.ts';
import { findInvoices } from '../../modules/invoices/find.ts';
import { getMailTexts, previewMail, setMailText } from '../../modules/invoices/mail-texts.ts';
import { getNumbers, startInvoiceNumbers } from '../../modules/invoices/numbers.ts';
import { closePaymentMatter } from '../../modules/invoices/payments.ts';
import { previewInvoice } from '../../modules/invoices/preview.ts';
import { previewInvoicePdf } from '../../modules/invoices/preview-pdf.ts';
import { lookAtInvoice } from '../../modules/invoices/standing.ts';
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
  getInvoicesFromOrder,
  getOrderInvoice,
  getQuote,
  issueDraftInvoice,
  updateDraftInvoice,
  updateOrderInvoice,
  updateQuote,
} from '../../modules/orders/crud.ts';
import { lookAtDrafts, lookAtOrders, lookAtQuotes } from '../../modules/orders/standing.ts';
import {
  getPeople,
  invitePerson,
  removePerson,
  setPersonRole,
  withdrawInvitation,
} from '../../modules/people/manage.ts';
import { setLanguage, updateMyself } from '../../modules/people/me.ts';
import { changePassword } from '../../modules/people/password.ts';
import { tickAttendee } from '../../modules/product-sales/attend.ts';
import { setProductSale } from '../../modules/product-sales/change.ts';
import { createProductSale } from '../../modules/product-sales/create.ts';
import { findBuyers, findGuests, readTicket, showProductSale } from '../../modules/product-sales/find.ts';
import { setSaleImage } from '../../modules/product-sales/image.ts';
import { getProductSales } from '../../modules/product-sales/read.ts';
import { releaseOrder, releaseOverdueOrders } from '../../modules/product-sales/release.ts';
import {
  createRecurringInvoice,
  getRecurringInvoice,
  pauseRecurringInvoice,
  resumeRecurringInvoice,
  stopRecurringInvoice,
} from '../../modules/recurring/crud.ts';
import { lookAtRecurring } from '../../modules/recurring/standing.ts';
import { getOverview } from '../../modules/reports/overview.ts';
import { getAgedReceivables, getSales, getVat } from '../../modules/reports/sales.ts';
import { createTask, deactivateTask } from '../../modules/tasks/crud.ts';
import { deleteTaskLog, editLogTask, logTask } from '../../modules/tasks/log.ts';
import { lookAtTask, lookAtTasks } from '../../modules/tasks/standing.ts';
import { endTask, startTask } from '../../modules/tasks/timer.ts';

/** Every operation that a signed-in person has, each called by its name. The browser takes its types from here. */
export const operations = {
  'get-overview': getOverview,

  'find-invoices': findInvoices,
  'get-invoice': lookAtInvoice,
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

  'get-order-invoices': lookAtOrders,
  'get-order-invoice': getOrderInvoice,
  'create-order-invoice': createOrderInvoice,
  'update-order-invoice': updateOrderInvoice,
  'delete-order-invoice': deleteOrderInvoice,
  'create-invoice-from-order': createInvoiceFromOrder,
  'get-invoices-from-order': getInvoicesFromOrder,
  'get-draft-invoices': lookAtDrafts,
  'get-draft-invoice': getDraftInvoice,
  'create-draft-invoice': createDraftInvoice,
  'update-draft-invoice': updateDraftInvoice,
  'delete-draft-invoice': deleteDraftInvoice,
  'issue-draft-invoice': issueDraftInvoice,
  'get-quotes': lookAtQuotes,
  'get-quote': getQuote,
  'create-quote': createQuote,
  'update-quote': updateQuote,
  'delete-quote': deleteQuote,
  'accept-quote': acceptQuote,

  'get-recurring-invoices': lookAtRecurring,
  'get-recurring-invoice': getRecurringInvoice,
  'create-recurring-invoice': createRecurringInvoice,
  'pause-recurring-invoice': pauseRecurringInvoice,
  'resume-recurring-invoice': resumeRecurringInvoice,
  'stop-recurring-invoice': stopRecurringInvoice,

  'find-costs': findCosts,
  'get-cost': lookAtCost,
  'get-cost-reading': getCostReading,
  'create-cost': createCost,
  'create-cost-adv': createCostAdv,
  'approve-cost': approveCost,
  'move-cost-to-new': moveCostToNew,
  'delete-cost': deleteCost,

  'get-tasks': lookAtTasks,
  'get-task': lookAtTask,
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
