import { actions } from '../../../src/domain/texts/actions-en.ts';
import { books } from '../../../src/domain/texts/books-en.ts';
import { fields } from '../../../src/domain/texts/fields-en.ts';
import { bulk } from './en/bulk.ts';
import { editor } from './en/editor.ts';
import { invoices } from './en/invoices.ts';
import { overview } from './en/overview.ts';
import { payments } from './en/payments.ts';
import { shell } from './en/shell.ts';

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
