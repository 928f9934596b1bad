import { refuseIfChanged } from '../../kernel/operations/changed-meanwhile.ts';
import type { ReadContext } from '../../kernel/operations/context.ts';
import { showAccount } from '../../modules/accounts/read.ts';
import { updateCompany } from '../../modules/accounts/update-company.ts';
import { changeAgent } from '../../modules/agents/grants/change-agent.ts';
import { findAgents } from '../../modules/agents/search.ts';
import { getBankAccounts, updateBankAccount } from '../../modules/bank/bank-accounts.ts';
import { approveCost } from '../../modules/costs/approve-cost.ts';
import { getCostForConsole } from '../../modules/costs/console-view.ts';
import { getReceiptAddress, setReceiptSenders } from '../../modules/costs/mail-in/receipt-address.ts';
import { getCustomerNotes, saveCustomerContact } from '../../modules/customers/notes.ts';
import { getCustomer } from '../../modules/customers/read.ts';
import { updateCustomer } from '../../modules/customers/update-customer.ts';
import { getMailTexts } from '../../modules/deliveries/texts/read.ts';
import { setMailText } from '../../modules/deliveries/texts/set-mail-text.ts';
import { getItem } from '../../modules/items/read.ts';
import { updateItem } from '../../modules/items/update-item.ts';
import { updateMyself } from '../../modules/people/members/members.ts';
import { getPeople } from '../../modules/people/read.ts';
import { showProductSale } from '../../modules/product-sales/search.ts';
import { setProductSale } from '../../modules/product-sales/set-product-sale.ts';
import { getRecurringInvoice } from '../../modules/recurring/read.ts';
import { updateRecurringInvoice } from '../../modules/recurring/update-recurring-invoice.ts';
import { getDraftInvoice, getOrderInvoice, getQuote } from '../../modules/sales-documents/read.ts';
import {
  updateDraftInvoice,
  updateOrderInvoice,
  updateQuote,
} from '../../modules/sales-documents/update-sales-document.ts';
import { getTaskForConsole } from '../../modules/tasks/console-view.ts';
import { editLogTask } from '../../modules/tasks/edit-log-task.ts';
import { readTaskLog } from '../../modules/tasks/read.ts';
import type { LogPatch } from '../../modules/tasks/schema.ts';
import { updateTask } from '../../modules/tasks/update-task.ts';
import { getWebhooks } from '../../modules/webhooks/read.ts';
import { updateWebhook } from '../../modules/webhooks/webhooks.ts';

/** The updates of records that two people may edit at once, each with the read by which the browser got the record. */
export const guardedUpdates = {
  'update-customer': refuseIfChanged(updateCustomer, getCustomer.run),
  'save-customer-contact': refuseIfChanged(saveCustomerContact, readContact),
  'update-item': refuseIfChanged(updateItem, getItem.run),
  'update-order-invoice': refuseIfChanged(updateOrderInvoice, getOrderInvoice.run),
  'update-draft-invoice': refuseIfChanged(updateDraftInvoice, getDraftInvoice.run),
  'update-quote': refuseIfChanged(updateQuote, getQuote.run),
  'update-recurring-invoice': refuseIfChanged(updateRecurringInvoice, getRecurringInvoice.run),
  'approve-cost': refuseIfChanged(approveCost, readCost),
  'set-receipt-senders': refuseIfChanged(setReceiptSenders, (ctx) => getReceiptAddress.run(ctx, {})),
  'update-task': refuseIfChanged(updateTask, getTaskForConsole.run),
  'edit-log-task': refuseIfChanged(editLogTask, readLog),
  'set-product-sale': refuseIfChanged(setProductSale, showProductSale.run),
  'update-webhook': refuseIfChanged(updateWebhook, readWebhook),
  'change-agent': refuseIfChanged(changeAgent, readAgent),
  'update-myself': refuseIfChanged(updateMyself, readMyself),
  'update-company': refuseIfChanged(updateCompany, (ctx) => showAccount.run(ctx, {})),
  'update-bank-account': refuseIfChanged(updateBankAccount, readBankAccount),
  'set-mail-text': refuseIfChanged(setMailText, readMailText),
} as const;

/** The cost by the names under which an approval sends its fields. */
async function readCost(ctx: ReadContext, input: { guid: string }) {
  const cost = await getCostForConsole.run(ctx, input);
  return { ...cost, issue_date: cost.read_date, vat_24: cost.vat_S, vat_11: cost.vat_AA };
}

/** Records that the browser reads as parts of others, or of a list. */
function readLog({ db, account }: ReadContext, { guid }: LogPatch) {
  return readTaskLog(db, account.id, guid);
}

async function readContact(
  ctx: ReadContext,
  { customer_guid, guid }: { customer_guid: string; guid?: string | undefined },
) {
  if (guid === undefined) return undefined;
  const { contacts } = await getCustomerNotes.run(ctx, { customer_guid });
  return contacts.find((contact) => contact.guid === guid);
}

async function readWebhook(ctx: ReadContext, { guid }: { guid: string }) {
  const webhooks = await getWebhooks.run(ctx, {});
  return webhooks.find((webhook) => webhook.guid === guid);
}

async function readAgent(ctx: ReadContext, { agent_id }: { agent_id: string }) {
  const { rows } = await findAgents.run(ctx, {});
  return rows.find((agent) => agent.agent_id === agent_id);
}

async function readMyself(ctx: ReadContext) {
  const { people } = await getPeople.run(ctx, {});
  return people.find(({ is_me }) => is_me);
}

async function readMailText(ctx: ReadContext, wanted: { lang: string; about: string }) {
  const { texts } = await getMailTexts.run(ctx, {});
  return texts.find(({ lang, about }) => lang === wanted.lang && about === wanted.about);
}

async function readBankAccount(ctx: ReadContext, { guid }: { guid: string }) {
  const accounts = await getBankAccounts.run(ctx, {});
  return accounts.find((account) => account.guid === guid);
}
