import type { DateRange } from '../../../domain/values/dates.ts';
import { fail } from '../../../kernel/failures/failure.ts';
import { violation } from '../../../kernel/failures/violations.ts';
import { date } from '../../../kernel/fields/input-fields.ts';

export const periodFields = {
  from_date: date('First day of issue'),
  to_date: date('Last day of issue'),
};

export function checkPeriod({
  from_date: from,
  to_date: to,
}: {
  from_date: string;
  to_date: string;
}): DateRange {
  if (from > to) fail('field_invalid', 'to_date', violation('after_field', 'from_date', from));
  return { from, to };
}
