import { effects } from '../../../src/domain/texts/effects-is.ts';
import { apps } from './is/apps.ts';
import { bank } from './is/bank.ts';
import { costs } from './is/costs.ts';
import { customers } from './is/customers.ts';
import { documents } from './is/documents.ts';
import { einvoices } from './is/einvoices.ts';
import { errors } from './is/errors.ts';
import { intents } from './is/intents.ts';
import { items } from './is/items.ts';
import { journal } from './is/journal.ts';
import { payables } from './is/payables.ts';
import { paymentScreens } from './is/payment-screens.ts';
import { people } from './is/people.ts';
import { problems } from './is/problems.ts';
import { proposals } from './is/proposals.ts';
import { questions } from './is/questions.ts';
import { recurring } from './is/recurring.ts';
import { reports } from './is/reports.ts';
import { selling } from './is/selling.ts';
import { settings } from './is/settings.ts';
import { tasks } from './is/tasks.ts';
import { vat } from './is/vat.ts';
import { webhooks } from './is/webhooks.ts';

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
