import { actions } from '../../../src/domain/texts/actions-is.ts';
import { books } from '../../../src/domain/texts/books-is.ts';
import { fields } from '../../../src/domain/texts/fields-is.ts';
import { bulk } from './is/bulk.ts';
import { editor } from './is/editor.ts';
import { invoices } from './is/invoices.ts';
import { overview } from './is/overview.ts';
import { payments } from './is/payments.ts';
import { shell } from './is/shell.ts';

/** The texts of the frame, of the overview and of invoices, which the first screen waits for. */
export const core = {
  ...shell,
  ...bulk,
  ...fields,
  ...books,
  ...overview,
  ...invoices,
  ...payments,
  ...editor,
  ...actions,
};
