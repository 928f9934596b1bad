import { getConnections } from '../../modules/accounts/get-connections.ts';
import { getApiKeyUse, getLogo, showAccount } from '../../modules/accounts/read.ts';
import { removeLogo } from '../../modules/accounts/remove-logo.ts';
import { setLogo } from '../../modules/accounts/set-logo.ts';
import { revokeAgent } from '../../modules/agents/grants/revoke-agent.ts';
import { findAgents, findAudit } from '../../modules/agents/search.ts';
import {
  addBookkeeper,
  grantBookkeeperKey,
  removeBookkeeper,
  revokeBookkeeperKey,
} from '../../modules/bookkeeping/bookkeepers.ts';
import { getBookkeepers, getTenantRequests, getTenants } from '../../modules/bookkeeping/read.ts';
import { acceptTenant, declineTenant, leaveTenant } from '../../modules/bookkeeping/tenants.ts';
import { getCostForConsole } from '../../modules/costs/console-view.ts';
import { createCost, createCostAdv } from '../../modules/costs/create-cost.ts';
import { deleteCost } from '../../modules/costs/delete-cost.ts';
import { answerEinvoice } from '../../modules/costs/einvoice-answers/answer-einvoice.ts';
import { findSimilarCosts } from '../../modules/costs/find-similar-costs.ts';
import { getCostEinvoice } from '../../modules/costs/get-cost-einvoice.ts';
import { receiptAddressOperations } from '../../modules/costs/mail-in/receipt-address.ts';
import { moveCostToNew } from '../../modules/costs/move-cost-to-new.ts';
import { findCosts, getCostReading } from '../../modules/costs/search.ts';
import { confirmCustomer } from '../../modules/customers/confirm-customer.ts';
import { createCustomer } from '../../modules/customers/create-customer.ts';
import { getRegisteredCompany } from '../../modules/customers/get-registered-company.ts';
import {
  addCustomerNote,
  deleteCustomerContact,
  deleteCustomerNote,
  getCustomerNotes,
} from '../../modules/customers/notes.ts';
import { getCustomer } from '../../modules/customers/read.ts';
import { findCustomers } from '../../modules/customers/search.ts';
import { getInvoicePdf, getInvoiceXml, getPaymentReceipt } from '../../modules/deliveries/read.ts';
import { sendPaymentReceipt } from '../../modules/deliveries/receipts/send-payment-receipt.ts';
import { remindInvoice } from '../../modules/deliveries/remind-invoice.ts';
import { getReminderPdf } from '../../modules/deliveries/reminder-pdf.ts';
import { resendInvoice } from '../../modules/deliveries/resend-invoice.ts';
import { previewMail } from '../../modules/deliveries/texts/preview-mail.ts';
import { getMailTexts } from '../../modules/deliveries/texts/read.ts';
import { updateInvoice } from '../../modules/invoices/accounting/update-invoice.ts';
import { getFile } from '../../modules/invoices/files/get-file.ts';
import { uploadFile } from '../../modules/invoices/files/upload-file.ts';
import { createInvoice } from '../../modules/invoices/issue/create-invoice.ts';
import { issueInvoice } from '../../modules/invoices/issue/issue-invoice.ts';
import { previewInvoice } from '../../modules/invoices/issue/preview-invoice.ts';
import { previewInvoicePdf } from '../../modules/invoices/issue/preview-invoice-pdf.ts';
import { getNumbers } from '../../modules/invoices/numbers/read.ts';
import { startInvoiceNumbers } from '../../modules/invoices/numbers/start-invoice-numbers.ts';
import { getInvoiceForConsole } from '../../modules/invoices/read/console-view.ts';
import { findInvoices } from '../../modules/invoices/read/search.ts';
import { createItem } from '../../modules/items/create-item.ts';
import { getItem } from '../../modules/items/read.ts';
import { findItems } from '../../modules/items/search.ts';
import { journalOperations } from '../../modules/journal/operations.ts';
import { allocatePayment } from '../../modules/payments/allocate-payment.ts';
import { applyCredit } from '../../modules/payments/apply-credit.ts';
import { doPaidInvoice } from '../../modules/payments/do-paid-invoice.ts';
import { closePaymentMatter } from '../../modules/payments/links/close-payment-matter.ts';
import { getPayment, getPayments } from '../../modules/payments/read.ts';
import { recordPayment } from '../../modules/payments/record-payment.ts';
import { reversePayment } from '../../modules/payments/reverse-payment.ts';
import { undoWriteOff, writeOffInvoice } from '../../modules/payments/write-off.ts';
import { invitePerson, withdrawInvitation } from '../../modules/people/invitations/invitations.ts';
import { removePerson, setLanguage, setPersonRole } from '../../modules/people/members/members.ts';
import { ownAccessOperations } from '../../modules/people/own-access.ts';
import { getPeople } from '../../modules/people/read.ts';
import { rotateApiKey } from '../../modules/people/rotate-api-key.ts';
import {
  requireSecondFactor,
  resetSecondFactor,
} from '../../modules/people/second-factor/change-second-factor.ts';
import { getPreferences, setPreferences } from '../../modules/preferences/preferences.ts';
import { deleteView, getSavedViews, saveView } from '../../modules/preferences/saved-views.ts';
import { tickAttendee } from '../../modules/product-sales/attendees/tick-attendee.ts';
import { createProductSale } from '../../modules/product-sales/create-product-sale.ts';
import { setProductSaleImage } from '../../modules/product-sales/images/set-product-sale-image.ts';
import { releaseOrder } from '../../modules/product-sales/orders/release-order.ts';
import { releaseOverdueOrders } from '../../modules/product-sales/orders/release-overdue-orders.ts';
import { getProductSales } from '../../modules/product-sales/read.ts';
import {
  findBuyers,
  findGuests,
  getSaleSums,
  readTicket,
  showProductSale,
} from '../../modules/product-sales/search.ts';
import { mergeCustomers } from '../../modules/product-sales/visitors/merge-customers.ts';
import { questionOperations } from '../../modules/questions/operations.ts';
import { findAgentSetups, getRecurringForConsole } from '../../modules/recurring/console-view.ts';
import { createRecurringInvoice } from '../../modules/recurring/create-recurring-invoice.ts';
import {
  pauseRecurringInvoice,
  resumeRecurringInvoice,
  stopRecurringInvoice,
} from '../../modules/recurring/move-recurring-invoice.ts';
import { getInvoicesFromRecurring, getRecurringInvoice } from '../../modules/recurring/read.ts';
import { getCostSums, getProfit } from '../../modules/reports/figures/costs.ts';
import { getAgedPayables } from '../../modules/reports/figures/payables.ts';
import { getPaymentSums } from '../../modules/reports/figures/payment-sums.ts';
import { getAgedReceivables } from '../../modules/reports/figures/receivables.ts';
import { getSales, getVat } from '../../modules/reports/figures/sales.ts';
import { getFirstSteps } from '../../modules/reports/overview/first-steps.ts';
import { countNeeds, getNeeds } from '../../modules/reports/overview/inbox.ts';
import { getOverview } from '../../modules/reports/overview/overview.ts';
import { sendCustomerStatement } from '../../modules/reports/statements/send-customer-statement.ts';
import { getCustomerStatement } from '../../modules/reports/statements/statement.ts';
import { getCustomerStatementPdf } from '../../modules/reports/statements/statement-pdf.ts';
import { getCustomerTimeline } from '../../modules/reports/timeline/timeline.ts';
import { acceptQuote } from '../../modules/sales-documents/accept-quote.ts';
import {
  getDraftsForConsole,
  getOrdersForConsole,
  getQuotesForConsole,
} from '../../modules/sales-documents/console-view.ts';
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
import { previewDocument } from '../../modules/sales-documents/preview-document.ts';
import { previewSalesDocument } from '../../modules/sales-documents/preview-sales-document.ts';
import { declineQuote } from '../../modules/sales-documents/quotes/decline-quote.ts';
import { sendQuote } from '../../modules/sales-documents/quotes/send-quote.ts';
import {
  getDraftInvoice,
  getInvoicesFromDraft,
  getInvoicesFromOrder,
  getInvoicesFromQuote,
  getOrderInvoice,
  getQuote,
} from '../../modules/sales-documents/read.ts';
import {
  getDraftInvoicePdf,
  getOrderInvoicePdf,
  getQuotePdf,
} from '../../modules/sales-documents/read-pdf.ts';
import { getDelayedActions } from '../../modules/stored-calls/delayed/read.ts';
import { dismissActions, undoActions } from '../../modules/stored-calls/delayed/undo-actions.ts';
import { declineProposal } from '../../modules/stored-calls/proposals/end-proposal.ts';
import { getWebhookDeliveries, getWebhooks } from '../../modules/webhooks/read.ts';
import { redeliverWebhook } from '../../modules/webhooks/redeliver-webhook.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
} from '../../modules/webhooks/webhooks.ts';
import type { actions } from './actions.ts';
import { bankOperations } from './bank-operations.ts';
import { dataOperations } from './data-operations.ts';
import { guardedUpdates } from './guarded-updates.ts';
import { taskOperations } from './task-operations.ts';
import { vatOperations } from './vat-operations.ts';

