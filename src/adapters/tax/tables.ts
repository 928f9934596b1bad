import { NEXT_TAX_ANSWERS } from '../../domain/vat/tax-sandbox.ts';
import { col } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { FormRow } from './form.ts';

export const sandboxTaxReturns = table('sandbox_tax_returns', {
  account_id: col.bigint(),
  year: col.text(),
  code: col.text(),
  entries: col.jsonb<FormRow[]>(),
  /** How often a return or a correction of the period was taken. */
  submitted: col.integer(),
  changed_at: col.timestamp().withDefault(),
});

/** `account_id` is 0 where the answer is for whoever files next. */
export const sandboxTaxAnswers = table('sandbox_tax_answers', {
  account_id: col.bigint(),
  id: col.bigint().identity(),
  next: col.oneOf(NEXT_TAX_ANSWERS),
  message: col.text(),
});
