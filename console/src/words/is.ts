import { actions } from './is/actions.ts';
import { apps } from './is/apps.ts';
import { costs } from './is/costs.ts';
import { customers } from './is/customers.ts';
import { documents } from './is/documents.ts';
import { editor } from './is/editor.ts';
import { errors } from './is/errors.ts';
import { fields } from './is/fields.ts';
import { invoices } from './is/invoices.ts';
import { items } from './is/items.ts';
import { overview } from './is/overview.ts';
import { people } from './is/people.ts';
import { problems } from './is/problems.ts';
import { proposals } from './is/proposals.ts';
import { reports } from './is/reports.ts';
import { selling } from './is/selling.ts';
import { settings } from './is/settings.ts';
import { shell } from './is/shell.ts';
import { tasks } from './is/tasks.ts';
import { webhooks } from './is/webhooks.ts';
import type { Dictionary } from './lang.ts';

/** Every text of the console in Icelandic, by the same subjects. */
export const is: Dictionary = {
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
