import { toPlainDate } from '../../domain/values/dates.ts';
import { hasSubscription } from '../../kernel/access/account.ts';
import type { Company } from '../../modules/people/companies/company-store.ts';
import type { Session } from '../../modules/people/sessions/session.ts';

export type ConsoleSession = ReturnType<typeof toConsoleSession>;

/** What the browser application knows of the session; `form_key` is its CSRF token. */
export function toConsoleSession(
  { account, person }: Session,
  { now, csrfToken, companies }: { now: Date; csrfToken: string; companies: readonly Company[] },
) {
  const { id: _id, hasSecondFactor: second_factor, login, ...visiblePerson } = person;
  return {
    guid: account.guid,
    username: account.username,
    name: account.name,
    registration_no: account.registrationNo,
    reads_receipts: hasSubscription(account, 'cost_ai'),
    has_claims: hasSubscription(account, 'claim'),
    keeps_books_of_others: hasSubscription(account, 'bookkeeper'),
    person: { ...visiblePerson, second_factor, signs_in_elsewhere: login.accountId !== account.id },
    companies,
    today: toPlainDate(now),
    form_key: csrfToken,
  };
}
