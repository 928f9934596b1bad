import { daysBetween, type PlainDate } from '../../domain/values/dates.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { DaysOrDate } from '../../kernel/fields/input-fields.ts';
import type { RecurringInput } from './schema.ts';

type DatedInput = Partial<Pick<RecurringInput, 'issue_date' | 'due_date' | 'settlement_date'>>;

/**
 * Turns dates into days from issue, so that every invoice keeps the same distances. As on an invoice, a final due date
 * without a due date makes it due on the day of issue; days without a due date follow the customer's terms, as on an order.
 */
export function withOffsets<Input extends DatedInput>(input: Input, start: PlainDate): Input {
  const from = input.issue_date ?? start;
  const offset = (field: 'due_date' | 'settlement_date'): DaysOrDate | undefined => {
    const value = input[field];
    if (!value || 'days' in value) return value;
    if (value.date < from) fail('field_invalid', field, violation('after', from));
    return { days: daysBetween(from, value.date) };
  };
  const atIssue = input.settlement_date && 'date' in input.settlement_date ? { days: 0 } : undefined;
  return {
    ...input,
    due_date: offset('due_date') ?? atIssue,
    settlement_date: offset('settlement_date'),
  };
}
