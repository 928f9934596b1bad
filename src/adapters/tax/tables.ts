import { NEXT_TAX_ANSWERS } from '../../domain/vat/tax-sandbox.ts';
import { bigint, integer, jsonb, oneOf, text, timestamp } from '../../kernel/database/row.ts';
import { table } from '../../kernel/database/table.ts';
import type { FormRow } from './form.ts';

export const sandboxTaxReturns = table('sandbox_tax_returns', {
  account_id: bigint(),
  year: text(),
  code: text(),
  entries: jsonb<FormRow[]>(),
  /** How often a return or a correction of the period was taken. */
  submitted: integer(),
  changed_at: timestamp().withDefault(),
});

/** `account_id` is 0 where the answer is for whoever files next. */
export const sandboxTaxAnswers = table('sandbox_tax_answers', {
  account_id: bigint(),
  id: bigint().identity(),
  next: oneOf(NEXT_TAX_ANSWERS),
  message: text(),
});
