import { bankCases } from './bank.ts';
import { bookkeeperCases } from './bookkeepers.ts';
import { type Books, type EndpointCase, none } from './case.ts';
import { costCases } from './costs.ts';
import { customerCases } from './customers.ts';
import { documentCases } from './documents.ts';
import { eventCases } from './events.ts';
import { exportCases } from './exports.ts';
import { invoiceCases } from './invoices.ts';
import { itemCases } from './items.ts';
import { journalCases } from './journal.ts';
import { paymentCases } from './payments.ts';
import { productSaleCases } from './product-sales.ts';
import { proposalCases } from './proposals.ts';
import { questionCases } from './questions.ts';
import { recurringCases } from './recurring.ts';
import { reportCases } from './reports.ts';
import { taskCases } from './tasks.ts';
import { vatCases } from './vat.ts';
import { webhookCases } from './webhooks.ts';

/** The endpoints of the credential API, written by hand from their documentation. */
export const ENDPOINTS: readonly EndpointCase[] = [
  { path: 'hello', ...none },
  {
    path: 'update-company',
    writes: true,
    good: () => ({ data: { vat_no: '145678', city: 'Akureyri', vat_periods: 'two_months' } }),
    wrong: { data: { vat_periods: 'monthly' } },
    unknown: { data: { bank_account: '12' } },
  },
  ...customerCases,
  ...itemCases,
  ...invoiceCases,
  ...paymentCases,
  ...bankCases,
  ...documentCases,
  ...recurringCases,
  ...taskCases,
  ...productSaleCases,
  ...costCases,
  ...bookkeeperCases,
  ...eventCases,
  ...webhookCases,
  ...proposalCases,
  ...reportCases,
  ...vatCases,
  ...questionCases,
  ...journalCases,
  ...exportCases,
];

/** The record that an endpoint takes, by the endpoint's name. */
export function recordOf(path: string): keyof Books {
  if (path.includes('webhook')) return 'webhook';
  if (path.endsWith('decide-vat-kind')) return 'unstatedItem';
  if (path.includes('question')) return 'question';
  if (path.includes('vat-receipt')) return 'vatSubmission';
  if (path.includes('unbook')) return 'bookedLine';
  if (path.includes('restore-bank')) return 'ignoredLine';
  if (path.includes('bank-line')) return 'bankLine';
  if (path.includes('bank-')) return 'bankAccount';
  if (path.includes('account-import')) return 'accountImport';
  if (path.includes('export') && !path.includes('journal')) return 'accountExport';
  if (path.includes('journal')) return path.includes('layout') ? 'journalLayout' : 'journal';
  if (path.endsWith('-payment') || path.endsWith('payment-receipt')) return 'payment';
  if (path.endsWith('apply-credit')) return 'creditedInvoice';
  if (path.endsWith('undo-write-off')) return 'writtenOff';
  if (path.includes('proposal')) return 'proposal';
  if (path.includes('bookkeeper')) return 'bookkeeper';
  if (path.endsWith('accept-tenant') || path.endsWith('decline-tenant')) return 'tenantRequest';
  if (path.includes('tenant')) return 'tenant';
  if (path.includes('product-sale')) return 'event';
  if (path.endsWith('resume-recurring-invoice')) return 'paused';
  if (path.endsWith('update-cost') || path.endsWith('move-cost-to-new')) return 'approvedCost';
  if (path.endsWith('-einvoice')) return 'einvoiceCost';
  if (path.includes('cost')) return 'cost';
  if (path.endsWith('/issue-invoice') || path === 'issue-invoice') return 'draft';
  if (path.includes('log')) return path.endsWith('/log-task') || path === 'log-task' ? 'task' : 'log';
  if (path.includes('task')) return path.endsWith('end-task') ? 'running' : 'task';
  const kinds = { recurring: 'recurring', order: 'order', draft: 'orderDraft', quote: 'quote' } as const;
  for (const [word, record] of Object.entries(kinds)) if (path.includes(word)) return record;
  if (path.includes('customer')) return 'customer';
  return path.includes('item') ? 'item' : 'invoice';
}
