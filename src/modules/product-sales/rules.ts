import { type SaleType, usualHoldDays } from '../../domain/sales/selling.ts';
import { type Account, hasSubscription } from '../../kernel/access/account.ts';
import { fail } from '../../kernel/failures/failure.ts';
import { violation } from '../../kernel/failures/violations.ts';
import type { SaleInput } from './schema.ts';
import type { SaleField } from './tables.ts';

export function checkSubscription(account: Account): void {
  if (!hasSubscription(account, 'sell_product'))
    fail('subscription_required', 'A product sale', 'sell_product');
}

/** A subscription is invoiced by a recurring template, so it needs both plans. */
export function checkSelling(account: Account, type: SaleType): void {
  checkSubscription(account);
  if (type === 'SUB' && !hasSubscription(account, 'recurring')) {
    fail('subscription_required', 'A product sale of type SUB', 'recurring');
  }
}

/** Within how many days an order must be paid; null is for ever. */
export function holdDays(type: SaleType, days: number | undefined): number | null {
  return days === undefined ? usualHoldDays(type) : days || null;
}

/** Answers are sent by label, so labels must be unique. */
export function checkQuestions(fields: SaleInput['fields']): SaleField[] {
  const questions = (fields ?? []).map(({ label, required = false }) => ({ label, required }));
  questions.forEach(({ label }, index) => {
    const first = questions.findIndex((one) => one.label === label);
    if (first < index)
      fail('field_invalid', `fields[${index}].label`, violation('same_label', `fields[${first}].label`));
  });
  return questions;
}

interface EventInput {
  event_date?: string | null | undefined;
  event_time?: number | null | undefined;
  event_place?: string | undefined;
}

/** Date and place of an event; no other type of sale has them. */
export function checkEvent(type: SaleType, input: EventInput) {
  const { event_date = null, event_time = null, event_place = '' } = input;
  const event = { event_date, event_minute: event_time, event_place };
  if (type === 'EVENT') return event;
  for (const name of ['event_date', 'event_time', 'event_place'] as const) {
    if ((input[name] ?? '') !== '') fail('field_invalid', name, violation('event_only'));
  }
  return event;
}
