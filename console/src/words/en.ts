import { actions } from './en/actions.ts';
import { apps } from './en/apps.ts';
import { costs } from './en/costs.ts';
import { customers } from './en/customers.ts';
import { documents } from './en/documents.ts';
import { editor } from './en/editor.ts';
import { errors } from './en/errors.ts';
import { fields } from './en/fields.ts';
import { invoices } from './en/invoices.ts';
import { items } from './en/items.ts';
import { overview } from './en/overview.ts';
import { people } from './en/people.ts';
import { problems } from './en/problems.ts';
import { proposals } from './en/proposals.ts';
import { reports } from './en/reports.ts';
import { selling } from './en/selling.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';
import { tasks } from './en/tasks.ts';
import { webhooks } from './en/webhooks.ts';

/** Every text of the console in English, by subject. A test checks that all languages have the same keys. */
export const en = {
  ...shell,
  ...fields,
  ...overview,
  ...invoices,
  ...editor,
  ...documents,
  ...customers,
  ...items,
  ...costs,
  ...tasks,
  ...selling,
  ...reports,
  ...apps,
  ...webhooks,
  ...proposals,
  ...actions,
  ...settings,
  ...people,
  ...errors,
  ...problems,
};
