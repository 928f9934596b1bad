import type { Queryable } from '../../kernel/database/queryable.ts';
import type { RowOf } from '../../kernel/database/row.ts';
import { sql } from '../../kernel/database/sql.ts';
import type { NotificationChoices } from './notification-choices.ts';
import { notificationChoices, personPreferences } from './tables.ts';

const chosen = personPreferences.omit('account_id', 'person_id');
export type Preferences = RowOf<typeof chosen>;

/** What a person has who never chose anything. */
const DEFAULT_PREFERENCES: Preferences = { undo_delay: true, first_steps_hidden: false };

export async function findPreferences(
  db: Queryable,
  accountId: number,
  personId: number,
): Promise<Preferences> {
  const [found] = await db.query(
    chosen,
    sql`select ${chosen.list()} from person_preferences
      where account_id = ${accountId} and person_id = ${personId}`,
  );
  return found ?? DEFAULT_PREFERENCES;
}

export async function findChoices(
  db: Queryable,
  accountId: number,
  personId: number,
): Promise<NotificationChoices> {
  const [found] = await db.query(
    notificationChoices.pick('choices'),
    sql`select choices from notification_choices where account_id = ${accountId} and person_id = ${personId}`,
  );
  return found?.choices ?? {};
}

/** `choices` is null where they stay as they are. */
export function savePreferences(
  accountId: number,
  personId: number,
  preferences: Preferences,
  choices: NotificationChoices | null,
) {
  const chosenRecord = { account_id: accountId, person_id: personId, choices: choices ?? {} };
  const ctes = choices
    ? sql`saved_choices as (${notificationChoices.insert(chosenRecord)}
        on conflict (account_id, person_id) do update set choices = excluded.choices)`
    : undefined;
  const record = { account_id: accountId, person_id: personId, ...preferences };
  const result = sql`${personPreferences.insert(record)}
    on conflict (account_id, person_id) do update set undo_delay = excluded.undo_delay,
      first_steps_hidden = excluded.first_steps_hidden
    returning ${chosen.list()}`;
  return { row: chosen, result, ...(ctes && { ctes }) };
}
