import type { Queryable } from '../../kernel/database/queryable.ts';
import { boolean, first, jsonList, type RowOf, row, text } from '../../kernel/database/row.ts';
import { raw, type Sql, sql } from '../../kernel/database/sql.ts';
import { timestampText } from '../../kernel/database/time-sql.ts';
import { accountColumns, accountRow } from '../accounts/account-store.ts';
import { invitations, people } from './tables.ts';

const { id, guid, username, name, email, role, main, lang } = people.columns;

/** A person with the account; the columns of the person are prefixed, because both tables have a guid and a name. */
export const personRow = accountRow.with({
  person_id: id,
  person_guid: guid,
  person_username: username,
  person_name: name,
  person_email: email,
  person_role: role,
  person_main: main,
  person_lang: lang,
  person_second_factor: boolean(),
  password_hash: text(),
});
export type PersonRow = RowOf<typeof personRow>;

/** The columns of `personRow`, for a statement that reads `people` as `p`, and `accounts` under its own name. */
export const personColumns = sql`${accountColumns}, p.id as person_id, p.guid as person_guid,
  p.username as person_username, p.name as person_name, p.email as person_email, p.role as person_role,
  p.main as person_main, p.lang as person_lang, p.password_hash,
  exists (select from second_factors f where f.account_id = p.account_id and f.person_id = p.id)
    as person_second_factor`;

/** The name that a row of `people` is shown under: the username where the person has given no name. */
export function personNameSql(alias: string): Sql {
  return raw(`coalesce(nullif(${alias}.name, ''), ${alias}.username)`);
}

/**
 * The database and the counters of failed attempts fold cases by different tables: `lower` of most locales makes "İ" an
 * "i", JavaScript an "i" with a dot above. A spelling that is another name for the counters is no name of the person,
 * or else each such spelling would have attempts of its own.
 */
export async function findPerson(db: Queryable, username: string): Promise<PersonRow | null> {
  const found = await first(
    db.query(
      personRow,
      sql`select ${personColumns} from people p join accounts on accounts.account_id = p.account_id
        where lower(p.username) = lower(${username}) and p.removed_at is null`,
    ),
  );
  return found?.person_username.toLowerCase() === username.toLowerCase() ? found : null;
}

export function findPersonById(
  db: Queryable,
  accountId: number,
  personId: number,
): Promise<PersonRow | null> {
  return first(
    db.query(
      personRow,
      sql`select ${personColumns} from people p join accounts on accounts.account_id = p.account_id
        where p.account_id = ${accountId} and p.id = ${personId} and p.removed_at is null`,
    ),
  );
}

/** Without a person it is the hash of the main owner, with whom the account was opened. */
export async function findPasswordHash(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
): Promise<string | null> {
  const [found] = await db.query(
    people.pick('password_hash'),
    sql`select password_hash from people
      where account_id = ${accountId} and (id = ${personId ?? null}::bigint or (${personId ?? null}::bigint is null and main))`,
  );
  return found?.password_hash ?? null;
}

const listedPerson = people.pick('guid', 'username', 'name', 'email', 'role', 'main');
const listedInvitation = invitations.pick('guid', 'email', 'name', 'role');
const peopleList = row({
  people: jsonList(
    listedPerson.with({ is_me: boolean(), signed_in_at: text().nullable(), second_factor: boolean() }),
  ),
  invitations: jsonList(listedInvitation.with({ expires_at: text(), expired: boolean() })),
});
export type PeopleList = RowOf<typeof peopleList>;

/** One statement returns them all: an account has few. */
export async function listPeople(
  db: Queryable,
  accountId: number,
  personId: number | undefined,
  now: Date,
): Promise<PeopleList> {
  const ofPerson = sql`'is_me', id = ${personId ?? null}::bigint is true,
    'signed_in_at', ${timestampText(sql`signed_in_at`)},
    'second_factor', exists (select from second_factors f where f.account_id = people.account_id and f.person_id = people.id)`;
  const ofInvitation = sql`'expires_at', ${timestampText(sql`expires_at`)}, 'expired', expires_at <= ${now}`;
  const [found] = await db.query(
    peopleList,
    sql`select coalesce((
          select json_agg(${listedPerson.jsonObject('people', ofPerson)} order by id)
          from people where account_id = ${accountId} and removed_at is null), '[]') as people,
        coalesce((
          select json_agg(${listedInvitation.jsonObject('invitations', ofInvitation)} order by created_at)
          from invitations where account_id = ${accountId}), '[]') as invitations`,
  );
  return found ?? { people: [], invitations: [] };
}
