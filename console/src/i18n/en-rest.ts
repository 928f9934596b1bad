import { effects } from '../../../src/domain/texts/effects-en.ts';
import { apps } from './en/apps.ts';
import { bank } from './en/bank.ts';
import { costs } from './en/costs.ts';
import { customers } from './en/customers.ts';
import { documents } from './en/documents.ts';
import { einvoices } from './en/einvoices.ts';
import { errors } from './en/errors.ts';
import { intents } from './en/intents.ts';
import { items } from './en/items.ts';
import { journal } from './en/journal.ts';
import { payables } from './en/payables.ts';
import { paymentScreens } from './en/payment-screens.ts';
import { people } from './en/people.ts';
import { problems } from './en/problems.ts';
import { proposals } from './en/proposals.ts';
import { questions } from './en/questions.ts';
import { recurring } from './en/recurring.ts';
import { reports } from './en/reports.ts';
import { selling } from './en/selling.ts';
import { settings } from './en/settings.ts';
import { tasks } from './en/tasks.ts';
import { vat } from './en/vat.ts';
import { webhooks } from './en/webhooks.ts';

/** The texts of the other screens and of refusals, loaded when one of them is needed. */
export const rest = {
  ...bank,
  ...costs,
  ...customers,
  ...documents,
  ...items,
  ...tasks,
  ...einvoices,
  ...payables,
  ...paymentScreens,
  ...recurring,
  ...reports,
  ...journal,
  ...vat,
  ...questions,
  ...selling,
  ...apps,
  ...webhooks,
  ...proposals,
  ...intents,
  ...effects,
  ...settings,
  ...people,
  ...errors,
  ...problems,
};
