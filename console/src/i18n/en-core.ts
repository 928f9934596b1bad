import { books } from '../../../src/domain/texts/books-en.ts';
import { fields } from '../../../src/domain/texts/fields-en.ts';
import { actions } from './en/actions.ts';
import { bulk } from './en/bulk.ts';
import { costs } from './en/costs.ts';
import { customers } from './en/customers.ts';
import { documents } from './en/documents.ts';
import { editor } from './en/editor.ts';
import { invoices } from './en/invoices.ts';
import { items } from './en/items.ts';
import { overview } from './en/overview.ts';
import { payments } from './en/payments.ts';
import { shell } from './en/shell.ts';
import { tasks } from './en/tasks.ts';

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
