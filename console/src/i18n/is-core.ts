import { books } from '../../../src/domain/texts/books-is.ts';
import { fields } from '../../../src/domain/texts/fields-is.ts';
import { actions } from './is/actions.ts';
import { bulk } from './is/bulk.ts';
import { costs } from './is/costs.ts';
import { customers } from './is/customers.ts';
import { documents } from './is/documents.ts';
import { editor } from './is/editor.ts';
import { invoices } from './is/invoices.ts';
import { items } from './is/items.ts';
import { overview } from './is/overview.ts';
import { payments } from './is/payments.ts';
import { shell } from './is/shell.ts';
import { tasks } from './is/tasks.ts';

/** The texts of the frame and of the daily screens, which the first screen waits for. */
export const core = {
  ...shell,
  ...bulk,
  ...fields,
  ...books,
  ...overview,
  ...invoices,
  ...payments,
  ...editor,
  ...documents,
  ...customers,
  ...items,
  ...costs,
  ...tasks,
  ...actions,
};
