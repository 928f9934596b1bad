import { effects } from '../../../src/domain/texts/effects-en.ts';
import { apps } from './en/apps.ts';
import { bank } from './en/bank.ts';
import { einvoices } from './en/einvoices.ts';
import { errors } from './en/errors.ts';
import { intents } from './en/intents.ts';
import { payables } from './en/payables.ts';
import { people } from './en/people.ts';
import { problems } from './en/problems.ts';
import { proposals } from './en/proposals.ts';
import { recurring } from './en/recurring.ts';
import { reports } from './en/reports.ts';
import { selling } from './en/selling.ts';
import { settings } from './en/settings.ts';
import { vat } from './en/vat.ts';
import { webhooks } from './en/webhooks.ts';

/** The texts of rarely opened screens and of refusals, loaded when one of them is needed. */
export const rest = {
  ...bank,
  ...einvoices,
  ...payables,
  ...recurring,
  ...reports,
  ...vat,
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
