import type { SaleType } from '../../domain/selling.ts';
import { type Account, subscribes } from '../../kernel/account.ts';
import { fail } from '../../kernel/failure.ts';
import { because } from '../../kernel/reasons.ts';

export function checkSubscription(account: Account): void {
  if (!subscribes(account, 'sell_product')) fail('subscription_required', 'A product sale', 'sell_product');
}

/** What is sold month by month is invoiced by a recurring template, so the account must have both. */
export function checkSelling(account: Account, type: SaleType): void {
  checkSubscription(account);
  if (type === 'SUB' && !subscribes(account, 'recurring')) {
    fail('subscription_required', 'A product sale of type SUB', 'recurring');
  }
}

interface EventInput {
  event_date?: string | undefined;
  event_time?: number | undefined;
  event_place?: string | undefined;
}

/** When and where, which only events are. */
export function eventOf(type: SaleType, input: EventInput) {
  const { event_date = null, event_time = null, event_place = '' } = input;
  const event = { event_date, event_minute: event_time, event_place };
  if (type === 'EVENT') return event;
  for (const name of ['event_date', 'event_time', 'event_place'] as const) {
    if ((input[name] ?? '') !== '') fail('field_invalid', name, because('event_only'));
  }
  return event;
}