/** Every operation that a signed-in person can call, by its name. The console derives its types from this table. */
export const operations = {
  'get-overview': getOverview,
  'get-first-steps': getFirstSteps,
  'get-needs': getNeeds,
  'count-needs': countNeeds,

  'get-delayed-actions': getDelayedActions,
  'undo-actions': undoActions,
  'dismiss-actions': dismissActions,
  'get-preferences': getPreferences,
  'set-preferences': setPreferences,
  'get-saved-views': getSavedViews,
  'save-view': saveView,
  'delete-view': deleteView,

  'find-invoices': findInvoices,
  'get-invoice': getInvoiceForConsole,
  'get-invoice-pdf': getInvoicePdf,
  'get-reminder-pdf': getReminderPdf,
  'get-invoice-xml': getInvoiceXml,
  'upload-file': uploadFile,
  'get-file': getFile,
  'preview-invoice': previewInvoice,
  'preview-invoice-pdf': previewInvoicePdf,
  'create-invoice': createInvoice,
  'issue-invoice': issueInvoice,
  'close-payment-matter': closePaymentMatter,
  'do-paid-invoice': doPaidInvoice,
  'record-payment': recordPayment,
  'allocate-payment': allocatePayment,
  'apply-credit': applyCredit,
  'reverse-payment': reversePayment,
  'write-off-invoice': writeOffInvoice,
  'undo-write-off': undoWriteOff,
  'get-payment': getPayment,
  'get-payment-receipt': getPaymentReceipt,
  'send-payment-receipt': sendPaymentReceipt,
  'get-payments': getPayments,
  'resend-invoice': resendInvoice,
  'remind-invoice': remindInvoice,
  'update-invoice': updateInvoice,

  ...guardedUpdates,

  'find-customers': findCustomers,
  'get-customer': getCustomer,
  'get-registered-company': getRegisteredCompany,
  'create-customer': createCustomer,
  'confirm-customer': confirmCustomer,
  'merge-customers': mergeCustomers,
  'get-customer-statement': getCustomerStatement,
  'get-customer-statement-pdf': getCustomerStatementPdf,
  'send-customer-statement': sendCustomerStatement,
  'get-customer-timeline': getCustomerTimeline,
  'get-customer-notes': getCustomerNotes,
  'add-customer-note': addCustomerNote,
  'delete-customer-note': deleteCustomerNote,
  'delete-customer-contact': deleteCustomerContact,

  'find-items': findItems,
  'get-item': getItem,
  'create-item': createItem,

  'get-order-invoices': getOrdersForConsole,
  'get-order-invoice': getOrderInvoice,
  'get-order-invoice-pdf': getOrderInvoicePdf,
  'create-order-invoice': createOrderInvoice,
  'delete-order-invoice': deleteOrderInvoice,
  'create-invoice-from-order': createInvoiceFromOrder,
  'get-invoices-from-order': getInvoicesFromOrder,
  'get-draft-invoices': getDraftsForConsole,
  'get-draft-invoice': getDraftInvoice,
  'get-draft-invoice-pdf': getDraftInvoicePdf,
  'create-draft-invoice': createDraftInvoice,
  'delete-draft-invoice': deleteDraftInvoice,
  'issue-draft-invoice': issueDraftInvoice,
  'get-invoices-from-draft': getInvoicesFromDraft,
  'preview-document': previewDocument,
  'preview-sales-document': previewSalesDocument,
  'get-quotes': getQuotesForConsole,
  'get-quote': getQuote,
  'get-quote-pdf': getQuotePdf,
  'create-quote': createQuote,
  'delete-quote': deleteQuote,
  'send-quote': sendQuote,
  'accept-quote': acceptQuote,
  'decline-quote': declineQuote,
  'get-invoices-from-quote': getInvoicesFromQuote,

  'get-recurring-invoices': getRecurringForConsole,
  'get-recurring-invoice': getRecurringInvoice,
  'get-invoices-from-recurring': getInvoicesFromRecurring,
  'create-recurring-invoice': createRecurringInvoice,
  'pause-recurring-invoice': pauseRecurringInvoice,
  'resume-recurring-invoice': resumeRecurringInvoice,
  'stop-recurring-invoice': stopRecurringInvoice,

  'find-costs': findCosts,
  'get-cost': getCostForConsole,
  'get-cost-reading': getCostReading,
  'get-cost-einvoice': getCostEinvoice,
  'answer-einvoice': answerEinvoice,
  'find-similar-costs': findSimilarCosts,
  ...receiptAddressOperations,
  'create-cost': createCost,
  'create-cost-adv': createCostAdv,
  'move-cost-to-new': moveCostToNew,
  'delete-cost': deleteCost,

  ...taskOperations,

  'get-product-sales': getProductSales,
  'create-product-sale': createProductSale,
  'show-product-sale': showProductSale,
  'get-sale-sums': getSaleSums,
  'set-product-sale-image': setProductSaleImage,
  'find-guests': findGuests,
  'find-buyers': findBuyers,
  'release-order': releaseOrder,
  'release-overdue-orders': releaseOverdueOrders,
  'read-ticket': readTicket,
  'tick-attendee': tickAttendee,

  'find-agents': findAgents,
  'find-agent-setups': findAgentSetups,
  'find-audit': findAudit,
  'revoke-agent': revokeAgent,
  'decline-proposal': declineProposal,
  'get-api-key-use': getApiKeyUse,
  'rotate-api-key': rotateApiKey,

  'get-webhooks': getWebhooks,
  'create-webhook': createWebhook,
  'delete-webhook': deleteWebhook,
  'rotate-webhook-secret': rotateWebhookSecret,
  'test-webhook': testWebhook,
  'get-webhook-deliveries': getWebhookDeliveries,
  'redeliver-webhook': redeliverWebhook,

  'get-people': getPeople,
  'invite-person': invitePerson,
  'withdraw-invitation': withdrawInvitation,
  'set-person-role': setPersonRole,
  'remove-person': removePerson,
  ...ownAccessOperations,
  'set-language': setLanguage,
  'reset-second-factor': resetSecondFactor,
  'require-second-factor': requireSecondFactor,

  'get-bookkeepers': getBookkeepers,
  'add-bookkeeper': addBookkeeper,
  'grant-bookkeeper-key': grantBookkeeperKey,
  'revoke-bookkeeper-key': revokeBookkeeperKey,
  'remove-bookkeeper': removeBookkeeper,
  'get-tenants': getTenants,
  'get-tenant-requests': getTenantRequests,
  'accept-tenant': acceptTenant,
  'decline-tenant': declineTenant,
  'leave-tenant': leaveTenant,

  'get-sales': getSales,
  'get-vat': getVat,
  'get-cost-sums': getCostSums,
  'get-payment-sums': getPaymentSums,
  'get-profit': getProfit,
  'get-aged-receivables': getAgedReceivables,
  'get-aged-payables': getAgedPayables,
  ...journalOperations,
  ...dataOperations,

  ...bankOperations,
  ...vatOperations,
  ...questionOperations,

  'show-account': showAccount,
  'get-logo': getLogo,
  'set-logo': setLogo,
  'remove-logo': removeLogo,
  'get-numbers': getNumbers,
  'start-invoice-numbers': startInvoiceNumbers,
  'get-mail-texts': getMailTexts,
  'preview-mail': previewMail,
  'get-connections': getConnections,
} as const;

export type Operations = typeof operations & typeof actions;
