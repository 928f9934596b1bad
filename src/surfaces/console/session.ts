import { toPlainDate } from '../../domain/values/dates.ts';
import { hasSubscription } from '../../kernel/access/account.ts';
import type { Session } from '../../modules/people/sessions/session.ts';

export type ConsoleSession = ReturnType<typeof toConsoleSession>;

/** What the browser application knows of the session; `form_key` is its CSRF token. */
export function toConsoleSession({ account, person }: Session, now: Date, csrfToken: string) {
  const { id: _id, hasSecondFactor: second_factor, ...visiblePerson } = person;
  return {
    username: account.username,
    name: account.name,
    registration_no: account.registrationNo,
    reads_receipts: hasSubscription(account, 'cost_ai'),
    has_claims: hasSubscription(account, 'claim'),
    keeps_books_of_others: hasSubscription(account, 'bookkeeper'),
    person: { ...visiblePerson, second_factor },
    today: toPlainDate(now),
    form_key: csrfToken,
  };
}
